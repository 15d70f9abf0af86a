// Depths of points in bodies, compared with a search over all facets.

#include "scree/contact/facets/depth_in_body.hpp"
#include "scree/math/closest.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

/// Returns the solid angle of the surface seen from a point, divided by 4 pi: 1 inside, 0 outside (van
/// Oosterom and Strackee 1983).
Real winding(const FacetBody& body, Vec3 p) {
  Real sum = 0;
  for (int f = 0; f < body.facet_count(); ++f) {
    const int begin = body.begin[f], end = body.begin[f + 1];
    for (int c = begin + 2; c < end; ++c) {
      const Vec3 x = body.corner[begin] - p, y = body.corner[c - 1] - p, z = body.corner[c] - p;
      const Real lx = length(x), ly = length(y), lz = length(z);
      sum += 2 *
             std::atan2(dot(x, cross(y, z)), lx * ly * lz + dot(x, y) * lz + dot(x, z) * ly + dot(y, z) * lx);
    }
  }
  return sum / (4 * std::numbers::pi);
}

Real distance_to_surface(const FacetBody& body, Vec3 p) {
  Real nearest = 1e300;
  for (int f = 0; f < body.facet_count(); ++f) {
    const int begin = body.begin[f], end = body.begin[f + 1];
    bool over = true;
    for (int c = begin; c < end; ++c) {
      const Vec3 from = body.corner[c], to = body.corner[c + 1 < end ? c + 1 : begin];
      over = over && dot(body.normal[f], cross(to - from, p - from)) >= 0;
      nearest = std::min(nearest, length(from + closest_on_segment(p, from, to) * (to - from) - p));
    }
    if (over) nearest = std::min(nearest, std::abs(dot(body.normal[f], p) - body.offset[f]));
  }
  return nearest;
}

TEST(DepthInBody, IsTheDistanceToTheSurfaceFromWithin) {
  Random random(11);
  for (const char* name : {"cube", "tetris_l", "nut", "icosphere"}) {
    const FacetBody body = make_facet_body(library_shape(name, {.level = 2}));
    int inside = 0;
    for (int n = 0; n < 2000; ++n) {
      Vec3 p;
      for (int i = 0; i < 3; ++i) p[i] = random.uniform(body.bounds.lower[i], body.bounds.upper[i]);
      const int near = static_cast<int>(random.below(body.facet_count()));  // any facet may be the start
      if (n % 2 == 0)
        p = body.centre[near] - random.uniform(-0.02, 0.05) * body.bounds.diagonal() * body.normal[near];
      const bool within = winding(body, p) > 0.5;
      const Real expected = within ? distance_to_surface(body, p) : 0;
      ASSERT_NEAR(depth_in_body(body, near, p, 0), expected, 1e-12) << name << " " << n;
      if (expected > 0) { ASSERT_EQ(depth_in_body(body, near, p, 1.01 * expected) > 1.01 * expected, false); }
      inside += within ? 1 : 0;
    }
    EXPECT_GT(inside, 300) << name;
  }
}

}  // namespace
}  // namespace scree
