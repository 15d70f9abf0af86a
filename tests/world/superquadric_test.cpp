// Superquadrics with other bodies and walls: round superquadrics move like spheres, energy and momentum
// budgets close, and waiting pairs miss no contact.
#include "scenes.hpp"

#include "scree/io/record/frames.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/facet_mesh.hpp"

namespace scree::test {
namespace {

const Superquadric pebble{{0.007, 0.006, 0.004}, 2, 2}, brick{{0.007, 0.005, 0.004}, 8, 8},
    drum{{0.006, 0.006, 0.004}, 8, 2};

Material rough(Real restitution) {
  Material m = smooth(restitution);
  m.friction = 0.4;
  return m;
}

/// Adds the floor and the four walls of a box, as planes or as a mesh.
void add_box(World& w, Real width, Real height, bool mesh) {
  if (mesh) {
    Surface s = library_shape("box", {.lengths = {width, width, height}});
    for (Vec3& v : s.vertices) v += Vec3{0.5 * width, 0.5 * width, 0.5 * height};
    for (int f = 0; f < s.face_count(); ++f)  // faces as seen from inside
      std::reverse(s.corner.begin() + s.face_begin[f], s.corner.begin() + s.face_begin[f + 1]);
    w.walls.add_mesh("box", 0, make_facet_mesh(s));
    return;
  }
  add_floor(w);
  for (const Vec3 inward : {Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
    w.walls.add_plane("low", 0, make_half_space(inward, {}));
    w.walls.add_plane("high", 0, make_half_space(-inward, width * inward));
  }
}

/// Returns a world with round and angular grains that are thrown into a box.
World bed(bool mesh, int layers = 2) {
  Material m = rough(0.4);
  m.rolling_friction = 0.02;
  World w = world_of(m);
  w.settings.gravity = {0, 0, -9.81};
  const int shapes[] = {w.shapes.add_superquadric("pebble", pebble),
                        w.shapes.add_superquadric("brick", brick), w.shapes.add_superquadric("drum", drum),
                        w.shapes.add_polyhedron("cube", box({0.009, 0.009, 0.009})),
                        w.shapes.add_sphere("ball", 0.006)};
  const Real cell = 0.017;
  add_box(w, 3 * cell, 20 * cell, mesh);
  Random random(5);
  for (int i = 0; i < 9 * layers; ++i) {
    const Quat orientation = random.rotation();
    const Vec3 velocity = Vec3{0, 0, -0.5} + 0.5 * random.direction(), spin = 20 * random.direction();
    const Vec3 point{i % 3 + 0.5, i / 3 % 3 + 0.5, i / 9 + 0.5};
    add_body(w, shapes[i % 5], cell * point, orientation, velocity, spin, Freedom::free,
             random.uniform(0.8, 1));
  }
  w.settings.dt = 0.1 * critical_step(w);
  prepare(w);
  return w;
}

/// Returns a world with a falling ball, which is a sphere or a superquadric with three equal axes.
World falling_ball(bool as_superquadric, int surroundings) {
  World w = world_of(rough(0.5));
  w.settings.gravity = {0, 0, -9.81};
  const int ball = as_superquadric ? w.shapes.add_superquadric("ball", {{0.01, 0.01, 0.01}, 2, 2})
                                   : w.shapes.add_sphere("ball", 0.01);
  if (surroundings == 0) add_floor(w);
  if (surroundings == 1) w.walls.add_cylinder("tube", 0, {0, -1, 0.05}, {0, 1, 0.05}, 0.05, false);
  if (surroundings == 2) {  // at the edge of a table
    Surface s;
    s.vertices = {{-0.1, -0.1, 0}, {0.004, -0.1, 0}, {0.004, 0.1, 0}, {-0.1, 0.1, 0}};
    s.face_begin = {0, 4}, s.corner = {0, 1, 2, 3};
    w.walls.add_mesh("table", 0, make_facet_mesh(s));
  }
  if (surroundings == 3) {
    add_floor(w);
    add_body(w, w.shapes.add_polyhedron("cube", box({0.02, 0.02, 0.02})), {0.003, 0.012, 0.00999});
  }
  if (surroundings == 4) {
    add_floor(w);
    add_body(w, w.shapes.add_sphere("other", 0.012), {0.003, 0.008, 0.01199});
  }
  const Real height = surroundings == 3 ? 0.031 : surroundings == 4 ? 0.0325 : 0.0105;
  add_body(w, ball, {0.008, 0, height}, axis_angle({1, 0, 0}, 0.3), {0.1, 0.05, -0.3}, {3, -4, 2});
  w.settings.dt = 2e-6;
  prepare(w);
  return w;
}

TEST(SuperquadricBodies, RoundOnesMoveAsSpheres) {
  for (const int surroundings : {0, 1, 2, 3, 4}) {
    World sphere = falling_ball(false, surroundings), round = falling_ball(true, surroundings);
    const int ball = sphere.bodies.count() - 1;
    bool touched = false;
    for (int i = 0; i < 3000; ++i) {
      step(sphere), step(round);
      touched = touched || length(sphere.bodies.torque[ball]) > 0;
    }
    EXPECT_TRUE(touched) << surroundings;
    EXPECT_LT(length(sphere.bodies.position[ball] - round.bodies.position[ball]), 1e-9) << surroundings;
    EXPECT_LT(length(sphere.bodies.spin[ball] - round.bodies.spin[ball]), 1e-5) << surroundings;
  }
}

TEST(SuperquadricBodies, ElasticCollisionsKeepTheirBudgets) {
  World empty = world_of(smooth());
  const int shapes[] = {empty.shapes.add_superquadric("pebble", pebble),
                        empty.shapes.add_superquadric("brick", brick),
                        empty.shapes.add_superquadric("drum", drum),
                        empty.shapes.add_polyhedron("cube", box({0.009, 0.009, 0.009})),
                        empty.shapes.add_sphere("ball", 0.006)};
  Real worst = 0;
  int met = 0;
  std::vector<Real> changes;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    World w = empty;
    Random random(100 + seed);
    const Vec3 along = random.direction();
    for (const Real side : {-1.0, 1.0}) {
      const int shape = side < 0 ? shapes[seed % 3] : shapes[seed % 5];
      const Quat orientation = random.rotation();
      const Vec3 aside = 0.001 * random.direction(), spin = 50 * random.direction();
      add_body(w, shape, (side * 0.0105) * along + aside, orientation, -side * along, spin);
    }
    w.settings.dt = 0.05 * critical_step(w);
    prepare(w);
    const Real energy = w.bodies.kinetic_energy();
    const Vec3 p = momentum(w), l = angular_momentum(w);
    bool touched = false;
    for (int i = 0, steps_apart = 0; i < 20000 && steps_apart < 200; ++i) {
      step(w);
      const bool touching = w.contacts.touching_count() > 0;
      touched = touched || touching;
      steps_apart = touched && !touching ? steps_apart + 1 : 0;
    }
    if (!touched) continue;
    ++met;
    const Real change = std::abs(w.bodies.kinetic_energy() / energy - 1);
    changes.push_back(change), worst = std::max(worst, change);
    EXPECT_LT(length(momentum(w) - p), 1e-12 * w.bodies.mass[0]) << seed;
    EXPECT_LT(length(angular_momentum(w) - l), 1e-12 * w.bodies.mass[0]) << seed;
  }
  std::sort(changes.begin(), changes.end());
  std::printf("%d met; energy median %.1e, worst %.1e\n", met, changes[changes.size() / 2], worst);
  EXPECT_GT(met, 30);
  EXPECT_LT(changes[changes.size() / 2], 3e-5);
  EXPECT_LT(worst, 1e-4);
}

TEST(SuperquadricBodies, LedgerClosesAndTheBedComesToRest) {
  World w = bed(false);
  run(w, static_cast<int>(0.5 / w.settings.dt));
  w.update_ledger();
  const Real turned_over = w.ledger.damping + w.ledger.friction;
  EXPECT_LT(std::abs(w.ledger.error(w.first_total)), 2e-3 * turned_over);
  EXPECT_LT(w.ledger.kinetic, 1e-4 * turned_over);
  Real weight = 0, held = 0;
  for (const Real m : w.bodies.mass) weight += 9.81 * m;
  for (const Wall& wall : w.walls.all) held -= wall.force.z;
  EXPECT_NEAR(held, weight, 0.02 * weight);
}

TEST(SuperquadricBodies, MeshBoxEqualsPlaneBox) {
  World planes = bed(false), mesh = bed(true);
  run(planes, 14000), run(mesh, 14000);
  Real largest = 0;
  for (int i = 0; i < planes.bodies.count(); ++i)
    largest = std::max(largest, length(planes.bodies.position[i] - mesh.bodies.position[i]));
  EXPECT_GT(planes.contacts.touching_count(), 5);
  EXPECT_LT(largest, 1e-9);
}

TEST(SuperquadricBodies, HashDoesNotDependOnThreads) {
  std::uint64_t expected = 0;
  for (const int threads : {1, 2, 3, 4}) {
    World w = bed(false, 4);
    set_thread_count(threads);
    run(w, 1500);
    if (threads == 1) expected = w.state_hash();
    EXPECT_EQ(w.state_hash(), expected) << threads << " threads";
  }
  set_thread_count(1);
}

TEST(DelayedPairs, MissNoContact) {
  World waits = bed(false, 3), asks = waits;
  int waiting = 0;
  for (int i = 0; i < 8000; ++i) {
    for (PairMemory& m : asks.pairs.memories) m.retry_distance = 0;
    step(waits), step(asks);
    if (i % 100 == 0) {
      for (std::size_t p = 0; p < waits.pairs.memories.size(); ++p) {
        const ListedPair& pair = waits.pairs.pairs[p];
        waiting += waits.bodies.path_bound[pair.a] + waits.bodies.path_bound[pair.b] <
                   waits.pairs.memories[p].retry_distance;
      }
    }
    ASSERT_EQ(waits.contacts.touching_count(), asks.contacts.touching_count()) << "step " << i;
  }
  EXPECT_GT(waiting, 100);
  Real largest = 0;  // warm starts change the last digits
  for (int i = 0; i < waits.bodies.count(); ++i)
    largest = std::max(largest, length(waits.bodies.position[i] - asks.bodies.position[i]));
  EXPECT_LT(largest, 1e-9);
}

TEST(SuperquadricBodies, FramesShowTheirSurface) {
  World w = bed(false);
  for (int s = 0; s < 3; ++s) {
    const Surface surface = surface_of(w.shapes, s);
    const Superquadric& body = w.shapes.superquadrics[s];
    for (const Vec3& v : surface.vertices) EXPECT_NEAR(inside_outside(body, v), 0, 1e-12);
    EXPECT_GT(integrate_mass(surface).volume, 0.93 * w.shapes[s].volume);
    EXPECT_LT(integrate_mass(surface).volume, w.shapes[s].volume);
  }
}

}  // namespace
}  // namespace scree::test
