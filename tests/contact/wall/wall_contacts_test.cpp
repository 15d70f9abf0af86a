// Tests the kernels for bodies on cylinders and planar patches.
#include "scree/contact/wall/cylinder.hpp"
#include "scree/contact/wall/planar_patch.hpp"
#include "scree/contact/wall/sphere.hpp"

#include "world/wall_worlds.hpp"

namespace scree::test {
namespace {

TEST(CylinderContact, CubeOnTwoEdgesHasFourQuarters) {
  const Polyhedron cube = box_polyhedron({1, 1, 1});
  Manifold m;
  const Real out = 0.01;
  // The axis runs along y, above the cube. The lower edges of the cube are beyond the radius.
  const Real radius = std::sqrt(9.0 + 1) - out;
  touch_cylinder(view(cube), {{0, 0, 2}, {0, 1, 0}, radius, -10, 10}, true, m);
  ASSERT_EQ(m.count, 4);
  Vec3 sum;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(m.point[i].overlap, out, 1e-12);
    EXPECT_NEAR(m.point[i].weight, 0.25, 1e-12);
    EXPECT_NEAR(length(m.point[i].normal), 1, 1e-12);
    sum += m.point[i].weight * m.point[i].normal;
  }
  EXPECT_NEAR(sum.x, 0, 1e-12);
  EXPECT_NEAR(sum.z, -3 / std::sqrt(10.0), 1e-12);
  touch_cylinder(view(cube), {{0, 0, 2}, {0, 1, 0}, radius, -10, 10}, false, m);
  EXPECT_EQ(m.count, 1);
  touch_cylinder(view(cube), {{0, 0, 2}, {0, 1, 0}, radius + 0.02, -10, 10}, true, m);
  EXPECT_EQ(m.count, 0);
  // A cube outside the cylinder does not touch its wall.
  touch_cylinder(view(cube), {{0, 0, 20}, {0, 1, 0}, radius, -10, 10}, true, m);
  EXPECT_EQ(m.count, 0);
}

TEST(CylinderContact, EdgesEndAtTheRimOfAnOpenCylinder) {
  const Polyhedron cube = box_polyhedron({1, 1, 1});
  const Real radius = std::sqrt(10.0) - 0.01;
  Manifold m;
  touch_cylinder(view(cube), {{0, 0, 2}, {0, 1, 0}, radius, -10, 0.25}, true, m);
  ASSERT_EQ(m.count, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(std::abs(m.point[i].position.y + 1) < 1e-12 ||
                std::abs(m.point[i].position.y - 0.25) < 1e-12);
    EXPECT_NEAR(m.point[i].weight, 0.25, 1e-12);
  }
  touch_cylinder(view(cube), {{0, 0, 2}, {0, 1, 0}, radius, -10, -1.25}, true, m);
  EXPECT_EQ(m.count, 0);
}

TEST(CylinderContact, SphereTouchesWallAndRim) {
  Manifold m;
  touch_cylinder(1, {{-4, 0, 0}, {0, 0, 1}, 4.9, -1, 1}, m);
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.point[0].overlap, 0.1, 1e-12);
  EXPECT_NEAR(m.point[0].normal.x, 1, 1e-12);
  touch_cylinder(1, {{-4, 0, 0}, {0, 0, 1}, 4.6, -3, -0.6}, m);  // the rim is at (0.6, 0, -0.6)
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.point[0].overlap, 1 - 0.6 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(m.point[0].normal.z, -std::sqrt(0.5), 1e-12);
  touch_cylinder(1, {{-4, 0, 0}, {0, 0, 1}, 4.6, -3, -0.9}, m);
  EXPECT_EQ(m.count, 0);
}

/// Sum over all contacts of a body with a mesh that the engine finds.
struct Touched {
  int planar_patches = 0, points = 0;
  Real weight = 0;
  Vec3 pressing;  // weighted normals times overlaps
  Vec3 middle;    // weighted mean of the points
};

Touched touch(const FacetMesh& mesh, const Polyhedron& body, const Pose& pose) {
  World w = world_of({}, 1e-5);
  w.shapes.add_polyhedron("body", body);
  w.walls.add_mesh("mesh", 0, mesh);
  w.add_body(body_at(pose));
  w.settings.gravity = {};
  w.settings.dt = 1e-12;
  prepare(w);
  step(w);
  Touched t;
  t.planar_patches = w.contacts.touching_count(), t.points = w.contacts.point_count();
  for (const BatchContacts& c : w.contacts.batches) {
    for (const ManifoldPoint& p : c.points) {
      t.weight += p.weight;
      t.pressing += (p.weight * p.overlap) * p.normal;
      t.middle += p.weight * p.position;
    }
  }
  return t;
}

TEST(PlanarPatchContact, BlockOverARimIsClippedToTheTable) {
  const FacetMesh table = make_facet_mesh(box_surface({-10, -10, -10}, {0, 10, 0}, false));
  const Touched t = touch(table, box_polyhedron({1, 1, 1}), {{0.5, 0, 1 - 0.01}, {}});
  EXPECT_EQ(t.planar_patches, 1);
  EXPECT_EQ(t.points, 4);
  EXPECT_NEAR(t.weight, 1, 1e-12);
  EXPECT_NEAR(length(t.pressing - Vec3{0, 0, -0.01}), 0, 1e-12);
}

