// Superquadrics whose centres nearly coincide with the centres of their partners, compared with certified
// intervals of the signed distance (tests/reference/near-centres.json). The intervals come from a branch
// and bound search over the sphere of normals. It is written in another language and shares no formula with
// the library.
#include "scree/contact/round_algorithms.hpp"
#include "scree/file.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/polyhedron.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>

namespace scree {
namespace {

using nlohmann::json;

constexpr Real limit = 1e-8;  // fraction of the size

struct NearPair {
  std::optional<Polyhedron> solid;  // polyhedron A; without it A is a superquadric
  std::optional<Superquadric> first;
  Superquadric second;
  Pose pose;
  Real lower = 0, upper = 0;  // bounds on the signed distance
};

Superquadric superquadric_of(const json& j) { return make_superquadric({j[0], j[1], j[2]}, j[3], j[4]); }

std::vector<NearPair> near_pairs() {
  std::vector<NearPair> pairs;
  const json file = json::parse(read_file(SCREE_TEST_FOLDER "/reference/near-centres.json"));
  for (const json& j : file.at("pairs")) {
    NearPair pair;
    if (j.contains("solid")) {
      LibraryParameters parameters;
      if (j.contains("height")) parameters.lengths = {1, 1, j.at("height")};
      pair.solid = make_polyhedron(
          library_shape(j.at("solid").get<std::string>(), parameters, {Size::By::diameter, 2}));
    } else {
      pair.first = superquadric_of(j.at("a"));
    }
    pair.second = superquadric_of(j.at("b"));
    const json& p = j.at("pose");
    pair.pose = {{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}};
    pair.lower = j.at("lower"), pair.upper = j.at("upper");
    pairs.push_back(pair);
  }
  return pairs;
}

Real size_of(const NearPair& p) {
  return (p.solid ? p.solid->bounding_radius : bounding_radius(*p.first)) + bounding_radius(p.second);
}

/// Returns the error of a signed distance outside its certified interval, as a fraction of the size.
Real outside(const NearPair& p, Real signed_distance) {
  return std::max({Real(0), p.lower - signed_distance, signed_distance - p.upper}) / size_of(p);
}

template <class List, class Body>
void check_algorithms(const List& algorithms, const NearPair& p, const Body& a, int& flagged, Real& worst) {
  const PlacedSuperquadric b(p.second, p.pose);
  for (const auto& algorithm : algorithms) {
    if (!algorithm.exact) continue;
    Cache cache;
    for (int query = 0; query < 3; ++query) {  // one cold query, two warm ones
      const Contact c = algorithm.collide(a, b, cache, {});
      ASSERT_EQ(c.status, Status::touching) << algorithm.name;
      EXPECT_LE(outside(p, -c.overlap), limit) << algorithm.name << " query " << query;
      worst = std::max(worst, outside(p, -c.overlap));
      flagged += c.uncertified && query == 0 ? 1 : 0;
    }
  }
}

TEST(NearlyConcentric, AnswersLieInTheCertifiedIntervals) {
  int flagged = 0, pairs = 0;
  Real worst = 0;
  for (const NearPair& p : near_pairs()) {
    SCOPED_TRACE(pairs++);
    if (p.solid) {
      check_algorithms(polyhedron_superquadric_algorithms, p, view(*p.solid), flagged, worst);
    } else {
      check_algorithms(superquadric_algorithms, p, PlacedSuperquadric(*p.first, {}), flagged, worst);
    }
  }
  std::printf("%d pairs, worst %.1e of the size outside, %d of %d answers flagged\n", pairs, worst, flagged,
              2 * pairs);
  EXPECT_GT(pairs, 100);
}

TEST(NearlyConcentric, TheComparisonCanFail) {
  const NearPair p = near_pairs().front();
  EXPECT_EQ(outside(p, 0.5 * (p.lower + p.upper)), 0);
  EXPECT_GT(outside(p, p.lower - 2 * limit * size_of(p)), limit);
  EXPECT_GT(outside(p, p.upper + 2 * limit * size_of(p)), limit);
}

/// Ordinary contacts are shallow: a single common normal is proven to be the only one, so no answer
/// is flagged.
TEST(NearlyConcentric, OnlyAnswersThatTheBoundsLeaveOpenAreFlagged) {
  const Superquadric ball = make_superquadric({1, 1 - 1e-8, 1 + 2e-8}, 2.4, 2);
  const PlacedSuperquadric a(ball, {});
  const auto flagged = [&](Vec3 position) {
    Cache cache;
    return SuperquadricPairNewton::collide(a, {ball, {position, {}}}, cache).uncertified;
  };
  EXPECT_FALSE(flagged({2.5, 0.1, 0.2}));
  EXPECT_FALSE(flagged({1.9, 0.1, 0.2}));
  EXPECT_TRUE(flagged({1e-6, 2e-6, -1e-6}));
}

}  // namespace
}  // namespace scree
