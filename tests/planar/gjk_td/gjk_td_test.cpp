// gjk_td in 2D after motions, without the gap, and at the limits of its range of input.

#include "scree/planar/gjk_td/gjk_td.hpp"

#include "scree/planar/pair/certificate.hpp"
#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

using planar::Exact;
using planar::GjkTd;

PlanarPose moved_a_little(const PlanarPose& pose, Real size, Random& random) {
  const auto amount = [&] { return std::pow(10.0, random.uniform(-6, -1)); };
  return {pose.position + amount() * size * random_direction(random),
          normalized(rotation_by(random.below(2) == 0 ? amount() : -amount()) * pose.orientation)};
}

TEST(PlanarGjkTd, IsProvenAfterEveryMotion) {
  int fallbacks = 0, steps = 0, queries = 0;
  for (int i = 0; i < 10000; ++i) {
    PlanarCase c = planar_case(i);
    Random random(static_cast<std::uint64_t>(i));
    PlanarCache cache;
    for (int step = 0; step < 5; ++step) {
      const PlanarContact x = GjkTd::collide(view(c.a), view(c.b), c.b_in_a, cache);
      ASSERT_EQ(prove(c.pair(), x).objection, "") << i << ' ' << c.family << " step " << step;
      fallbacks += x.used_fallback ? 1 : 0;
      if (step > 0) steps += x.iterations, ++queries;
      c.b_in_a = moved_a_little(c.b_in_a, c.pair().size(), random);
    }
  }
  EXPECT_LT(fallbacks, 5);
  EXPECT_LT(steps, 3.5 * queries);  // for motions of up to a tenth of the size
}

TEST(PlanarGjkTd, WithoutTheGapTheVerdictAndTheOverlapStay) {
  for (int i = 0; i < 10000; ++i) {
    PlanarCase c = planar_case(i);
    Random random(static_cast<std::uint64_t>(i) + 77);
    PlanarCache cache;
    for (int step = 0; step < 4; ++step) {
      const PlanarContact x = GjkTd::collide(view(c.a), view(c.b), c.b_in_a, cache, {.distance_cutoff = 0});
      const PlanarContact exact = Exact::collide(view(c.a), view(c.b), c.b_in_a);
      const Real size = c.pair().size();
      if (std::abs(exact.overlap) > 1e-12 * size) {
        ASSERT_EQ(x.status, exact.status) << i << ' ' << c.family;
      }
      if (x.status == Status::touching) {
        ASSERT_NEAR(x.overlap, exact.overlap, 1e-11 * size) << i << ' ' << c.family;
      } else {
        // The normal defines a line between the bodies, whose gap is at most the distance.
        ASSERT_LE(-x.overlap, -exact.overlap + 1e-11 * size) << i << ' ' << c.family;
        ASSERT_GE(-x.overlap, -1e-12 * size) << i << ' ' << c.family;
      }
      c.b_in_a = moved_a_little(c.b_in_a, size, random);
    }
  }
}

TEST(PlanarGjkTd, RestingPairsAreProvenWithoutASearch) {
  // A square touches edge on edge and corner on edge. After a step as small as in a simulation, the search
  // needs no iteration.
  const Polygon square = make_polygon(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  const Polygon hexagon = regular_polygon(6);
  for (const Polygon* b : {&square, &hexagon}) {
    PlanarCache cache;
    for (int step = 0; step < 100; ++step) {
      const PlanarPose pose{{0.1 + 1e-5 * step, 0.5 + b->inscribed_radius - 1e-4},
                            rotation_by(0.001 + 1e-6 * step)};
      const PlanarContact x = GjkTd::collide(view(square), view(*b), pose, cache, {.distance_cutoff = 0});
      ASSERT_EQ(x.status, Status::touching);
      EXPECT_EQ(prove(PolygonPair(view(square), view(*b), pose), x).objection, "");
      if (step > 0) { EXPECT_EQ(x.iterations, 0) << step; }
    }
  }
}

TEST(PlanarGjkTd, IsRightForManySides) {
  // A - B has more corners than the growing polygon can store. The answer is correct, whichever algorithm
  // supplies it.
  const Polygon a = regular_polygon(400), b = regular_polygon(300, 0.8, 0.001);
  int fallbacks = 0;
  for (const Real x : {0.0, 1e-9, 0.3, 1.5, 1.79999, 1.8, 1.9}) {
    PlanarCache cache;
    const PlanarPose pose{{x, 0.4 * x}, rotation_by(0.3)};
    const PlanarContact found = GjkTd::collide(view(a), view(b), pose, cache);
    EXPECT_EQ(prove(PolygonPair(view(a), view(b), pose), found).objection, "") << x;
    fallbacks += found.used_fallback ? 1 : 0;
  }
  EXPECT_GT(fallbacks, 0);
}

}  // namespace
}  // namespace scree
