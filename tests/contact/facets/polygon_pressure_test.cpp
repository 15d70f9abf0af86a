// Contacts of single facets: the 44 reference contacts with their integrals, closed forms for bodies pressed
// into a plane, and invariants of every contact.

#include "scree/contact/facets/polygon_pressure.hpp"
#include "scree/contact/facets/facet_pairs.hpp"
#include "scree/file.hpp"
#include "scree/law/pressure.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numbers>

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
      const Real twice = dot(normal, cross(corner[i - 1] - corner[0], corner[i] - corner[0]));
      centre += (twice / 3) * (corner[0] + corner[i - 1] + corner[i]), whole += twice;
    }
    centre = centre / whole;
    return {corner.data(),
            static_cast<int>(corner.size()),
            normal,
            dot(normal, centre),
            centre,
            layer,
            1,
            std::numeric_limits<Real>::infinity()};
  }
};

Polygon polygon(const Json& corners) {
  Polygon p;
  for (const Json& c : corners) p.corner.push_back(vec(c));
  return p;
}

/// Returns the elastic force and moment with a layer stiffness of 1, for bodies at rest.
FacetForce elastic(const FacetContact& c, int degree = 2) {
  return facet_force({.stiffness = 1}, c, triangle_rule(degree), [](Vec3) { return Vec3{}; });
}

Real area_of(const FacetContact& c) {
  Real area = 0;
  for_each_point(c, c.plane, rule_1, [&](Vec3, Real, Real twice) { area += twice; });
  return area;
}

const Json& reference() {
  static const Json data =
      Json::parse(read_file(std::string(SCREE_TEST_FOLDER) + "/reference/polygon-contact.json"));
  return data;
}

/// Returns the differences between a contact and an expected one, or an empty string if none exceeds 1e-10.
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
  for (int i = 0; i < c.count; ++i) deepest = std::max(deepest, c.corner[i].overlap);
  compare("normal", c.normal, vec(expected["n12"]));
  compare("point", contact_point(c), vec(expected["contact_point"]));
  compare("force", force.force, vec(expected["force_on_2_over_kl"]));
  compare("moment", force.moment, vec(expected["moment_integral"]));
  number("area", area_of(c), expected["area"]);
  number("integral", dot(force.force, c.normal), expected["mean_overlap_integral"]);
  number("deepest", deepest, expected["max_overlap"]);
  if (c.parallel != expected["flat"].get<bool>()) report += " flat";
  return report;
}

