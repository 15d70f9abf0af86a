// Compares the implicit solver with closed forms, in 3D and in 2D: free flight, slopes, wedges, stacks, walls
// of blocks.
#include "support/support.hpp"
#include "world/scenes.hpp"

#include "scree/dda/step.hpp"
#include "scree/io/record/checkpoint.hpp"
#include "scree/math/random.hpp"

#include <array>
#include <filesystem>

namespace scree::test {
namespace {

constexpr Real g = 9.81;

Material rock(Real friction, Real stiffness = 1e9) {
  Material m;
  m.name = "rock";
  m.density = 2600;
  m.friction = friction;
  m.restitution = 0.1;
  m.normal_stiffness = stiffness;
  m.tangential_stiffness = stiffness;
  return m;
}

World blocks_of(const Material& m, Vec3 gravity, Real dt) {
  World w = world_of(m);
  w.settings.solver = Solver::dda;
  w.settings.gravity = gravity, w.settings.dt = dt;
  return w;
}

void advance(World& w, int steps) {
  for (int i = 0; i < steps; ++i) scree::advance(w);
}

Real radians(Real degrees) { return degrees * pi / 180; }

/// Returns the gravity on a slope that falls towards +x, in the frame of the slope.
Vec3 down_slope(Real degrees) { return {g * std::sin(radians(degrees)), 0, -g * std::cos(radians(degrees))}; }

TEST(Dda, FreeMotionIsExact) {
  World w = blocks_of(rock(0.5), {0, 0, -g}, 0.01);
  const int shape = w.shapes.add_polyhedron("box", box({1, 1, 1}));
  w.settings.dda.displacement_limit = 10;
  add_body(w, shape, {}, {}, {3, 1, 4}, {0.5, 1, 0.2});
  prepare_solver(w);
  advance(w, 200);
  EXPECT_NEAR(w.time, 2, 1e-12);
  EXPECT_NEAR(w.bodies.position[0].x, 6, 1e-9);
  EXPECT_NEAR(w.bodies.position[0].z, 4 * 2 - 0.5 * g * 4, 1e-9);
  EXPECT_NEAR(w.bodies.velocity[0].z, 4 - 2 * g, 1e-9);
  // The principal moments of inertia are equal, so the body turns about a fixed axis.
  const Real angle = 2 * std::sqrt(0.25 + 1 + 0.04);
  EXPECT_NEAR(std::abs(w.bodies.orientation[0].w), std::abs(std::cos(0.5 * angle)), 1e-9);
}

TEST(Dda, BlockSlidesDownASlopeAsCoulombSays) {  // the block slides over 25 m
  for (const Real degrees : {30.0, 40.0, 50.0}) {
    const Real mu = std::tan(radians(25));
    World w = blocks_of(rock(mu), down_slope(degrees), 0.005);
    w.settings.dda.displacement_limit = 0.1;
    const int shape = w.shapes.add_polyhedron("block", box({1, 1, 0.4}));
    add_floor(w);
    add_body(w, shape, {0, 0, 0.2});
    prepare_solver(w);
    const Real a = g * (std::sin(radians(degrees)) - mu * std::cos(radians(degrees)));
    const int steps = static_cast<int>(std::sqrt(2 * 25 / a) / w.settings.dt);
    advance(w, steps);
    const Real expected = 0.5 * a * w.time * w.time;
    EXPECT_NEAR(w.bodies.position[0].x, expected, 0.01 * expected) << degrees;
    EXPECT_EQ(w.dda.unconverged, 0);
  }
}

TEST(Dda, BlockStaysBelowItsFrictionAngle) {
  for (const Real over : {-0.5, 0.5}) {
    const Real degrees = 30;
    World w = blocks_of(rock(std::tan(radians(degrees - over))), down_slope(degrees), 0.005);
    const int shape = w.shapes.add_polyhedron("block", box({1, 1, 0.4}));
    add_floor(w);
    add_body(w, shape, {0, 0, 0.2});
    prepare_solver(w);
    advance(w, 400);
    if (over < 0) {
      EXPECT_LT(w.bodies.position[0].x, 1e-5);
    } else {
      EXPECT_GT(w.bodies.position[0].x, 0.1);
    }
  }
}

/// Returns the upward normal of a plane with the given dip and dip direction. The x axis points east, the y
/// axis north.
Vec3 plane_normal(Real dip, Real direction) {
  return {std::sin(radians(dip)) * std::sin(radians(direction)),
          std::sin(radians(dip)) * std::cos(radians(direction)), std::cos(radians(dip))};
}

/// Returns the intersection of three planes with the given offsets.
Vec3 meet(Vec3 n1, Real o1, Vec3 n2, Real o2, Vec3 n3, Real o3) {
  const Real det = dot(n1, cross(n2, n3));
  return (1 / det) * (o1 * cross(n2, n3) + o2 * cross(n3, n1) + o3 * cross(n1, n2));
}

/// Dip and dip direction of the planes are 40/130 and 60/220 degrees. The wedge is stable if the friction
/// angle is at least 33.36 degrees.
TEST(Dda, WedgeHoldsAboveTheCriticalFrictionAngle) {
  const Vec3 first = plane_normal(40, 130), second = plane_normal(60, 220), up{0, 0, 1};
  Vec3 line = normalized(cross(first, second));
  if (line.z > 0) line = -line;
  const Vec3 front = normalized(Vec3{line.x, line.y, 0});
  const std::vector<Vec3> corners = {{},
                                     meet(first, 0, second, 0, up, 2),
                                     meet(first, 0, front, 0, up, 2),
                                     meet(second, 0, front, 0, up, 2)};
  for (const Real degrees : {33.36 - 0.5, 33.36 + 0.5}) {
    World w = blocks_of(rock(std::tan(radians(degrees))), {0, 0, -g}, 0.002);
    w.walls.add_plane("first", 0, make_half_space(first, {}));
    w.walls.add_plane("second", 0, make_half_space(second, {}));
    const Polyhedron wedge = polyhedron_from_points(corners);
    const Pose at = wedge.mass.body_in_input;
    add_body(w, w.shapes.add_polyhedron("wedge", wedge), at.position, at.orientation);
    prepare_solver(w);
    advance(w, 1000);
    const Real moved = length(w.bodies.position[0] - at.position);
    if (degrees > 33.36) {
      EXPECT_LT(moved, 1e-3);  // the wedge is released suddenly, so it slips a little before it stops
      EXPECT_LT(length(w.bodies.velocity[0]), 1e-9);
    } else {
      EXPECT_GT(moved, 0.02);
      EXPECT_GT(dot(w.bodies.velocity[0], line), 0.02);
    }
  }
}

TEST(Dda, StackSettlesByItsWeight) {
  const Real stiffness = 1e8;
  World w = blocks_of(rock(0.6, stiffness), {0, 0, -g}, 0.001);
  const int shape = w.shapes.add_polyhedron("box", box({1, 1, 0.5}));
  add_floor(w);
  add_body(w, shape, {0, 0, 0.25});
  add_body(w, shape, {0.1, 0.05, 0.75});
  prepare_solver(w);
  advance(w, 2000);
  const Real weight = w.bodies.mass[0] * g;
  EXPECT_NEAR(0.25 - w.bodies.position[0].z, 2 * weight / (4 * stiffness), 0.02 * weight / stiffness);
  EXPECT_LT(length(w.bodies.velocity[1]), 1e-6);
  Real pressed = 0;
  for (const BatchContacts& c : w.contacts.batches) {
    for (const PointHistory& h : c.histories) pressed += h.normal_force;
  }
  EXPECT_NEAR(pressed, 3 * weight, 1e-3 * weight);
  EXPECT_LT(w.dda.deepest, 2 * weight / stiffness);
  EXPECT_GT(w.dda.paths.updated, 10 * w.dda.paths.initial);
}

/// Adds a wall of blocks of 1 x 0.5 x 0.5 m. Each course is half a block shorter at both ends than the course
/// below; the top course has one block.
void add_wall(World& w, int courses) {
  const int shape = w.shapes.add_polyhedron("block", box({1, 0.5, 0.5}));
  for (int c = 0; c < courses; ++c) {
    for (int i = 0; i < courses - c; ++i) add_body(w, shape, {i + 0.5 * c, 0, 0.25 + 0.5 * c});
  }
}

TEST(Dda, WallOfFifteenBlocksStands) {
  World w = blocks_of(rock(std::tan(radians(35)), 1e10), {0, 0, -g}, 0.001);
  add_floor(w);
  add_wall(w, 5);
  prepare_solver(w);
  const int top = w.bodies.count() - 1;
  const Vec3 first = w.bodies.position[top];
  advance(w, 1000);
  // Each course settles relative to the course below by weight / stiffness, summed over the points that
  // carry it.
  EXPECT_LT(length(w.bodies.position[top] - first), 1e-5);
  EXPECT_GT(first.z - w.bodies.position[top].z, 1e-7);
  EXPECT_LT(length(w.bodies.velocity[top]), 1e-7);
  EXPECT_EQ(w.dda.unconverged, 0);
  EXPECT_EQ(w.dda.paths.deep, 0);
  const Real weight = 15 * w.bodies.mass[0] * g;
  EXPECT_NEAR(w.walls.all[0].force.z, -weight, 1e-3 * weight);
}

TEST(Dda, BlocksKeepTheirMomentumWhenTheyMeet) {
  World w = blocks_of(rock(0.4, 1e7), {}, 0.001);
  const int shape = w.shapes.add_polyhedron("block", box({1, 0.5, 0.5}));
  add_body(w, shape, {-1.2, 0.1, 0.07}, axis_angle({0, 0, 1}, 0.3), {2, 0, 0}, {0.5, 0, 0.2});
  add_body(w, shape, {0.2, 0, 0}, axis_angle({0, 1, 0}, 0.2), {-1, 0.3, 0}, {0, 0.1, 0});
  prepare_solver(w);
  const auto momentum = [&] {
    return w.bodies.mass[0] * w.bodies.velocity[0] + w.bodies.mass[1] * w.bodies.velocity[1];
  };
  w.update_ledger();
  const Vec3 before = momentum();
  const Real energy = w.ledger.kinetic;
  advance(w, 600);
  EXPECT_GT(length(w.bodies.velocity[0] - Vec3{2, 0, 0}), 0.5) << "they have met";
  EXPECT_LT(length(momentum() - before), 1e-9 * length(before));
  EXPECT_LT(w.ledger.kinetic, energy);
  EXPECT_GT(w.ledger.damping, 0);
}

TEST(Dda, BothSolversEndInTheSameState) {  // a wall of six blocks with stiffness 1e7 and critical step 1e-3
  std::array<World, 2> worlds{blocks_of(rock(0.7, 1e8), {0, 0, -g}, 0.002),
                              blocks_of(rock(0.7, 1e8), {0, 0, -g}, 1e-4)};
  worlds[1].settings.solver = Solver::explicit_steps;
  for (World& w : worlds) {
    add_floor(w);
    add_wall(w, 3);
    prepare_solver(w);
    advance(w, static_cast<int>(1.5 / w.settings.dt));
  }
  // The explicit solver divides one stiffness among the points of a contact. The implicit solver gives each
  // point the whole stiffness. Positions are the same except for the settlement.
  for (int i = 0; i < 6; ++i) {
    EXPECT_LT(length(worlds[0].bodies.position[i] - worlds[1].bodies.position[i]), 1e-3) << i;
    EXPECT_LT(length(worlds[0].bodies.velocity[i]), 1e-6) << i;
  }
}

TEST(Dda, BlockSlidesInThePlaneAsCoulombSays) {
  const Real mu = std::tan(radians(25)), t = radians(40);
  World w = blocks_of(rock(mu), {g * std::sin(t), -g * std::cos(t), 0}, 0.005);
  w.settings.dda.displacement_limit = 0.1;
  const std::vector<Vec2> corners = {{-0.5, -0.2}, {0.5, -0.2}, {0.5, 0.2}, {-0.5, 0.2}};
  const int shape = w.shapes.add_polygon("block", make_polygon(corners), 1);
  w.walls.add_plane("slope", 0, make_half_space({0, 1, 0}, {}));
  add_body(w, shape, {0, 0.2, 0});
  prepare_solver(w);
  advance(w, 800);
  const Real expected = 0.5 * g * (std::sin(t) - mu * std::cos(t)) * w.time * w.time;
  EXPECT_NEAR(w.bodies.position[0].x, expected, 0.01 * expected);
  EXPECT_EQ(w.bodies.position[0].z, 0);
}

TEST(Dda, BricksInThePlaneStand) {
  World w = blocks_of(rock(0.7, 1e9), {0, -g, 0}, 0.001);
  const std::vector<Vec2> corners = {{-0.5, -0.25}, {0.5, -0.25}, {0.5, 0.25}, {-0.5, 0.25}};
  const int shape = w.shapes.add_polygon("block", make_polygon(corners), 0.5);
  w.walls.add_plane("floor", 0, make_half_space({0, 1, 0}, {}));
  for (int c = 0; c < 5; ++c) {
    for (int i = 0; i < 5 - c; ++i) add_body(w, shape, {i + 0.5 * c, 0.25 + 0.5 * c, 0});
  }
  prepare_solver(w);
  const Vec3 first = w.bodies.position[14];
  advance(w, 1000);
  EXPECT_LT(length(w.bodies.position[14] - first), 1e-3);
  EXPECT_LT(length(w.bodies.velocity[14]), 1e-6);
  EXPECT_EQ(w.dda.unconverged, 0);
}

/// Returns a world with tetrahedra that fall on each other. Contacts form, slide and end.
World falling(std::uint64_t seed = 3) {
  World w = blocks_of(rock(0.6, 1e5), {0, 0, -g}, 0.001);
  const int shape = w.shapes.add_polyhedron("tetrahedron", make_polyhedron(library_shape("tetrahedron")));
  add_floor(w);
  Random random(seed);
  for (int i = 0; i < 12; ++i)
    add_body(w, shape, {0.08 * (i % 2), 0.05 * (i % 3), 0.1 + 0.12 * i}, random.rotation(), {}, {},
             Freedom::free, 0.1);
  prepare_solver(w);
  return w;
}

TEST(Dda, AWorldReadFromACheckpointContinuesBitForBit) {
  World whole = falling();
  advance(whole, 250);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "scree-dda-checkpoint.h5";
  write_checkpoint(file, whole, "");
  World resumed = falling();
  load_checkpoint(file, resumed);
  std::filesystem::remove(file);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
  EXPECT_GT(whole.contacts.touching_count(), 2);
  advance(whole, 150);
  advance(resumed, 150);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
}

TEST(Dda, ResultsDoNotDependOnThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 3}) {
    World w = falling();
    set_thread_count(threads);
    advance(w, 300);
    hashes.push_back(w.state_hash());
  }
  set_thread_count(1);
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

/// If the features of a contact change, the contact starts with the overlap that it finds, which adds energy.
/// A single fall gains 0 to 3 % from this, so the test takes the mean of several falls (1.2 %).
TEST(Dda, LooseBlocksGainLittleEnergy) {
  constexpr int falls = 8;
  Real gained = 0;
  for (std::uint64_t seed = 1; seed <= falls; ++seed) {
    World w = falling(seed);
    const Real first = w.ledger.total();
    Real last = first;
    for (int i = 0; i < 1500; ++i) {
      scree::advance(w);
      gained += std::max(0.0, w.ledger.total() - last) / first;
      last = w.ledger.total();
    }
  }
  EXPECT_LT(gained / falls, 0.02);
}

/// A rebuild of the pair list keeps the data of contacts: their shear, and whether they were closed. A
/// rebuild once lost them.
TEST(Dda, ContactsSurviveARebuildOfTheList) {
  World kept = falling();
  advance(kept, 400);
  ASSERT_GT(kept.contacts.touching_count(), 2);
  World renewed;
  do {
    renewed = kept;
    advance(kept, 1);
  } while (kept.pairs.rebuilds > renewed.pairs.rebuilds);  // stops where the list is not rebuilt anyway
  renewed.pairs.position.clear();                          // forces a rebuild
  advance(renewed, 1);
  ASSERT_GT(renewed.pairs.rebuilds, kept.pairs.rebuilds);
  for (int i = 0; i < kept.bodies.count(); ++i) {
    EXPECT_EQ(kept.bodies.position[i], renewed.bodies.position[i]);
    EXPECT_EQ(kept.bodies.velocity[i], renewed.bodies.velocity[i]);
  }
}

TEST(Dda, LooseBlocksComeToRest) {
  World w = falling();
  advance(w, 1500);
  EXPECT_LT(w.ledger.kinetic, 1e-9);
  EXPECT_EQ(w.dda.unconverged, 0);
  EXPECT_GT(w.dda.halved, 0);  // the blocks met too fast for whole steps
  EXPECT_LT(w.dda.deepest, 1e-3);
}

TEST(Dda, StaticStepsConvergeToRest) {
  World w = blocks_of(rock(0.6, 1e8), {0, 0, -g}, 0.01);
  w.settings.dda.is_static = true;
  const int shape = w.shapes.add_polyhedron("box", box({1, 1, 0.5}));
  add_floor(w);
  add_body(w, shape, {0, 0, 0.25});
  prepare_solver(w);
  advance(w, 100);
  EXPECT_NEAR(0.25 - w.bodies.position[0].z, w.bodies.mass[0] * g / (4 * 1e8), 1e-9);
  EXPECT_EQ(w.bodies.velocity[0].z, 0);
}

TEST(Dda, AllDetectorsHoldTheWall) {
  for (const Detector d : {Detector::direct_search, Detector::fast_common_plane}) {
    World w = blocks_of(rock(std::tan(radians(35)), 1e10), {0, 0, -g}, 0.001);
    w.settings.dda.detector = d;
    add_floor(w);
    add_wall(w, 3);
    prepare_solver(w);
    advance(w, 200);
    EXPECT_LT(std::abs(w.bodies.position[5].z - 1.25), 1e-5) << static_cast<int>(d);
    EXPECT_EQ(w.dda.unconverged, 0) << static_cast<int>(d);
  }
}

TEST(Dda, ABlockHangsOnItsJoint) {
  for (const Real strength : {0.9, 1.1}) {
    Material m = rock(0.6, 1e9);
    m.tension = strength * m.density * g * 0.5;  // strength as a fraction of the weight of a block 0.5 m high
    m.cohesion = 1e6;
    World w = blocks_of(m, {0, 0, -g}, 0.001);
    w.settings.dda.is_static = true;  // a suddenly applied load pulls up to twice as hard
    const int shape = w.shapes.add_polyhedron("box", box({1, 1, 0.5}));
    add_body(w, shape, {0, 0, 2}, {}, {}, {}, Freedom::fixed);
    add_body(w, shape, {0, 0, 1.5});
    prepare_solver(w);
    advance(w, 500);
    if (strength > 1) {
      EXPECT_NEAR(w.bodies.position[1].z, 1.5, 1e-4);
      EXPECT_EQ(w.dda.bonds.size(), 4);
    } else {
      EXPECT_LT(w.bodies.position[1].z, 1.499);
      EXPECT_TRUE(w.dda.bonds.empty());
    }
  }
}

TEST(Dda, CohesionHoldsABlockOnASlope) {
  const Real degrees = 50, mu = 0.5, t = radians(degrees);
  for (const Real strength : {0.9, 1.5}) {  // the upper corners carry less and break first: 1.1 is too weak
    Material m = rock(mu, 1e9);
    const Real pull = m.density * 0.4 * g * (std::sin(t) - mu * std::cos(t));  // pull per area, N/m2
    m.cohesion = strength * pull, m.tension = 1e6;
    World w = blocks_of(m, down_slope(degrees), 0.001);
    w.settings.dda.is_static = true;
    add_floor(w);
    add_body(w, w.shapes.add_polyhedron("block", box({1, 1, 0.4})), {0, 0, 0.2});
    prepare_solver(w);
    advance(w, 500);
    if (strength > 1) {
      EXPECT_LT(w.bodies.position[0].x, 1e-4);
      EXPECT_EQ(w.dda.bonds.size(), 4);
    } else {
      EXPECT_GT(w.bodies.position[0].x, 5e-4);
      EXPECT_TRUE(w.dda.bonds.empty());
    }
  }
}

TEST(Dda, UnsupportedWorldsAreRefused) {
  const auto refused = [](auto change) {
    World w = blocks_of(rock(0.5), {0, 0, -g}, 0.001);
    add_floor(w);
    change(w);
    return error_of([&] { prepare_solver(w); });
  };
  EXPECT_NE(refused([](World& w) { w.shapes.add_sphere("ball", 1); }).find("'ball' is neither"),
            std::string::npos);
  EXPECT_NE(refused([](World& w) {
              w.walls.add_cylinder("drum", 0, {}, {0, 0, 1}, 1, false);
            }).find("no cylinders"),
            std::string::npos);
  EXPECT_NE(refused([](World& w) { w.settings.law = LawKind::hertz_mindlin; }).find("law linear only"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::test
