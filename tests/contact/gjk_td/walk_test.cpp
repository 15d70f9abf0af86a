// Compares warm and cold answers of gjk_td on walks of many steps.

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"
#include "scree/verify/random_pairs.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

Real decades(Random& random, Real from, Real to) { return std::pow(10.0, random.uniform(from, to)); }

/// Compares warm answers with cold ones at the same poses. Errors are fractions of the scale, which is the
/// size of the pair or the distance between the centres, whichever is larger.
struct Comparison {
  // `statuses` and `overlaps` are the numbers of answers that differ.
  int queries = 0, touching = 0, statuses = 0, overlaps = 0;
  Real worst = 0;

  void add(const PolyhedronView& a, const PolyhedronView& b, const Pose& pose, Cache& cache, Real cutoff) {
    const Real scale = std::max(a.bounding_radius + b.bounding_radius, length(pose.position));
    Cache none;
    const Contact cold = GjkTd::collide(a, b, pose, none);
    const Contact warm = GjkTd::collide(a, b, pose, cache, {.distance_cutoff = cutoff});
    // Beyond `distance_cutoff` the reported gap is a lower bound on the distance.
    const bool bound = cutoff < 1 && warm.status == Status::separated;
    const Real off =
        bound ? std::max<Real>(0, cold.overlap - warm.overlap) : std::abs(warm.overlap - cold.overlap);
    ++queries;
    touching += cold.status == Status::touching ? 1 : 0;
    statuses += warm.status != cold.status && std::abs(cold.overlap) > 1e-12 * scale ? 1 : 0;
    overlaps += off > 4e-12 * scale ? 1 : 0;
    worst = std::max(worst, off / scale);
  }
  void expect_none_differs() const {
    EXPECT_EQ(statuses, 0);
    EXPECT_EQ(overlaps, 0);
    std::printf("%d queries, %d touching, worst difference %.2g of the scale\n", queries, touching, worst);
  }
};

/// Walks in steps of 1e-13 to 0.01 of the size, and rotates by 1e-13 to 0.01 radians. Now and then the walk
/// makes a jump or flips the sign of the quaternion.
Comparison compare_on_walk(const RandomPair& pair, Random& random) {
  const PolyhedronView a = view(*pair.a), b = view(*pair.b);
  const Real size = a.bounding_radius + b.bounding_radius;
  const Real most_distance = decades(random, -13, -2), most_angle = decades(random, -13, -2);
  const Vec3 along = random.direction(), axis = random.direction();
  constexpr Real limits[] = {1e300, 0, 0.01};
  const int kind = random.below(4);  // index in `limits`; 3: another limit in each step
  Comparison result;
  Cache cache;
  Pose pose = pair.b_in_a;
  for (int step = 0; step < 24; ++step) {
    if (random.below(4) == 0) {
      Quat& q = pose.orientation;
      q = {-q.w, -q.x, -q.y, -q.z};
    }
    result.add(a, b, pose, cache, limits[kind == 3 ? random.below(3) : kind]);
    const bool jump = random.below(10) == 0;
    const Real share = random.below(3) == 0 ? random.uniform(-1, 1) : 1;
    const Vec3 moved = jump ? decades(random, -9, -1) * random.direction() : share * most_distance * along;
    const Quat rotation =
        jump ? axis_angle(random.direction(), decades(random, -9, -1)) : axis_angle(axis, share * most_angle);
    pose.position += size * moved;
    pose.orientation = normalized(rotation * pose.orientation);
  }
  return result;
}

// Faces that are parallel to 1e-10 tie within the feature tolerance. The search once took the facet of the
// previous step for the one of least overlap. The warm answer then touched by 2.2e-10, while the cold one was
// apart by 4.8e-11.
TEST(Walks, TwoCubesWhoseFacesAreNearlyParallelHaveOneAnswer) {
  const Polyhedron cube = make_polyhedron(library_shape("cube"));
  const PolyhedronView v = view(cube);
  const Pose before{{0.858, 0.888, 1 - 1.2e-6}, Quat{1, 6e-13, -2.8e-13, 0}};
  const Pose now{{0.858, 0.888, 1 - 6.8e-11}, Quat{1, -7.55e-11, 8.03e-11, 0}};
  for (const Real cutoff : {1e300, 0.0}) {
    Cache cache;
    GjkTd::collide(v, v, before, cache, {.distance_cutoff = cutoff});
    ASSERT_TRUE(cache.holds_facet());
    const Contact warm = GjkTd::collide(v, v, now, cache, {.distance_cutoff = cutoff});
    EXPECT_EQ(warm.status, Status::separated);
    EXPECT_LT(warm.overlap, -4.8e-11);
    const Contact exact = Exact::collide(v, v, now);
    EXPECT_EQ(exact.status, Status::separated);
    EXPECT_NEAR(exact.overlap, -4.808e-11, 1e-14);
  }
}

TEST(Walks, CubesThatSlideOnEachOtherHaveColdAnswers) {
  const Polyhedron cube = make_polyhedron(library_shape("cube"));
  const PolyhedronView v = view(cube);
  Random random(1);
  Comparison result;
  const auto level_axis = [&] { return normalized(Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0}); };
  for (int trial = 0; trial < 100'000; ++trial) {
    const Real amount = decades(random, -12, -8), cutoff = random.below(2) == 0 ? 0 : 1e300;
    Pose pose{{random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9), 1 - decades(random, -12, -4)},
              axis_angle(level_axis(), random.below(2) == 0 ? 0 : decades(random, -13, -8))};
    Cache cache;
    GjkTd::collide(v, v, pose, cache, {.distance_cutoff = cutoff});
    for (int step = 0; step < 2; ++step) {
      pose.position.x += random.uniform(-1, 1) * decades(random, -12, -3);
      pose.position.z = 1 + random.uniform(-1, 1) * amount;
      pose.orientation = normalized(axis_angle(level_axis(), amount) * pose.orientation);
      result.add(v, v, pose, cache, cutoff);
    }
  }
  EXPECT_GT(result.touching, result.queries / 3);
  result.expect_none_differs();
}

TEST(Walks, RandomPairsOfEveryFamilyHaveColdAnswers) {
  const RandomPairs pairs(11);
  const auto families = RandomPairs::families();
  Comparison sum;
  const auto walk = [&](std::uint64_t index) {
    Random random(index);
    const Comparison c = compare_on_walk(pairs(index), random);
    if (c.statuses + c.overlaps > 0) ADD_FAILURE() << families[index % families.size()] << ", pair " << index;
    sum.queries += c.queries, sum.touching += c.touching;
    sum.statuses += c.statuses, sum.overlaps += c.overlaps, sum.worst = std::max(sum.worst, c.worst);
  };
  for (std::uint64_t i = 0; i < 3200; ++i) walk(i);
  // Pairs with nearly parallel or nearly touching features get more walks.
  for (std::uint64_t i = 3200; i < 32'000; ++i) {
    const std::string_view family = families[i % families.size()];
    if (family == "parallel" || family == "nearly_parallel" || family == "nearly_touching") walk(i);
  }
  EXPECT_GT(sum.touching, sum.queries / 4);
  sum.expect_none_differs();
}

}  // namespace
}  // namespace scree
