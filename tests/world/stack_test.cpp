// Structures that must stand still (a tower of cubes, a wall of bricks, two cards), and the stability limit
// of the critical step.
//
// The long version with a million steps runs only on request: world_test
// --gtest_also_run_disabled_tests --gtest_filter='*MillionSteps'.
#include "scenes.hpp"

namespace scree::test {
namespace {

constexpr Real edge = 0.01;

World standing(const Material& m) {
  World w = world_of(m);
  w.settings.gravity = {0, 0, -9.81};
  add_floor(w);
  return w;
}

Material rough() {
  Material m = smooth(0.3);
  m.friction = 0.5;
  return m;
}

World tower(int count) {
  World w = standing(rough());
  const int cube = w.shapes.add_polyhedron("cube", box({edge, edge, edge}));
  for (int i = 0; i < count; ++i) add_body(w, cube, {0, 0, (i + 0.5) * edge});
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  return w;
}

/// Returns a wall of bricks of 2 x 1 x 1 in running bond.
World brick_wall(int rows, int columns) {
  World w = standing(rough());
  const int brick = w.shapes.add_polyhedron("brick", box({2 * edge, edge, edge}));
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < columns - row % 2; ++i)
      add_body(w, brick, {(2.02 * i + (row % 2) * 1.01) * edge, 0, (row + 0.5) * edge});
  }
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  return w;
}

/// Returns two cards that lean on each other. Only friction at their edges keeps them upright.
World card_house() {
  Material m = rough();
  m.friction = 0.8;
  World w = standing(m);
  const int card = w.shapes.add_polyhedron("card", box({0.05 * edge, edge, 2 * edge}));
  const Real lean = 0.35;
  for (const Real side : {-1.0, 1.0}) {
    const Quat q = axis_angle({0, 1, 0}, -side * lean);
    // The upper inner edges meet above the origin. The lower edges stand on the floor.
    const Vec3 top = rotate(q, {-side * 0.025 * edge, 0, edge});
    const Vec3 low = rotate(q, {-side * 0.025 * edge, 0, -edge});
    const Vec3 low_outer = rotate(q, {side * 0.025 * edge, 0, -edge});
    add_body(w, card, {-top.x, 0, -std::min(low.z, low_outer.z)}, q);
  }
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  return w;
}

struct Creep {
  Real moved = 0;    // largest displacement, divided by the edge
  Real kinetic = 0;  // kinetic energy at the end, divided by m g edge of one body
};

Creep creep_of(World& w, int settling_steps, int steps) {
  run(w, settling_steps);
  const std::vector<Vec3> before = w.bodies.position;
  run(w, steps);
  Creep creep;
  for (int i = 0; i < w.bodies.count(); ++i)
    creep.moved = std::max(creep.moved, length(w.bodies.position[i] - before[i]) / edge);
  creep.kinetic = w.bodies.kinetic_energy() / (w.bodies.mass[0] * 9.81 * edge);
  return creep;
}

void expect_still(const char* name, World w, int settling_steps, int steps, Real most_moved) {
  const Creep creep = creep_of(w, settling_steps, steps);
  std::printf("%s: %d steps, creep %.1e edges, kinetic energy %.1e m g edge\n", name, steps, creep.moved,
              creep.kinetic);
  EXPECT_LT(creep.moved, most_moved) << name;
  EXPECT_LT(creep.kinetic, 1e-17) << name;
  EXPECT_GT(w.contacts.touching_count(), 0);
}

TEST(Stack, StandsStill) {
  expect_still("tower of 10 cubes", tower(10), 20000, 10000, 1e-8);
  expect_still("wall of 14 bricks", brick_wall(4, 4), 15000, 5000, 1e-8);
  expect_still("two cards", card_house(), 10000, 10000, 1e-8);
}

TEST(Stack, CardsWithoutFrictionFall) {  // negative control of the cards that stand
  World w = card_house();
  ContactProperties p = w.materials.of(0, 0);
  p.friction = 0.1;
  w.materials.set(0, 0, p, LawKind::linear);
  EXPECT_GT(creep_of(w, 100, 5000).moved, 0.01);
}

TEST(Stack, DISABLED_StandsStillForAMillionSteps) {
  expect_still("tower of 10 cubes", tower(10), 20000, 1000000, 1e-6);
  expect_still("two cards", card_house(), 20000, 1000000, 1e-6);
  expect_still("wall of 14 bricks", brick_wall(4, 4), 20000, 1000000, 1e-6);
}

TEST(Stack, FloorCarriesTheWeightOfTheBodies) {
  World w = tower(5);
  run(w, 20000);
  EXPECT_NEAR(-w.walls.all[0].force.z, 5 * w.bodies.mass[0] * 9.81, 1e-9);
  // With the linear law the force of a face contact is the same as that of a point contact, k overlap.
  const Real gap = w.bodies.position[4].z - w.bodies.position[3].z;
  EXPECT_NEAR(edge - gap, w.bodies.mass[0] * 9.81 / 1e5, 1e-12);
}

/// Returns the highest speed of two spheres that are pressed between two fixed ones, over many steps. The
/// step is a given fraction of the critical step. Without friction the fastest mode, in which the two spheres
/// move against each other, has the frequency sqrt(3 k / m). It is stable up to 2 / sqrt(3) sqrt(m / k),
/// which is 1.53 times the critical step, because the critical step allows for friction.
Real speed_after(Real fraction) {
  Material m = smooth(1);
  World w = world_of(m);
  const int ball = w.shapes.add_sphere("ball", edge);
  const Real overlap = 0.01 * edge;
  add_body(w, ball, {-edge + overlap / 2, 0, 0}, {}, {1e-6, 0, 0}, {}, Freedom::fixed);
  add_body(w, ball, {edge - overlap / 2, 0, 0}, {}, {1e-6, 0, 0});
  add_body(w, ball, {3 * edge - 1.5 * overlap, 0, 0}, {}, {-1e-6, 0, 0});
  add_body(w, ball, {5 * edge - 2.5 * overlap, 0, 0}, {}, {}, {}, Freedom::fixed);
  w.settings.dt = fraction * critical_step(w);
  prepare(w);
  Real fastest = 0;
  for (int i = 0; i < 300; ++i) {
    step(w);
    fastest = std::max({fastest, length(w.bodies.velocity[1]), length(w.bodies.velocity[2])});
  }
  return fastest;
}

TEST(CriticalStep, StepsAreStableBelowAndUnstableAtOnePointSeven) {
  const Real below = speed_after(0.95), above = speed_after(1.7);
  std::printf("critical step: fastest %.2e below, %.2e above\n", below, above);
  EXPECT_LT(below, 1e-4);
  EXPECT_GT(above, 1e-2);
}

}  // namespace
}  // namespace scree::test