TEST(PolygonPressure, MatchesEveryReferenceContact) {
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
                                                                          : FacetStatus::no_overlap;
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

/// Returns the force that a body pressed into a plane exerts on the plane. Both have layers.
Vec3 force_on_floor(const FacetBody& body, const Pose& pose, Real stiffness_of_floor = 1) {
  const Mat3 rotation = to_matrix(pose.orientation);
  Vec3 buffer[most_facet_corners], force;
  FacetContact c;
  for (int f = 0; f < body.facet_count(); ++f) {
    const FacetView facet = facet_of({&body, 1}, f, rotation, pose.position, buffer);
    FacetView floor;
    floor.normal = {0, 0, 1}, floor.centre = facet.centre, floor.layer = 1e9;
    floor.stiffness = stiffness_of_floor;
    facet_contact(facet, floor, {}, c);
    if (c.status == FacetStatus::touching) force += elastic(c).force;
  }
  return force;
}

Quat rotation_to(Vec3 direction_down) {
  const Vec3 axis = cross(direction_down, {0, 0, -1});
  const Real cosine = -direction_down.z;
  return normalized(Quat{1 + cosine, axis.x, axis.y, axis.z});
}

/// A cube of edge 1 is pressed 0.1 deep into a floor with a face, an edge and a corner. For equal layers, the
/// force of a facet tilted by phi is volume x cos(phi) / cos(phi / 2)^3. On a rigid floor it is the volume.
TEST(PolygonPressure, MatchesFaceEdgeAndCornerOfACube) {
  const FacetBody cube = make_facet_body(library_shape("cube"));
  const Real depth = 0.1;
  struct Case {
    Vec3 down;
    Real volume, phi;
  };
  const Case cases[] = {
      {{0, 0, -1}, depth, 0},
      {normalized(Vec3{1, 0, 1}), depth * depth, std::numbers::pi / 4},
      {normalized(Vec3{1, 1, 1}), std::sqrt(3.0) / 2 * depth * depth * depth, std::acos(1 / std::sqrt(3.0))}};
  for (const Case& c : cases) {
    const Quat q = rotation_to(c.down);
    Real lowest = 0;
    for (const Vec3 v : cube.mesh.vertices) lowest = std::min(lowest, rotate(q, v).z);
    const Pose pose{{0, 0, -lowest - depth}, q};
    const Vec3 bisecting = force_on_floor(cube, pose), rigid = force_on_floor(cube, pose, 1e15);
    const Real expected = c.volume * std::cos(c.phi) / std::pow(std::cos(0.5 * c.phi), 3);
    EXPECT_NEAR(bisecting.z, -expected, 1e-12 * depth);
    EXPECT_NEAR(std::hypot(bisecting.x, bisecting.y), 0, 1e-12 * depth);
    EXPECT_NEAR(rigid.z, -c.volume, 1e-12 * depth);
  }
}

/// The moment of a cube pressed flat with a small tilt equals its force times the displacement of the centre
/// of pressure.
TEST(PolygonPressure, MomentOfATiltedFaceIsThatOfItsDisplacedCentre) {
  Polygon face{{{-0.5, 0.5, 0}, {0.5, 0.5, 0}, {0.5, -0.5, 0}, {-0.5, -0.5, 0}}};
  const Polygon floor{{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}};
  const Real tilt = 1e-3, depth = 0.01;
  for (Vec3& p : face.corner) p.z = -depth + tilt * p.x;
  FacetContact c;
  facet_contact(face.view(), floor.view(), {}, c);
  ASSERT_EQ(c.status, FacetStatus::touching);
  const FacetForce f = elastic(c);
  // The moment about the middle of the face is the integral of x (depth - tilt x) over the square. It is
  // equal to -tilt / 12.
  const Vec3 moment = f.moment + cross(contact_point(c), f.force);
  EXPECT_NEAR(f.force.z, -depth, 1e-5 * depth);
  EXPECT_NEAR(moment.y, -tilt / 12, 1e-2 * tilt / 12);
  EXPECT_NEAR(moment.x, 0, 1e-15);
}

TEST(PolygonPressure, RulesAreExactToTheirDegree) {
  FacetContact c;
  c.count = 3, c.normal = {0, 0, 1}, c.plane = {{}, {1, 0, 0}, {0, 1, 0}};
  c.corner[0] = {0, 0, 0}, c.corner[1] = {1, 0, 1}, c.corner[2] = {0, 1, 0};  // overlap at a point: its x
  for (const int degree : {1, 2, 4}) {
    for (int p = 0; p <= 5; ++p) {
      Real sum = 0, exact = 1;
      for_each_point(c, c.plane, triangle_rule(degree),
                     [&](Vec3, Real x, Real area) { sum += area * std::pow(x, p); });
      exact = 1.0 / ((p + 1) * (p + 2));
      if (p <= degree) {
        EXPECT_NEAR(sum, exact, 1e-14) << degree << " " << p;
      } else if (p == degree + 1) {
        EXPECT_GT(std::abs(sum - exact), 1e-6) << degree << " " << p;
      }
    }
  }
}

/// Sum over all facets of two bodies: the force on B and the moment about A's centre.
struct Sum {
  Vec3 force, moment;
  int contacts = 0;
};
Sum all_facets(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a, FacetList& list) {
  Sum sum;
  for_each_facet_contact(a, b, b_in_a, list, [&](const FacetContact& c, FacetPair) {
    if (c.status != FacetStatus::touching) return;
    const FacetForce f = elastic(c);
    sum.force += f.force, sum.moment += f.moment + cross(contact_point(c), f.force), ++sum.contacts;
  });
  return sum;
}

/// A corner of a cube slides over a floor of two facets. The second facet may slope up or down.
TEST(PolygonPressure, ForceIsContinuousWhereACornerCrossesAnEdge) {
  const FacetBody cube = make_facet_body(library_shape("cube"));
  const Quat q = rotation_to(normalized(Vec3{1, 0.8, 1.1}));
  const Mat3 rotation = to_matrix(q);
  Real lowest = 0;
  for (const Vec3 v : cube.mesh.vertices) lowest = std::min(lowest, rotate(q, v).z);
  for (const Real slope : {0.0, -0.05, 0.05}) {
    const Polygon left{{{-5, -5, 0}, {0, -5, 0}, {0, 5, 0}, {-5, 5, 0}}},
        right{{{0, -5, 0}, {5, -5, 5 * slope}, {5, 5, 5 * slope}, {0, 5, 0}}};
    const auto force_at = [&](Real x) {
      Vec3 buffer[most_facet_corners], force;
      FacetContact c;
      for (int f = 0; f < cube.facet_count(); ++f) {
        const FacetView facet = facet_of({&cube, 1}, f, rotation, {x, 0.01, -lowest - 0.05}, buffer);
        for (const Polygon* floor : {&left, &right}) {
          facet_contact(facet, floor->view(), {}, c);
          if (c.status == FacetStatus::touching) force += elastic(c).force;
        }
      }
      return force;
    };
    Real worst = 0, moved = 0;
    for (int i = -2000; i < 2000; ++i) {
      const Real x = 0.2 * i / 2000;
      const Vec3 f = force_at(x);
      worst = std::max(worst, length(force_at(x + 1e-9) - f) / length(f));
      moved = std::max(moved, length(f - force_at(-0.2)) / length(f));
    }
    EXPECT_LT(worst, 1e-6) << slope;
    if (slope != 0) { EXPECT_GT(moved, 0.01); }
  }
}

/// Sums over all pairs of facets without a list.
Sum without_list(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  Sum sum;
  const Real longest = longest_projection(a, b);
  const Mat3 rotation = to_matrix(b_in_a.orientation);
  Vec3 buffer_a[most_facet_corners], buffer_b[most_facet_corners];
  FacetContact c;
  for (int fb = 0; fb < b.body->facet_count(); ++fb) {
    const FacetView facet_b = facet_of(b, fb, rotation, b_in_a.position, buffer_b);
    for (int fa = 0; fa < a.body->facet_count(); ++fa) {
      facet_contact(facet_of(a, fa, buffer_a), facet_b, {}, c);
      if (c.status != FacetStatus::touching) continue;
      c.share = projection_share(c.projection_distance / (longest + c.depth)) *
                share_in(a, fa, c.middle, c.depth) *
                share_in(b, fb, transpose(rotation) * (c.middle - b_in_a.position), c.depth);
      if (c.share == 0) continue;
      const FacetForce f = elastic(c);
      sum.force += f.force, sum.moment += f.moment + cross(contact_point(c), f.force), ++sum.contacts;
    }
  }
  return sum;
}

/// Bodies move relative to each other. Action equals reaction, and the list of facet pairs contains every
/// pair that touches.
TEST(PolygonPressure, ListsAndSwapsOfMovingBodies) {
  const FacetBody bodies[] = {
      make_facet_body(library_shape("cube")), make_facet_body(library_shape("tetris_t")),
      make_facet_body(library_shape("nut", {}, {Size::By::diameter, 2})),
      make_facet_body(library_shape("icosphere", {.level = 2}, {Size::By::diameter, 1.5}))};
  Random random(5);
  int touching = 0, built = 0, queries = 0;
  for (int k = 0; k < 60; ++k) {
    const FacetBodyView a{&bodies[random.below(4)], random.uniform(0.8, 1.2)},
        b{&bodies[random.below(4)], random.uniform(0.8, 1.2)};
    Pose pose{random.uniform(0.6, 0.95) *
                  (a.scale * a.body->mesh.bounding_radius + b.scale * b.body->mesh.bounding_radius) *
                  random.direction(),
              random.rotation()};
    FacetList kept;
    for (int step = 0; step < 40; ++step) {
      pose.position += 0.0003 * random.direction();
      const Vec3 h = 0.0001 * random.direction();
      pose.orientation = normalized(Quat{1, h.x, h.y, h.z} * pose.orientation);
      const Pose last = kept.built;
      FacetList fresh, swapped;
      const Sum by_list = all_facets(a, b, pose, kept), at_once = all_facets(a, b, pose, fresh);
      ASSERT_EQ(by_list.contacts, at_once.contacts);
      ASSERT_EQ(by_list.force, at_once.force);
      built += kept.built.position == last.position ? 0 : 1, ++queries;
      if (step % 10 == 0) {
        const Sum all = without_list(a, b, pose);
        ASSERT_EQ(by_list.contacts, all.contacts);
        ASSERT_LT(length(by_list.force - all.force), 1e-12);
      }
      const Sum other = all_facets(b, a, inverse(pose), swapped);
      ASSERT_EQ(other.contacts, at_once.contacts);
      // Transforms the result for B to A's frame.
      const Vec3 reaction = rotate(pose.orientation, other.force);
      const Vec3 moment = rotate(pose.orientation, other.moment) + cross(pose.position, reaction);
      ASSERT_LT(length(reaction + at_once.force), 1e-9);
      ASSERT_LT(length(moment + at_once.moment), 1e-9);
      touching += at_once.contacts;
    }
  }
  EXPECT_GT(touching, 2000);
  EXPECT_LT(built, queries / 2);
}

}  // namespace
}  // namespace scree
