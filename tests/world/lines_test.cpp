// Lines as walls of 2D worlds, at rest and moving: bodies lie on them, roll off their ends, and are pushed.
#include "scenes.hpp"

namespace scree::test {
namespace {

constexpr Real g = 9.81;

World plane_of(Real friction, Real restitution, Vec3 gravity = {0, -g, 0}) {
  Material m;
  m.name = "rock";
  m.density = 2500;
  m.friction = friction;
  m.restitution = restitution;
  m.normal_stiffness = 2e7, m.tangential_stiffness = 1.6e7;
  World w = world_of(m);
  w.settings.gravity = gravity;
  w.settings.dt = 2e-5;
  return w;
}

int add_line(World& w, const std::vector<Vec2>& points) {
  return w.walls.add_line("line", 0, make_polyline(points));
}

int rectangle(World& w, Real width, Real height) {
  const Real x = 0.5 * width, y = 0.5 * height;
  return w.shapes.add_polygon("rectangle",
                              make_polygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}}), 1);
}

Real ledger_error(World& w) {
  w.update_ledger();
  return std::abs(w.ledger.error(w.first_total));
}

/// A block stays on a shelf if its centroid is over the shelf, and tips off otherwise. The same is true under
/// the shelf if gravity points upwards.
TEST(Lines, AShelfHoldsABlockWhoseCentroidIsOverIt) {
  for (const Real up : {1.0, -1.0}) {
    for (const Real x : {-0.02, 0.02}) {
      World w = plane_of(0.6, 0.2, {0, -up * g, 0});
      add_line(w, {{-1, 0}, {0, 0}});
      add_body(w, rectangle(w, 0.3, 0.1), {x, up * 0.05, 0});
      prepare(w);
      run(w, 30000);
      const Real y = up * w.bodies.position[0].y;
      if (x < 0) {
        EXPECT_NEAR(y, 0.05, 1e-4);
        EXPECT_LT(length(w.bodies.velocity[0]), 1e-6);
        EXPECT_NEAR(w.walls.all[0].force.y, -up * g * w.bodies.mass[0], 1e-3 * g * w.bodies.mass[0]);
      } else {
        EXPECT_LT(y, -0.05);
      }
    }
  }
}

/// A smooth disc with a small initial velocity passes the end of the line and falls. Its path bends around
/// the end, and the corner creates no energy.
TEST(Lines, ADiscGoesOverTheEnd) {
  World w = plane_of(0, 1);
  add_line(w, {{-1, 0}, {0, 0}});
  add_body(w, w.shapes.add_disc("disc", 0.1, 1), {-0.1, 0.1, 0}, {}, {0.3, 0, 0});
  prepare(w);
  const Real first = w.first_total;
  run(w, 40000);
  EXPECT_LT(w.bodies.position[0].y, -0.1);
  EXPECT_GT(w.bodies.velocity[0].x, 0.35);  // the corner has pushed the disc forward
  EXPECT_LT(ledger_error(w), 1e-4 * std::abs(first));
}

/// Smooth bodies slide over the joints of nearly straight lines as if the joints did not exist.
TEST(Lines, NothingCatchesAtJoints) {
  for (const Real bump : {1e-7, -1e-7, 1e-4, -1e-4}) {
    World w = plane_of(0, 0.5);
    add_line(w, {{-1, 0}, {0, 0}, {0.3, bump}, {0.5, bump}, {2, 0}});
    const int block = rectangle(w, 0.2, 0.1), disc = w.shapes.add_disc("disc", 0.05, 1);
    add_body(w, block, {-0.4, 0.05, 0}, {}, {1, 0, 0});
    add_body(w, disc, {-0.8, 0.05, 0}, {}, {1, 0, 0});
    prepare(w);
    run(w, 50000);
    for (const int i : {0, 1}) {
      EXPECT_NEAR(w.bodies.velocity[i].x, 1, std::abs(bump) > 1e-5 ? 2e-3 : 1e-5) << bump << " body " << i;
      EXPECT_NEAR(w.bodies.position[i].y, 0.05, 2e-4) << bump;
    }
  }
}

/// A smooth disc in a bowl of many lines swings as on a circle: it returns to its height after the period of
/// that circle.
TEST(Lines, ADiscSwingsInABowl) {
  World w = plane_of(0, 1);
  std::vector<Vec2> bowl;
  for (int i = -40; i <= 40; ++i) bowl.push_back({std::sin(0.03 * i), 1 - std::cos(0.03 * i)});
  add_line(w, bowl);
  const Real swing = 0.3, arm = 0.95;
  add_body(w, w.shapes.add_disc("disc", 0.05, 1), {-arm * std::sin(swing), 1 - arm * std::cos(swing), 0});
  prepare(w);
  const Real period = 2 * pi * std::sqrt(arm / g) * (1 + swing * swing / 16);
  run(w, static_cast<int>(std::lround(period / w.settings.dt)));
  EXPECT_NEAR(w.bodies.position[0].x, -arm * std::sin(swing), 0.01 * arm);
}

