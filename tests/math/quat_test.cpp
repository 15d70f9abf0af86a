#include "scree/math/quat.hpp"

#include "scree/math/pose.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

TEST(Quat, MatrixAndQuaternionRotateAlike) {
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    const Quat q = random.rotation();
    const Vec3 v = random.direction();
    EXPECT_LT(length(to_matrix(q) * v - rotate(q, v)), 1e-15);
    EXPECT_LT(length(rotate(to_quat(to_matrix(q)), v) - rotate(q, v)), 1e-14);
    const Quat r = random.rotation();
    EXPECT_LT(length(rotate(q * r, v) - rotate(q, rotate(r, v))), 1e-14);
  }
}

TEST(Quat, HalfTurnsComeBackFromTheirMatrices) {  // w = 0 reaches each branch of to_quat
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, normalized(Vec3{1, 2, 3})}) {
    const Quat q = axis_angle(axis, std::numbers::pi);
    EXPECT_LT(length(rotate(to_quat(to_matrix(q)), {0.3, -0.2, 0.9}) - rotate(q, {0.3, -0.2, 0.9})), 1e-15);
  }
}

TEST(Pose, InverseUndoesTheTransformation) {
  Random random(4);
  for (int n = 0; n < 1000; ++n) {
    const Pose a{random.direction(), random.rotation()}, b{random.direction(), random.rotation()};
    const Vec3 v = random.direction();
    EXPECT_LT(length(inverse_transform(a, transform(a, v)) - v), 1e-14);
    EXPECT_LT(length(transform(inverse(a), transform(a, v)) - v), 1e-14);
    EXPECT_LT(length(transform(a * b, v) - transform(a, transform(b, v))), 1e-14);
  }
}

}  // namespace
}  // namespace scree
