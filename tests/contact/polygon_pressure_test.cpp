// Contacts of single facets: the 44 reference contacts with their integrals, closed forms of bodies pressed
// into a plane, and what any contact must keep.

#include "scree/contact/polygon_pressure.hpp"
#include "scree/contact/facet_pairs.hpp"
#include "scree/file.hpp"
#include "scree/law/pressure.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace scree {
namespace {

using Json = nlohmann::json;

Vec3 vec(const Json& j) { return {j[0], j[1], j[2]}; }

struct Polygon {
  std::vector<Vec3> corner;
  Real layer = 1e9;
  FacetView view() const {
    Vec3 area, centre;
    for (std::size_t i = 2; i < corner.size(); ++i)
      area += cross(corner[i - 1] - corner[0], corner[i] - corner[0]);
    const Vec3 normal = normalized(area);
    Real whole = 0;
    for (std::size_t i = 2; i < corner.size(); ++i) {
      const Real part = dot(normal, cross(corner[i - 1] - corner[0], corner[i] - corner[0]));
      centre += (part / 3) * (corner[0] + corner[i - 1] + corner[i]), whole += part;
    }
    centre = centre / whole;
    return {corner.data(), static_cast<int>(corner.size()), normal, dot(normal, centre), centre, layer, 1};
  }
};

Polygon polygon(const Json& corners) {
  Polygon p;
  for (const Json& c : corners) p.corner.push_back(vec(c));
  return p;
}

/// The elastic force and moment with a layer stiffness of 1, bodies at rest.
FacetForce elastic(const FacetContact& c, int degree = 2) {
  return facet_force({.stiffness = 1}, c, triangle_rule(degree), [](Vec3) { return Vec3{}; });
}

Real area_of(const FacetContact& c) {
  Real area = 0;
  for_each_point(c, rule_1, [&](Vec3, Real, Real part) { area += part; });
  return area;
}

const Json& reference() {
  static const Json data =
      Json::parse(read_file(std::string(SCREE_TEST_FOLDER) + "/reference/polygon-contact.json"));
  return data;
}

/// What differs between a contact and an expected one; empty: nothing beyond 1e-10.
std::string differences(const FacetContact& c, const Json& expected) {
  std::string report;
  const auto compare = [&](const char* what, Vec3 found, Vec3 wanted) {
    if (!(length(found - wanted) <= 1e-10)) report += std::string(" ") + what;
  };
  const auto number = [&](const char* what, Real found, Real wanted) {
    if (!(std::abs(found - wanted) <= 1e-10)) report += std::string(" ") + what;
  };
  const FacetForce force = elastic(c);
  Real deepest = 0;
  for (int i = 0; i < c.count; ++i) deepest = std::max(deepest, c.overlap[i]);
  compare("normal", c.normal, vec(expected["n12"]));
  compare("point", c.point, vec(expected["contact_point"]));
  compare("force", force.force, vec(expected["force_on_2_over_kl"]));
  compare("moment", force.moment, vec(expected["moment_integral"]));
  number("area", area_of(c), expected["area"]);
  number("integral", dot(force.force, c.normal), expected["mean_overlap_integral"]);
  number("deepest", deepest, expected["max_overlap"]);
  if (c.flat != expected["flat"].get<bool>()) report += " flat";
  return report;
}

TEST(PolygonPressure, EveryReferenceContact) {
  ASSERT_EQ(reference()["cases"].size(), 44u);
  int touching = 0;
  for (const Json& test : reference()["cases"]) {
    SCOPED_TRACE(test["name"].get<std::string>());
    Polygon first = polygon(test["P1"]), second = polygon(test["P2"]);
    if (test.contains("h1")) first.layer = test["h1"], second.layer = test["h2"];
    FacetContact c;
    facet_contact(first.view(), second.view(), published_rules, c);
    const std::string result = test["expected"]["result"];
    const FacetStatus wanted = result == "contact"                        ? FacetStatus::touching
                               : result.find("(21)") != std::string::npos ? FacetStatus::facing_away
                               : result.find("(23)") != std::string::npos ? FacetStatus::too_deep
                                                                          : FacetStatus::apart;
    ASSERT_EQ(c.status, wanted);
    if (c.status != FacetStatus::touching) continue;
    ++touching;
    EXPECT_EQ(differences(c, test["expected"]), "");
  }
  EXPECT_EQ(touching, 41);
}

TEST(PolygonPressure, TheComparisonCanFail) {
  const Json& test = reference()["cases"][4];
  Polygon first = polygon(test["P1"]), second = polygon(test["P2"]);
  first.corner[0].z += 1e-6;
  FacetContact c;
  facet_contact(first.view(), second.view(), published_rules, c);
  EXPECT_NE(differences(c, test["expected"]), "");
}

}  // namespace
}  // namespace scree
