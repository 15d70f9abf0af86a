// Bodies in cylinders and on mesh walls, compared with closed forms and with planes.
#include "wall_worlds.hpp"

#include <numbers>

namespace scree::test {
namespace {

constexpr Real g = 9.81;

Vec3 sum_of_wall_forces(const World& w) {
  Vec3 sum;
  for (const Wall& wall : w.walls.all) sum += wall.force;
  return sum;
}

TEST(Drum, CubeRestsOnTwoEdges) {
  World w = world_of({.stiffness = 1e4, .restitution = 0.1}, 5e-5);
  w.shapes.add_polyhedron("cube", box_polyhedron({0.01, 0.01, 0.01}));
  const int drum = w.walls.add_cylinder("drum", 0, {0, -0.05, 0}, {0, 0.05, 0}, 0.05, true);
  BodyState b;
  const Real height = std::sqrt(0.05 * 0.05 - 0.01 * 0.01);
  b.pose.position = {0, 0, -(height - 0.01) + 1e-4};
  w.add_body(b);
  prepare(w);
  run_for(w, 0.6);
  const Real weight = w.bodies.mass[0] * g;
  EXPECT_NEAR(w.walls.all[drum].force.z, -weight, 1e-6 * weight);
  EXPECT_NEAR(w.walls.all[drum].force.x, 0, 1e-6 * weight);
  EXPECT_NEAR(length(w.walls.all[drum].torque), 0, 1e-6 * weight * 0.05);
  EXPECT_EQ(w.contacts.point_count(), 4);
  EXPECT_LT(length(w.bodies.velocity[0]), 1e-7);
  for (const BatchContacts& c : w.contacts.batches) {
    for (const ManifoldPoint& p : c.points) EXPECT_NEAR(p.weight, 0.25, 1e-4);
  }
}

/// Returns the period of a sphere that swings in a cylinder, measured over several swings.
Real swing_period(Real friction) {
  World w = world_of({.stiffness = 2e4, .restitution = 0.9, .friction = friction}, 5e-5);
  w.shapes.add_sphere("ball", 0.01);
  w.walls.add_cylinder("tube", 0, {0, -1, 0}, {0, 1, 0}, 0.1, false);
  const Real rest = 0.1 - 0.01, angle = 0.05;
  BodyState b;
  b.pose.position = rest * Vec3{std::sin(angle), 0, -std::cos(angle)};
  w.add_body(b);
  prepare(w);
  Real first = -1, last = -1;
  int crossings = 0;
  while (crossings < 5 && w.time < 5) {
    const Real before = w.bodies.position[0].x;
    step(w);
    const Real after = w.bodies.position[0].x;
    if ((before > 0) == (after > 0)) continue;
    const Real time = w.time - w.settings.dt * after / (after - before);
    (crossings == 0 ? first : last) = time;
    ++crossings;
  }
  return (last - first) / 2;
}

TEST(Drum, SphereRollsWithTheKnownPeriod) {
  const Real pi = std::numbers::pi;
  const Real rolling = 2 * pi * std::sqrt(7 * 0.09 / (5 * g)), sliding = 2 * pi * std::sqrt(0.09 / g);
  EXPECT_NEAR(swing_period(1), rolling, 0.01 * rolling);
  // Negative control: the period shows whether the sphere rolls or slides.
  EXPECT_NEAR(swing_period(0), sliding, 0.01 * sliding);
}

TEST(Drum, OpenCylinderLetsBodiesOutAtItsEndAndClosedDoesNot) {
  for (const bool closed : {false, true}) {
    World w = world_of({.friction = 0}, 5e-5);
    w.shapes.add_sphere("ball", 0.01);
    w.shapes.add_polyhedron("cube", box_polyhedron({0.01, 0.01, 0.01}));
    w.walls.add_cylinder("tube", 0, {0, 0, 0}, {0, 0, 0.2}, 0.05, closed);
    for (int i = 0; i < 2; ++i) {
      BodyState b;
      b.shape = i;
      b.pose.position = {i == 0 ? 0.02 : -0.02, 0, 0.1};
      b.velocity = {i == 0 ? 0.2 : -0.2, 0, 0};
      w.add_body(b);
    }
    prepare(w);
    run_for(w, 0.3);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(w.bodies.position[i].z < 0, !closed) << i;
  }
}

/// Returns a world with a hundred bodies above a box. The bodies fall into it.
World filled(bool mesh, Vec3 lower) {
  World w = world_of({.stiffness = 1e4, .friction = 0.4}, 5e-5);
  w.shapes.add_polyhedron("cube", make_polyhedron(library_shape("cube", {}, {Size::By::edge, 0.015})));
  w.shapes.add_sphere("ball", 0.009);
  w.shapes.add_polyhedron("tetrahedron",
                          make_polyhedron(library_shape("tetrahedron", {}, {Size::By::edge, 0.02})));
  const Vec3 upper{0.15, 0.15, 0.15};
  if (mesh) {
    w.walls.add_mesh("box", 0, make_facet_mesh(box_surface(lower, upper, true)));
  } else {
    add_box_planes(w.walls, lower, upper);
  }
  add_lattice(w, {0, 0, 0}, 0.03, 5, 5, 4, 3);
  prepare(w);
  return w;
}

Real largest_difference(const World& a, const World& b) {
  Real most = 0;
  for (int i = 0; i < a.bodies.count(); ++i)
    most = std::max(most, length(a.bodies.position[i] - b.bodies.position[i]));
  return most;
}

TEST(MeshWall, BoxOfTrianglesEqualsBoxOfPlanes) {
  World mesh = filled(true, {}), planes = filled(false, {}), other = filled(true, {0, 0, 1e-6});
  EXPECT_EQ(mesh.walls.planar_patches.size(), 6U);
  run(mesh, 3000);
  run(planes, 3000);
  run(other, 3000);
  EXPECT_GT(mesh.contacts.touching_count(), 60);
  // The numbers are equal: the planar patches have the same order as the planes, and no contact ends at an
  // edge of the box.
  EXPECT_EQ(largest_difference(mesh, planes), 0);
  EXPECT_GT(largest_difference(mesh, other), 1e-7);  // negative control: a floor 1 um higher is detected
  const Vec3 sum = sum_of_wall_forces(mesh), expected = sum_of_wall_forces(planes);
  EXPECT_NEAR(length(sum - expected), 0, 1e-12 * length(expected));
}

/// Slides a body over a floor. Returns the largest difference from the same body on a plane.
Real difference_to_plane(const Surface& floor, bool sphere, Vec3 velocity, Real time) {
  World worlds[2];
  for (int i = 0; i < 2; ++i) {
    World& w = worlds[i] = world_of({.friction = 0.2}, 5e-5);
    sphere ? w.shapes.add_sphere("ball", 0.01)
           : w.shapes.add_polyhedron("box", box_polyhedron({0.02, 0.015, 0.01}));
    if (i == 0) {
      w.walls.add_mesh("floor", 0, make_facet_mesh(floor));
    } else {
      w.walls.add_plane("floor", 0, {{0, 0, 1}, 0});
    }
    BodyState b;
    b.pose = {{-0.1, -0.037, 0.01}, axis_angle({0, 0, 1}, 0.3)};
    b.velocity = velocity;
    w.add_body(b);
    prepare(w);
  }
  Real worst = 0;
  for (int i = 0; i < static_cast<int>(time / 5e-5); ++i) {
    step(worlds[0]), step(worlds[1]);
    worst = std::max(worst, length(worlds[0].bodies.position[0] - worlds[1].bodies.position[0]));
  }
  EXPECT_GT(worlds[1].bodies.position[0].x, -0.05);  // the body has moved
  return worst;
}

TEST(MeshWall, SeamsOfTheFloorAreNotFelt) {
  const Surface square = floor_surface(20, 0.02, [](int, int) { return false; });
  EXPECT_EQ(make_facet_mesh(square).facet_count(), 1);
  // A floor with a hole must be cut into several facets. The hole is far from the body.
  const Surface holed =
      floor_surface(20, 0.02, [](int i, int j) { return i >= 8 && i < 11 && j >= 15 && j < 17; });
  const FacetMesh cut = make_facet_mesh(holed);
  EXPECT_EQ(cut.planar_patches.size(), 1U);
  EXPECT_GT(cut.facet_count(), 3);
  for (const Surface* floor : {&square, &holed}) {
    EXPECT_LT(difference_to_plane(*floor, true, {0.5, 0.1, 0}, 0.3), 1e-14);
    EXPECT_LT(difference_to_plane(*floor, false, {0.5, 0.1, 0}, 0.3), 1e-14);
  }
  // Negative control: a floor with a hole in the path of the body.
  const Surface hole =
      floor_surface(20, 0.02, [](int i, int j) { return i >= 8 && i < 12 && j >= 6 && j < 14; });
  EXPECT_GT(difference_to_plane(hole, true, {0.5, 0.1, 0}, 0.3), 1e-3);
  EXPECT_GT(difference_to_plane(hole, false, {0.5, 0.1, 0}, 0.3), 1e-3);
}

/// Returns the distance by which a block that overhangs the rim of a table has sunk after 0.5 s.
Real drop_at_rim(Real beyond, bool patch = true) {
  World w = world_of({.stiffness = 1e4, .restitution = 0.1}, 5e-5);
  w.settings.patch = patch;
  w.shapes.add_polyhedron("box", box_polyhedron({0.02, 0.01, 0.01}));
  w.walls.add_mesh("table", 0, make_facet_mesh(box_surface({-0.2, -0.2, -0.1}, {0, 0.2, 0}, false)));
  BodyState b;
  b.pose.position = {beyond, 0, 0.01};
  w.add_body(b);
  prepare(w);
  run_for(w, 0.5);
  const Real error = ledger_error(w);
  EXPECT_LT(error, 1e-4 * (w.ledger.kinetic + w.bodies.mass[0] * g * 0.01)) << beyond;
  if (w.bodies.position[0].z > 0) {
    EXPECT_NEAR(sum_of_wall_forces(w).z, -w.bodies.mass[0] * g, 1e-5 * w.bodies.mass[0] * g);
  }
  return 0.01 - w.bodies.position[0].z;
}

TEST(MeshWall, BlockOverTheRimStaysOrFalls) {
  EXPECT_LT(drop_at_rim(-0.01), 1e-4);
  EXPECT_LT(drop_at_rim(-0.002), 1e-4);
  EXPECT_GT(drop_at_rim(0.002), 0.02);
}

TEST(MeshWall, HeapOverAnObstacleKeepsItsEnergyBudget) {
  World w = world_of({.stiffness = 1e4, .restitution = 0.5, .friction = 0.3}, 2e-5);
  w.shapes.add_polyhedron("cube", make_polyhedron(library_shape("cube", {}, {Size::By::edge, 0.015})));
  w.shapes.add_sphere("ball", 0.009);
  w.shapes.add_polyhedron("tetrahedron",
                          make_polyhedron(library_shape("tetrahedron", {}, {Size::By::edge, 0.02})));
  w.walls.add_mesh("box", 0, make_facet_mesh(box_surface({0, 0, -0.1}, {0.12, 0.12, 0.3}, true)));
  // The walls are a plate 2 mm thick, standing on edge, and a block.
  w.walls.add_mesh("plate", 0,
                   make_facet_mesh(box_surface({0.05, 0.01, -0.08}, {0.052, 0.11, -0.02}, false)));
  w.walls.add_mesh("block", 0, make_facet_mesh(box_surface({0.07, 0.02, -0.09}, {0.11, 0.07, -0.03}, false)));
  add_lattice(w, {0, 0, 0}, 0.03, 4, 4, 4, 3);
  prepare(w);
  run_for(w, 0.5);
  EXPECT_LT(ledger_error(w), 2e-3 * (w.ledger.damping + w.ledger.friction));
  EXPECT_LT(w.largest_overlap(), 0.1);
  EXPECT_LT(w.ledger.kinetic, 0.02 * w.ledger.damping);
  for (int i = 0; i < w.bodies.count(); ++i) {
    EXPECT_GT(w.bodies.position[i].z, -0.1);
    EXPECT_LT(w.bodies.position[i].z, 0.25);
  }
}

TEST(Walls, BadInputIsRefused) {
  Walls walls;
  EXPECT_ERROR(walls.add_cylinder("tube", 0, {}, {0, 0, 1}, -1, true), "radius");
  EXPECT_ERROR(walls.add_cylinder("tube", 0, {}, {}, 1, true), "two different points");
  Surface twisted;
  twisted.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  twisted.add_face({0, 1, 2}), twisted.add_face({1, 2, 3});
  EXPECT_ERROR(make_facet_mesh(twisted), "opposite winding");
  EXPECT_ERROR(make_facet_mesh(Surface{}), "no face");
  Surface slender;
  slender.vertices = {{0, 0, 0}, {1, 0, 0}, {0.5, 1e-10, 0}};
  slender.add_face({0, 1, 2});
  EXPECT_ERROR(make_facet_mesh(slender), "too slender");
}

}  // namespace
}  // namespace scree::test
