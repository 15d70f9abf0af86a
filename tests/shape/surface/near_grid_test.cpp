#include "scree/shape/surface/near_grid.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

Real distance(const Box& box, Vec3 p) { return length(max(max(box.lower - p, p - box.upper), Vec3{})); }

TEST(NearGrid, EveryBoxWithinReachIsFound) {
  Random random(3);
  std::vector<Box> boxes;
  Box bounds;
  for (int i = 0; i < 200; ++i) {
    const Vec3 corner{random.uniform(-1, 1), random.uniform(-2, 2), random.uniform(-0.1, 0.1)};
    boxes.push_back({corner, corner + Vec3{random.uniform(0, 0.3), random.uniform(0, 0.3), 0}});
    bounds.include(boxes.back());
  }
  const Real reach = 0.07;
  const NearGrid grid(boxes, bounds, reach);
  EXPECT_EQ(grid.reach(), reach);
  int found = 0, listed = 0;
  for (int n = 0; n < 5000; ++n) {
    Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = random.uniform(bounds.lower[i], bounds.upper[i]);
    if (n == 0) p = bounds.lower;
    if (n == 1) p = bounds.upper;
    const auto near = grid.near(p);
    listed += static_cast<int>(near.size());
    for (int b = 0; b < 200; ++b) {
      if (distance(boxes[b], p) > reach) continue;
      ++found;
      ASSERT_TRUE(std::find(near.begin(), near.end(), b) != near.end()) << n << " " << b;
    }
  }
  EXPECT_GT(found, 4000);
  EXPECT_LT(listed, 6 * found);  // the lists contain few other boxes
}

}  // namespace
}  // namespace scree