TEST(PlanarPatchContact, FaceOnAnEdgePressesOnceAlongTheFace) {
  const FacetMesh table = make_facet_mesh(box_surface({-10, -10, -10}, {0, 10, 0}, false));
  for (const Real angle : {0.2, 0.5, 0.785, 1.1, 1.4}) {
    // The cube is rotated about the edge, and its face lies 0.01 beyond the edge.
    const Quat q = axis_angle({0, 1, 0}, angle);
    const Vec3 up = rotate(q, {0, 0, 1});
    const Touched t = touch(table, box_polyhedron({1, 1, 1}), {(1 - 0.01) * up, q});
    EXPECT_NEAR(t.weight, 1, 1e-9) << angle;
    EXPECT_NEAR(length(t.pressing + 0.01 * up), 0, 1e-9) << angle;
  }
}

TEST(PlanarPatchContact, FaceOnAVertexPressesOnce) {
  const FacetMesh table = make_facet_mesh(box_surface({-10, -10, -10}, {0, 0, 0}, false));
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    Vec3 up{random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
    up = normalized(up);
    const Vec3 side = normalized(cross(Vec3{0, 0, 1}, up));
    const Quat q = axis_angle(side, std::acos(up.z));
    const Touched t = touch(table, box_polyhedron({1, 1, 1}), {(1 - 0.01) * up, q});
    EXPECT_NEAR(t.weight, 1, 1e-9);
    EXPECT_NEAR(length(t.pressing + 0.01 * up), 0, 1e-9);
  }
}

TEST(PlanarPatchContact, BodiesBehindAPlateDoNotTouchItsFront) {
  const FacetMesh plate = make_facet_mesh(box_surface({-10, -10, -0.01}, {10, 10, 0}, false));
  const Touched above = touch(plate, box_polyhedron({1, 1, 1}), {{3, 0, 0.995}, {}});
  EXPECT_NEAR(above.pressing.z, -0.005, 1e-12);
  const Touched below = touch(plate, box_polyhedron({1, 1, 1}), {{3, 0, -1.002}, {}});
  EXPECT_NEAR(below.pressing.z, 0.008, 1e-12);
  EXPECT_EQ(below.planar_patches, 1);
}

TEST(PlanarPatchContact, SheetSupportsBodiesOnBothSidesAndOnItsRim) {
  Surface sheet;  // an upright sheet with its rim at height 0
  sheet.vertices = {{0, -5, -10}, {0, 5, -10}, {0, 5, 0}, {0, -5, 0}};
  sheet.add_face({0, 1, 2, 3}), sheet.add_face({3, 2, 1, 0});
  const FacetMesh mesh = make_facet_mesh(sheet);
  const Polyhedron cube = box_polyhedron({1, 1, 1});
  for (const Real side : {-1, 1}) {
    const Touched outside = touch(mesh, cube, {{side * 0.99, 0, -5}, {}});
    EXPECT_EQ(outside.planar_patches, 1);
    EXPECT_NEAR(length(outside.pressing - Vec3{-side * 0.01, 0, 0}), 0, 1e-12);
  }
  for (const Real x : {-0.4, -1e-3, 0.0, 1e-3, 0.4}) {
    const Touched on_rim = touch(mesh, cube, {{x, 0, 0.99}, {}});
    EXPECT_NEAR(on_rim.weight, 1, 1e-9) << x;
    EXPECT_NEAR(length(on_rim.pressing - Vec3{0, 0, -0.01}), 0, 1e-9) << x;
    EXPECT_NEAR(on_rim.middle.x, 0, 1e-9) << x;  // the contact lies on the rim, not beside it
  }
}

TEST(PlanarPatchContact, SphereTouchesEdgesAndVerticesOnce) {
  World w = world_of({}, 1e-12);
  w.shapes.add_sphere("ball", 1);
  w.walls.add_mesh("block", 0, make_facet_mesh(box_surface({-5, -5, -5}, {5, 5, 5}, false)));
  const Real d = 0.99;
  const Vec3 points[] = {{0, 0, 5 + d},
                         {5 + d * std::sqrt(0.5), 0, 5 + d * std::sqrt(0.5)},
                         Vec3{5, 5, 5} + d * normalized(Vec3{1, 2, 3}),
                         {4.9, 4.9, 5 + d}};
  w.settings.gravity = {};
  for (int i = 0; i < 4; ++i) {
    World one = w;
    one.add_body(body_at({points[i], {}}));
    prepare(one);
    step(one);
    ASSERT_EQ(one.contacts.touching_count(), 1) << i;
    for (const BatchContacts& c : one.contacts.batches) {
      for (const ManifoldPoint& p : c.points) EXPECT_NEAR(p.overlap, 1 - d, 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace scree::test
