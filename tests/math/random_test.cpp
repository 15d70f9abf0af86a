#include "scree/math/random.hpp"

#include "scree/math/mat.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

TEST(Random, MatchesTheReferenceNumbers) {  // reference numbers of PCG for seed 42, default stream
  Random random(42);
  const std::uint32_t first = random.next(), second = random.next(), third = random.next();
  EXPECT_EQ(first, 0xc2f57bd6U);
  EXPECT_EQ(second, 0x6b07c4a9U);
  EXPECT_EQ(third, 0x72b7b29bU);
}

TEST(Random, UniformHasTheExpectedMoments) {
  Random random(5);
  constexpr int count = 200'000;
  Real sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const Real x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x, squares += x * x;
  }
  EXPECT_NEAR(sum / count, 0.5, 4 * 0.2887 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 1.0 / 3, 4 * 0.2981 / std::sqrt(count));
}

TEST(Random, DirectionsAndRotationsAreIsotropic) {
  Random random(6);
  constexpr int count = 100'000;
  Mat3 directions{}, rotated{};
  for (int i = 0; i < count; ++i) {
    const Vec3 d = random.direction(), t = rotate(random.rotation(), {0, 0, 1});
    directions = directions + outer(d, d);
    rotated = rotated + outer(t, t);
  }
  for (int i = 0; i < 3; ++i) {  // the mean of x^2 is 1/3 with standard deviation sqrt(4/45)
    EXPECT_NEAR(directions(i, i) / count, 1.0 / 3, 4 * 0.298 / std::sqrt(count));
    EXPECT_NEAR(rotated(i, i) / count, 1.0 / 3, 4 * 0.298 / std::sqrt(count));
  }
}

}  // namespace
}  // namespace scree
