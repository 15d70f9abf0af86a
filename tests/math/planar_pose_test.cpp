// Compares planar poses with poses in space that rotate about z.

#include "scree/math/planar_pose.hpp"

#include "scree/math/pose.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

struct Both {
  PlanarPose planar;
  Pose solid;
};

Both random_pose(Random& random) {
  const Real x = random.uniform(-2, 2), y = random.uniform(-2, 2), angle = random.uniform(-3, 3);
  return {{{x, y}, rotation_by(angle)}, {{x, y, 0}, axis_angle({0, 0, 1}, angle)}};
}

TEST(PlanarPose, TransformsPointsAsASpatialPoseDoes) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Both p = random_pose(random), q = random_pose(random);
    const Vec2 v{random.uniform(-1, 1), random.uniform(-1, 1)};
    const auto same = [](Vec2 planar, Vec3 solid) { return length(planar - Vec2{solid.x, solid.y}) < 1e-14; };
    EXPECT_TRUE(same(transform(p.planar, v), transform(p.solid, {v.x, v.y, 0})));
    EXPECT_TRUE(same(inverse_transform(p.planar, v), inverse_transform(p.solid, {v.x, v.y, 0})));
    EXPECT_TRUE(same(transform(p.planar * q.planar, v), transform(p.solid * q.solid, {v.x, v.y, 0})));
    EXPECT_LT(length(transform(inverse(p.planar) * p.planar, v) - v), 1e-14);
    EXPECT_FALSE(same(transform(p.planar, v), transform(inverse(p.solid), {v.x, v.y, 0})));
  }
  EXPECT_NEAR(angle_of(rotation_by(0.7) * rotation_by(0.5)), 1.2, 1e-15);
  EXPECT_NEAR(angle_of(normalized(PlanarRotation{2, 2})), 0.78539816339744831, 1e-15);
}

}  // namespace
}  // namespace scree