/// A line that moves against a block pushes it away with the speed that the restitution gives. The ledger
/// contains the work of the line.
TEST(Lines, APistonPushes) {
  World w = plane_of(0, 0.1, {});
  const int wall = add_line(w, {{0, -1}, {0, 1}});
  w.motions.phases.push_back({wall, 0, forever, {0.5, 0, 0}});
  add_body(w, rectangle(w, 0.2, 0.1), {0.3, 0, 0});
  prepare(w);
  run(w, 50000);
  const Real v = 0.5 * (1 + 0.1);
  EXPECT_NEAR(w.bodies.velocity[0].x, v, 1e-3);
  EXPECT_NEAR(w.ledger.walls, 0.5 * w.bodies.mass[0] * v, 1e-3 * w.bodies.mass[0]);
}

/// A paddle rotates about its end and sweeps a bin. It pushes bodies of all kinds, and no body passes
/// through it.
TEST(Lines, APaddleSweeps) {
  std::uint64_t hash[3] = {};
  for (const int threads : {1, 2, 4}) {
    World w = plane_of(0.3, 0.3, {});
    add_line(w, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}});
    const int paddle = add_line(w, {{0, 0}, {0.95, 0}});
    w.motions.phases.push_back({paddle, 0, forever, {}, {0, 0, 2}});
    const int shapes[3] = {
        rectangle(w, 0.1, 0.06), w.shapes.add_disc("disc", 0.05, 1),
        w.shapes.add_polygon("wedge", make_polygon(std::vector<Vec2>{{0, 0}, {0.1, 0}, {0, 0.1}}), 1)};
    for (int n = 0; n < 12; ++n) {
      const int row = n / 4;
      add_body(w, shapes[n % 3], {0.2 + 0.15 * (n % 4), 0.15 + 0.2 * row, 0});
    }
    set_thread_count(threads);
    prepare(w);
    run(w, threads == 1 ? 60000 : 6000);
    if (threads > 1) {
      hash[threads / 2] = w.state_hash();
      continue;
    }
    EXPECT_GT(w.ledger.walls, 0);
    EXPECT_LT(ledger_error(w), 5e-3 * w.ledger.walls);
    for (int i = 0; i < w.bodies.count(); ++i) {
      const Vec3 p = w.bodies.position[i];
      EXPECT_LT(std::max(std::abs(p.x), std::abs(p.y)), 1) << i;
      EXPECT_EQ(p.z, 0);
    }
  }
  EXPECT_EQ(hash[1], hash[2]);
  set_thread_count(1);
}

/// A rotating closed line is a drum. No body leaves it, and it lifts the bodies.
TEST(Lines, ADrumOfEightSidesRotates) {
  World w = plane_of(0.6, 0.2);
  std::vector<Vec2> drum;
  for (int i = 0; i < 8; ++i) drum.push_back({0.5 * std::cos(0.25 * pi * i), 0.5 * std::sin(0.25 * pi * i)});
  drum.push_back(drum[0]);
  const int wall = add_line(w, drum);
  w.motions.phases.push_back({wall, 0, forever, {}, {0, 0, 3}});
  const int block = rectangle(w, 0.08, 0.05), disc = w.shapes.add_disc("disc", 0.03, 1);
  for (int n = 0; n < 25; ++n) {
    const int row = n / 5;
    add_body(w, n % 2 == 0 ? block : disc, {-0.2 + 0.1 * (n % 5), -0.2 + 0.1 * row, 0});
  }
  prepare(w);
  run(w, 60000);
  Vec3 middle;
  for (int i = 0; i < w.bodies.count(); ++i) {
    EXPECT_LT(length(w.bodies.position[i]), 0.5) << i;
    middle += w.bodies.position[i] / w.bodies.count();
  }
  EXPECT_GT(middle.x, 0.03);  // the drum carries the bodies up on the right
  EXPECT_LT(middle.y, -0.1);
}

TEST(Lines, LinesMustStayInThePlane) {
  const auto refused = [](auto change) -> std::string {
    World w = plane_of(0.5, 0.5);
    const int wall = add_line(w, {{-1, 0}, {1, 0}});
    change(w, wall);
    try {
      prepare(w);
    } catch (const std::exception& error) { return error.what(); }
    return "";
  };
  EXPECT_NE(refused([](World& w, int) { w.shapes.add_sphere("ball", 1); }).find("is a line"),
            std::string::npos);
  const auto moved = [](World& w, const MotionPhase& phase) {
    w.shapes.add_disc("disc", 0.1, 1);
    w.motions.phases.push_back(phase);
  };
  EXPECT_EQ(refused([&](World& w, int i) { moved(w, {i, 0, 1, {1, 0, 0}, {0, 0, 1}}); }), "");
  EXPECT_NE(refused([&](World& w, int i) {
              moved(w, {i, 0, 1, {0, 0, 1}});
            }).find("leaves the plane"),
            std::string::npos);
  EXPECT_NE(refused([&](World& w, int i) {
              moved(w, {i, 0, 1, {}, {1, 0, 0}});
            }).find("leaves the plane"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::test
