#include "scree/math/closest.hpp"

#include <gtest/gtest.h>

namespace scree::test {
namespace {

/// The edges cross at an angle of 1e-3 to 1e-8 radians without touching. The distance is accurate. The
/// closest points are as accurate as the angle allows.
TEST(Closest, FindsClosestPointsOfNearlyParallelSegments) {
  const Real gap = 1e-4, at = 1234.5;
  for (const Real angle : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    const Vec3 along{std::cos(angle), std::sin(angle), 0}, crossing{at, 0, gap};
    const ClosestPoints c =
        closest_segments({-8000, 0, 0}, {9000, 0, 0}, crossing - 7000 * along, crossing + 5000 * along);
    EXPECT_NEAR(length(c.second - c.first), gap, 1e-8 * gap) << angle;
    EXPECT_NEAR(c.first.x, at, 1e-11 / angle) << angle;
  }
}

TEST(Closest, HandlesEndsAndPoints) {
  const ClosestPoints ends = closest_segments({0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {2, 5, 0});
  EXPECT_EQ(ends.first.x, 1);
  EXPECT_EQ(ends.second.y, 1);
  const ClosestPoints parallel = closest_segments({0, 0, 0}, {1, 0, 0}, {0.25, 2, 0}, {3, 2, 0});
  EXPECT_EQ(length(parallel.second - parallel.first), 2);
  const ClosestPoints point = closest_segments({1, 1, 1}, {1, 1, 1}, {0, 0, 1}, {0, 3, 1});
  EXPECT_EQ(point.second.y, 1);
}

}  // namespace
}  // namespace scree::test
