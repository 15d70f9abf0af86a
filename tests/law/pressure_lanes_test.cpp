#include "scree/law/pressure_lanes.hpp"

#include "support/support.hpp"

namespace scree::test {
namespace {

TEST(PressureLanes, EveryWidthGivesTheSameBits) {
  Random random(815);
  int slipping = 0, parting = 0, checked = 0;
  for (const PressureLanes* lanes = pressure_lanes(); *lanes != nullptr; ++lanes) {
    for (int round = 0; round < 500; ++round) {
      const PressureLaw law{random.uniform(1e7, 1e8), random.uniform(0, 1e4), random.uniform(0, 1e4),
                            random.uniform(0, 1)};
      const PressingPair pair{random.uniform(0, 1) * random.direction(),
                              random.uniform(0, 0.1) * random.direction(),
                              random.uniform(0, 5) * random.direction(),
                              random.uniform(0, 0.5) * random.direction(), random.uniform(0, 4e6)};
      PressureColumns c{};
      for (int i = 0; i < PressureColumns::group; ++i) {
        c.position.set(i, pair.origin + 0.01 * random.direction());
        c.normal.set(i, random.direction());
        c.overlap[i] = std::pow(10, random.uniform(-9, -4));
        c.area[i] = std::pow(10, random.uniform(-9, -4));
      }
      (*lanes)(c, law, pair);
      for (int i = 0; i < PressureColumns::group; ++i, ++checked) {
        const PressedPoint lane = c[i], alone = press_layer(law, pair, c.position[i], c.normal[i],
                                                            c.overlap[i], c.area[i]);
        ASSERT_EQ(lane.force, alone.force) << "width " << lanes - pressure_lanes() << ", point " << i;
        ASSERT_EQ(lane.moment, alone.moment);
        ASSERT_EQ(lane.push, alone.push);
        ASSERT_EQ(lane.drag, alone.drag);
        ASSERT_EQ(lane.drag_of_left, alone.drag_of_left);
        ASSERT_EQ(lane.pressing, alone.pressing);
        ASSERT_EQ(lane.left, alone.left);
        ASSERT_EQ(lane.whole, alone.whole);
        ASSERT_EQ(lane.stored, alone.stored);
        ASSERT_EQ(lane.power, alone.power);
        ASSERT_EQ(lane.damping, alone.damping);
        ASSERT_EQ(lane.sliding, alone.sliding);
        parting += alone.pressing == 0 ? 1 : 0;
        slipping += alone.pressing > 0 && length(alone.drag) > 0.999 * law.friction * alone.pressing ? 1 : 0;
      }
    }
  }
  // Checks that all branches of the law were taken often.
  EXPECT_GT(parting, checked / 20);
  EXPECT_GT(slipping, checked / 20);
  EXPECT_LT(parting + slipping, checked - checked / 20);
}

}  // namespace
}  // namespace scree::test
