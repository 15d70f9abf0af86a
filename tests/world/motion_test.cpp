// Moving walls: their positions, the bodies that they push, and the work that they do.
#include "wall_worlds.hpp"

#include <numbers>

namespace scree::test {
namespace {

constexpr Real pi = std::numbers::pi;

World empty_with_wall(Real dt) {
  World w = world_of({}, dt);
  w.walls.add("plate", 0);
  return w;
}

TEST(Motion, OverlappingPhasesAdd) {
  World w = empty_with_wall(1e-3);
  w.motions.phases.push_back({.begin = 0.1, .end = 0.3, .velocity = {1, 0, 0}});
  w.motions.phases.push_back({.begin = 0.2, .end = 0.4, .velocity = {0, 0, 2}});
  w.motions.phases.push_back({.begin = 0.25, .end = 0.35, .spin = {0, pi, 0}, .carried = true});
  prepare(w);
  run(w, 225);
  const Wall& wall = w.walls.all[0];
  EXPECT_NEAR(length(wall.velocity - Vec3{1, 0, 2}), 0, 1e-12);
  run(w, 275);
  EXPECT_NEAR(length(wall.pose.position - Vec3{0.2, 0, 0.4}), 0, 1e-12);
  EXPECT_NEAR(
      length(rotate(wall.pose.orientation, {1, 0, 0}) - Vec3{std::cos(0.1 * pi), 0, -std::sin(0.1 * pi)}), 0,
      1e-12);
  EXPECT_EQ(wall.velocity, (Vec3{}));
}

TEST(Motion, RotatesAboutAPointOfTheWorldOrOfTheWall) {
  for (const bool carried : {false, true}) {
    World w = empty_with_wall(1e-3);
    w.walls.all[0].pose.position = {1, 0, 0};
    w.motions.phases.push_back(
        {.spin = {0, 0, pi}, .center = carried ? Vec3{-1, 0, 0} : Vec3{}, .carried = carried});
    prepare(w);
    run(w, 500);
    EXPECT_NEAR(length(w.walls.all[0].pose.position - Vec3{0, 1, 0}), 0, 1e-11) << carried;
    EXPECT_NEAR(length(w.walls.all[0].velocity - Vec3{-pi, 0, 0}), 0, 1e-10) << carried;
  }
}

TEST(Motion, TableAndVibrationMoveTheWall) {
  World w = empty_with_wall(1e-3);
  w.motions.tables.push_back(
      {.axis = {0, 0, 2}, .entries = {{0.1, {}, 0}, {0.2, {0.3, 0, 0}, 0.5}, {0.4, {0.3, 0.1, 0}, 0.1}}});
  w.motions.vibrations.push_back({.amplitude = {0, 0, 0.01}, .frequency = 5});
  prepare(w);
  const Wall& wall = w.walls.all[0];
  run(w, 150);
  EXPECT_NEAR(wall.pose.position.x, 0.15, 1e-12);
  EXPECT_NEAR(wall.velocity.x, 3, 1e-9);
  EXPECT_NEAR(wall.spin.z, 5, 1e-9);
  EXPECT_NEAR(wall.pose.position.z, 0.01 * std::sin(1.5 * pi), 1e-12);
  run(w, 150);
  EXPECT_NEAR(length(wall.pose.position - Vec3{0.3, 0.05, 0}), 0, 1e-11);
  EXPECT_NEAR(wall.velocity.z, -0.01 * 10 * pi, 2e-4);
  run(w, 300);
  EXPECT_NEAR(wall.velocity.x, 0, 1e-12);
  EXPECT_NEAR(2 * std::asin(wall.pose.orientation.z), 0.1, 1e-11);
}

TEST(Motion, WallPushesABlock) {
  World w = world_of({.restitution = 0.1, .friction = 0}, 5e-5);
  w.shapes.add_polyhedron("box", box_polyhedron({0.02, 0.01, 0.01}));
  w.walls.add_plane("floor", 0, {{0, 0, 1}, 0});
  const int pusher = w.walls.add_plane("pusher", 0, {{1, 0, 0}, -0.021});
  w.motions.phases.push_back({.wall = pusher, .end = 0.5, .velocity = {0.1, 0, 0}});
  BodyState b;
  b.pose.position = {0, 0, 0.01};
  w.add_body(b);
  prepare(w);
  run_for(w, 0.5);
  // Restitution is low, so the block is faster than the wall by at most a tenth.
  const Real speed = w.bodies.velocity[0].x;
  EXPECT_GT(speed, 0.1);
  EXPECT_LT(speed, 0.112);
  EXPECT_NEAR(w.ledger.walls, 0.1 * w.bodies.mass[0] * speed, 1e-3 * w.ledger.walls);  // force times path
  EXPECT_LT(ledger_error(w), 1e-3 * w.ledger.walls);
}

/// Returns a box of spheres. The energy budget of polyhedra is less accurate, and this test checks the budget
/// of the walls.
World packed_box(const Grain& grain) {
  World w = world_of(grain, 2e-5);
  w.shapes.add_sphere("ball", 0.012);
  add_box_planes(w.walls, {}, {0.09, 0.09, 0.2});
  add_lattice(w, {}, 0.03, 3, 3, 3, 1);
  prepare(w);
  return w;
}

TEST(Motion, PistonCompressesABlock) {
  World w = world_of({.stiffness = 1e5, .restitution = 0.5, .friction = 0.4}, 1e-5);
  w.shapes.add_polyhedron("box", box_polyhedron({0.02, 0.02, 0.01}));
  w.walls.add_plane("floor", 0, {{0, 0, 1}, 0});
  const int piston = w.walls.add_plane("piston", 0, {{0, 0, -1}, -0.021});
  w.motions.phases.push_back({.wall = piston, .end = 0.02, .velocity = {0, 0, -0.1}});
  w.add_body(body_at({{0, 0, 0.01}, {}}));
  prepare(w);
  run_for(w, 0.1);
  // The displacement is one millimetre, over two springs in series.
  EXPECT_NEAR(w.walls.all[piston].force.z, (0.001 * 1e5 - w.bodies.mass[0] * 9.81) / 2, 1e-3);
  EXPECT_NEAR(w.ledger.elastic, 0.5 * 0.5e5 * 1e-6, 1e-3 * w.ledger.elastic);
  EXPECT_GT(w.ledger.walls, w.ledger.elastic);
  EXPECT_LT(ledger_error(w), 1e-5 * w.ledger.walls);
}

TEST(Motion, PistonWorksAndTheLedgerCloses) {
  World w = packed_box({.stiffness = 1e4, .restitution = 0.3, .friction = 0.4});
  w.motions.phases.push_back({.wall = 5, .end = 0.28, .velocity = {0, 0, -0.5}});
  prepare(w);
  run_for(w, 0.35);
  EXPECT_GT(w.ledger.walls, 0.01);
  EXPECT_LT(ledger_error(w), 5e-4 * w.ledger.walls);
}

World turning_drum(int shapes) {
  World w = world_of({.stiffness = 1e4, .restitution = 0.3, .friction = 0.6}, 2e-5);
  w.shapes.add_sphere("ball", 0.009);
  w.shapes.add_polyhedron("cube", make_polyhedron(library_shape("cube", {}, {Size::By::edge, 0.015})));
  const int drum = w.walls.add_cylinder("drum", 0, {0, 0, 0}, {0, 0.06, 0}, 0.08, true);
  const int lifter = w.walls.add_mesh(
      "lifter", 0, make_facet_mesh(box_surface({-0.002, -0.01, -0.09}, {0.002, 0.07, -0.06}, false)));
  for (const int wall : {drum, lifter}) w.motions.phases.push_back({.wall = wall, .spin = {0, 6, 0}});
  add_lattice(w, {-0.045, 0, -0.03}, 0.03, 3, 2, 3, shapes);
  prepare(w);
  return w;
}

TEST(Motion, DrumWorksAndTheLedgerCloses) {
  for (const int shapes : {1, 2}) {
    World w = turning_drum(shapes);
    run_for(w, 1);
    EXPECT_GT(w.ledger.walls, 0.01);
    // Corners of cubes touch and separate with changes of weight that the ledger does not include.
    EXPECT_LT(ledger_error(w), (shapes == 1 ? 5e-4 : 1e-2) * w.ledger.walls);
    for (int i = 0; i < w.bodies.count(); ++i) {
      const Vec3 p = w.bodies.position[i];
      EXPECT_LT(std::hypot(p.x, p.z), 0.08) << i;
    }
  }
}

TEST(Motion, HashDoesNotDependOnThreads) {
  World start = turning_drum(2);
  start.motions.servos.push_back({.direction = {0, 1, 0}, .force = 1, .gain = 0.01, .fastest = 0.1});
  run(start, 12000);
  EXPECT_GT(start.contacts.touching_count(), 8);
  std::uint64_t hash[3];
  for (const int threads : {1, 2, 3}) {
    set_thread_count(threads);
    World w = start;
    run(w, 20);  // only 20 steps, because threads that wait for each other on a busy machine are slow
    hash[threads - 1] = w.state_hash();
  }
  set_thread_count(1);
  EXPECT_EQ(hash[0], hash[1]);
  EXPECT_EQ(hash[0], hash[2]);
  EXPECT_NE(hash[0], start.state_hash());
}

TEST(Motion, ServoReachesItsForce) {
  World w = packed_box({.stiffness = 1e4, .restitution = 0.3, .friction = 0.4});
  w.walls.all[5].pose.position.z = -0.1;
  w.motions.servos.push_back(
      {.wall = 5, .direction = {0, 0, -1}, .force = 20, .gain = 0.005, .fastest = 0.3, .begin = 0.1});
  prepare(w);
  run_for(w, 0.8);
  EXPECT_NEAR(w.walls.all[5].force.z, 20, 0.2);
  EXPECT_LT(std::abs(w.walls.all[5].velocity.z), 5e-3);
  EXPECT_LT(ledger_error(w), 1e-3 * (w.ledger.walls + w.ledger.damping + w.ledger.friction));
  // Negative control: the servo ends before it reaches its force.
  World early = packed_box({.stiffness = 1e4, .restitution = 0.3, .friction = 0.4});
  early.motions.servos = w.motions.servos;
  early.motions.servos[0].end = 0.15;
  run_for(early, 0.2);
  EXPECT_EQ(early.walls.all[5].force.z, 0);
}

TEST(Motion, RemovedWallLetsBodiesOut) {
  for (const bool removed : {false, true}) {
    World w = packed_box({.stiffness = 1e4, .restitution = 0.1, .friction = 0.1});
    if (removed) w.walls.all[1].removed_at = 0.25;
    w.walls.all[5].appears_at = 10;
    run_for(w, 0.5);
    int out = 0;
    for (const Vec3 p : w.bodies.position) out += p.x > 0.1 ? 1 : 0;
    EXPECT_EQ(out > 3, removed) << out;
    EXPECT_LT(ledger_error(w), 1e-3 * (w.ledger.damping + w.ledger.friction));
    EXPECT_EQ(w.walls.all[1].present, !removed);
    EXPECT_FALSE(w.walls.all[5].present);
  }
}

TEST(Motion, BadMotionsAreRefused) {
  const auto refused = [](auto change) {
    World w = empty_with_wall(1e-3);
    change(w.motions);
    return error_of([&] { prepare(w); });
  };
  EXPECT_NE(refused([](Motions& m) { m.phases.push_back({.wall = 3}); }).find("number of walls is 1"),
            std::string::npos);
  EXPECT_NE(refused([](Motions& m) { m.phases.push_back({.begin = 2, .end = 1}); }).find("end later"),
            std::string::npos);
  EXPECT_NE(refused([](Motions& m) { m.tables.push_back({}); }).find("empty"), std::string::npos);
  EXPECT_NE(refused([](Motions& m) {
              m.tables.push_back({.entries = {{1, {}, 0}, {1, {}, 0}}});
            }).find("entry 2"),
            std::string::npos);
  EXPECT_NE(refused([](Motions& m) { m.servos.push_back({}); }).find("gain"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
