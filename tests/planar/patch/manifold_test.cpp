// The contact points of two polygons: their number, positions and shares of the force. They must not jump.

#include "scree/planar/patch/manifold.hpp"

#include "scree/planar/gjk_td/gjk_td.hpp"
#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

const Polygon& square() {
  static const Polygon body =
      make_polygon(std::vector<Vec2>{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}});
  return body;
}

PlanarManifold manifold(const Polygon& a, const Polygon& b, const PlanarPose& pose) {
  PlanarCache cache;
  return manifold_of({view(a), view(b), pose}, planar::GjkTd::collide(view(a), view(b), pose, cache));
}

TEST(PlanarManifold, EdgeOnEdgeHasTwoPointsAtTheEndsOfTheSharedSegment) {
  const PlanarManifold m = manifold(square(), square(), {{0.3, 0.99}, {}});
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(std::min(m.point[0].position.x, m.point[1].position.x), -0.2, 1e-12);
  EXPECT_NEAR(std::max(m.point[0].position.x, m.point[1].position.x), 0.5, 1e-12);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(m.point[i].position.y, 0.495, 1e-12);
    EXPECT_NEAR(m.point[i].overlap, 0.01, 1e-12);
    EXPECT_NEAR(m.point[i].weight, 0.5, 1e-12);
    EXPECT_LT(length(m.point[i].normal - Vec2{0, 1}), 1e-12);
  }
  EXPECT_NE(m.point[0].key, m.point[1].key);
}

TEST(PlanarManifold, CornerOnEdgeHasOnePoint) {
  const PlanarManifold m =
      manifold(square(), square(), {{0.1, 0.5 + std::sqrt(0.5) - 0.01}, rotation_by(std::numbers::pi / 4)});
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.point[0].position.x, 0.1, 1e-12);
  EXPECT_NEAR(m.point[0].overlap, 0.01, 1e-12);
  EXPECT_EQ(m.point[0].weight, 1);
}

TEST(PlanarManifold, WeightsSumToOneAndChangeWithoutAJump) {
  Real last = 0.5;
  int points = 0;
  for (int step = 0; step <= 800; ++step) {
    const Real angle = 1e-4 * step;
    const PlanarManifold m = manifold(square(), square(), {{0.1, 0.98}, rotation_by(angle)});
    Real sum = 0, lowest = 1;
    for (int i = 0; i < m.count; ++i) sum += m.point[i].weight, lowest = std::min(lowest, m.point[i].weight);
    EXPECT_NEAR(sum, 1, 1e-12) << angle;
    const Real lesser = m.count == 2 ? lowest : 0;
    EXPECT_LT(std::abs(lesser - last), 0.01) << angle;
    EXPECT_LE(lesser, last + 1e-9) << angle;
    last = lesser;
    points += m.count;
  }
  EXPECT_EQ(last, 0);
  EXPECT_GT(points, 801);
}

TEST(PlanarManifold, GradientIsTheDerivativeOfTheWeight) {
  for (const Real angle : {0.002, 0.01, 0.02, 0.035}) {
    const auto at = [&](Real tilt) { return manifold(square(), square(), {{0.1, 0.98}, rotation_by(tilt)}); };
    const PlanarManifold m = at(angle), after = at(angle + 1e-6), before = at(angle - 1e-6);
    ASSERT_EQ(m.count, 2);
    for (int i = 0; i < 2; ++i) {
      // The points move a little as the square rotates, so the gradient predicts the rate only to 5 %.
      const Real rate = (after.point[i].weight - before.point[i].weight) / 2e-6;
      EXPECT_NEAR(m.point[i].weight_gradient, rate, 0.05 * std::abs(rate)) << angle;
    }
  }
}

TEST(PlanarManifold, IsFiniteOnEveryRandomPair) {
  for (int i = 0; i < 10000; ++i) {
    const PlanarCase c = planar_case(i);
    const PlanarManifold m = manifold(c.a, c.b, c.b_in_a);
    Real sum = 0;
    for (int k = 0; k < m.count; ++k) {
      ASSERT_TRUE(is_finite(m.point[k].position) && std::isfinite(m.point[k].overlap)) << i;
      ASSERT_LE(length(m.point[k].position), 2 * c.pair().size() + length(c.b_in_a.position)) << i;
      sum += m.point[k].weight;
    }
    ASSERT_NEAR(sum, 1, 1e-12) << i;
  }
}

}  // namespace
}  // namespace scree
