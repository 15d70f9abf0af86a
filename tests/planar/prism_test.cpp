// Compares 2D with 3D: polygons, and prisms over the same polygons. The prisms are so thick that the least
// overlap lies in the plane.

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/planar/gjk_td/gjk_td.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

/// Returns the prism over a polygon in the polygon's frame, not in principal axes.
Polyhedron prism_over(const Polygon& polygon, Real height) {
  std::vector<Vec3> vertices;
  for (const Real z : {-height / 2, height / 2}) {
    for (const Vec2 v : polygon.vertices) vertices.push_back({v.x, v.y, z});
  }
  const int n = polygon.vertex_count();
  std::vector<std::vector<int>> faces(2);
  for (int i = 0; i < n; ++i) faces[0].push_back(n - 1 - i), faces[1].push_back(n + i);
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    faces.push_back({i, next, n + next, n + i});
  }
  Surface surface;
  surface.vertices = vertices;
  for (const auto& f : faces) surface.add_face(f);
  return make_polyhedron(surface);
}

TEST(PlanarPrism, DistancesOverlapsAndNormalsAreThoseOfPrisms) {
  int overlapping = 0, separated = 0;
  for (int i = 0; i < 10000; ++i) {
    const PlanarCase c = planar_case(i);
    if (c.family == "needles" || c.family == "almost aligned")
      continue;  // prisms over needles have rounding errors in their faces
    PlanarCache planar_cache;
    const PlanarContact in_2d = planar::GjkTd::collide(view(c.a), view(c.b), c.b_in_a, planar_cache);
    const Real height = 8 * c.pair().size();
    const Polyhedron a = prism_over(c.a, height), b = prism_over(c.b, height);
    const Pose b_in_a{{c.b_in_a.position.x, c.b_in_a.position.y, 0},
                      axis_angle({0, 0, 1}, angle_of(c.b_in_a.orientation))};
    // Converts from the frames of the polygons to the frames of the bodies.
    const Pose pose = inverse(a.mass.body_in_input) * b_in_a * b.mass.body_in_input;
    Cache cache;
    const Contact solid = GjkTd::collide(view(a), view(b), pose, cache);
    const Real size = c.pair().size();
    ASSERT_NEAR(solid.overlap, in_2d.overlap, 1e-9 * size) << i << ' ' << c.family;
    if (std::abs(in_2d.overlap) < 1e-9 * size) continue;
    ASSERT_EQ(solid.status, in_2d.status) << i << ' ' << c.family;
    const Vec3 normal = rotate(a.mass.body_in_input.orientation, solid.normal);
    // If two overlaps are equal, either normal is valid. The polygons then have the same gap along
    // both normals.
    const Vec2 in_plane{normal.x, normal.y};
    ASSERT_NEAR(normal.z, 0, 1e-6) << i;
    if (in_2d.status == Status::separated) {
      ASSERT_LT(length(in_plane - in_2d.normal), 1e-5) << i << ' ' << c.family;
      ++separated;
    } else {
      ASSERT_NEAR(c.pair().gap(normalized(in_plane)), -in_2d.overlap, 1e-8 * size) << i << ' ' << c.family;
      ++overlapping;
    }
  }
  EXPECT_GT(overlapping, 1000);
  EXPECT_GT(separated, 1000);
}

}  // namespace
}  // namespace scree
