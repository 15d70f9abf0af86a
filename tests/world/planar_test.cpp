// Polygons and discs in 2D: slopes, rolling, toppling, brick walls, and a comparison with 3D prisms.
#include "scenes.hpp"

#include "scree/math/random.hpp"
#include "scree/planar/wall/disc.hpp"

namespace scree::test {
namespace {

constexpr Real g = 9.81;

Material rock(Real friction = 0.5, Real restitution = 0.3) {
  Material m;
  m.name = "rock";
  m.density = 2500;
  m.friction = friction;
  m.restitution = restitution;
  m.normal_stiffness = 2e7, m.tangential_stiffness = 1.6e7;
  return m;
}

World plane_of(const Material& m, Vec3 gravity = {0, -g, 0}) {
  World w = world_of(m);
  w.settings.gravity = gravity;
  w.settings.dt = 2e-5;
  return w;
}

int add_rectangle(World& w, Real width, Real height, Real thickness = 1) {
  const Real x = 0.5 * width, y = 0.5 * height;
  const std::vector<Vec2> corners = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
  return w.shapes.add_polygon("rectangle", make_polygon(corners), thickness);
}

int add_ground(World& w) { return w.walls.add_plane("ground", 0, make_half_space({0, 1, 0}, {})); }

Quat turned(Real angle) { return {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)}; }

/// Returns the gravity on a slope that falls towards +x, in the frame of the slope.
Vec3 down_slope(Real degrees) {
  const Real t = degrees * pi / 180;
  return {g * std::sin(t), -g * std::cos(t), 0};
}

TEST(Planar, PolygonsAndDiscsHaveTheirMassAndInertia) {
  World w = plane_of(rock());
  const int box = add_rectangle(w, 0.2, 0.1, 0.5), disc = w.shapes.add_disc("disc", 0.1, 0.5);
  const int a = add_body(w, box, {}, {}, {}, {}, Freedom::free, 2), b = add_body(w, disc, {1, 0, 0});
  EXPECT_NEAR(w.bodies.mass[a], 2500 * 0.4 * 0.2 * 0.5, 1e-9);  // the scale does not change the thickness
  EXPECT_NEAR(w.bodies.inertia[a].z, w.bodies.mass[a] * (0.4 * 0.4 + 0.2 * 0.2) / 12, 1e-12);
  EXPECT_NEAR(w.bodies.mass[b], 2500 * pi * 0.01 * 0.5, 1e-9);
  EXPECT_NEAR(w.bodies.inertia[b].z, 0.5 * w.bodies.mass[b] * 0.01, 1e-12);
}

TEST(Planar, BlockOnASlopeSlidesAsCoulombSays) {
  for (const Real degrees : {20.0, 35.0}) {
    const Real t = degrees * pi / 180, mu = 0.5;
    World w = plane_of(rock(mu), down_slope(degrees));
    add_ground(w);
    add_body(w, add_rectangle(w, 0.2, 0.1), {0, 0.05, 0});
    prepare(w);
    run(w, 10000);
    const Vec3 v = w.bodies.velocity[0], x = w.bodies.position[0];
    run(w, 10000);
    const Real a = (w.bodies.velocity[0].x - v.x) / (10000 * w.settings.dt);
    EXPECT_NEAR(a, std::max(0.0, g * (std::sin(t) - mu * std::cos(t))), 1e-3 * g) << degrees;
    if (degrees < 26) { EXPECT_LT(length(w.bodies.position[0] - x), 1e-9); }
    EXPECT_EQ(w.bodies.position[0].z, 0);
    EXPECT_EQ(w.bodies.spin[0].x, 0);
    w.update_ledger();
    EXPECT_LT(std::abs(w.ledger.error(w.first_total)), 1e-3 * (1 + w.ledger.kinetic));
  }
}

/// A disc that rolls down a slope has two thirds of the acceleration of a disc that slides without friction.
TEST(Planar, ADiscRolls) {
  World w = plane_of(rock(), down_slope(20));
  add_ground(w);
  add_body(w, w.shapes.add_disc("disc", 0.1, 1), {0, 0.1, 0});
  prepare(w);
  run(w, 25000);
  const Real a = w.bodies.velocity[0].x / w.time;
  EXPECT_NEAR(a, 2.0 / 3 * g * std::sin(20 * pi / 180), 0.005 * g);
  EXPECT_NEAR(w.bodies.spin[0].z, -w.bodies.velocity[0].x / 0.1, 1e-2 * std::abs(w.bodies.spin[0].z));
}

/// A block that is half as wide as high topples if the slope is steeper than 1 : 2.
TEST(Planar, ABlockTopples) {
  for (const Real degrees : {25.5, 27.5}) {
    World w = plane_of(rock(2.0), down_slope(degrees));
    add_ground(w);
    add_body(w, add_rectangle(w, 0.1, 0.2), {0, 0.1, 0});
    prepare(w);
    run(w, 50000);
    const Real lean = 2 * std::asin(w.bodies.orientation[0].z) * 180 / pi;
    if (degrees < 26.5) {
      EXPECT_NEAR(lean, 0, 0.1);
    } else {
      EXPECT_LT(lean, -10);
    }
  }
}

/// Compares the contact of a disc and a polygon with the closest point of all edges.
TEST(Planar, DiscsTouchPolygonsAtTheClosestPoint) {
  Random random(3);
  int touching = 0;
  for (int n = 0; n < 20000; ++n) {
    std::vector<Vec2> points;
    for (int i = 3 + random.below(9); i > 0; --i)
      points.push_back({random.uniform(-1, 1), random.uniform(-0.3, 0.3)});
    const Polygon body = polygon_from_points(points);
    const PolygonView polygon = view(body);
    const Vec2 center{random.uniform(-1.5, 1.5), random.uniform(-1, 1)};
    const Real radius = random.uniform(0.05, 0.6);
    Real nearest = 1e300, inside = -1e300;
    for (int e = 0; e < polygon.vertex_count; ++e) {
      const Vec2 p = polygon.vertex(e), along = polygon.edge(e);
      const Real at = clamp01(dot(center - p, along) / length_squared(along));
      nearest = std::min(nearest, length(p + at * along - center));
      inside = std::max(inside, dot(polygon.edge_normal[e], center - p));
    }
    const Real distance = inside > 0 ? nearest : inside;
    PlanarManifold manifold;
    touch_polygon(center, radius, polygon, manifold);
    ASSERT_EQ(manifold.count > 0, distance < radius);
    if (manifold.count == 0) continue;
    ++touching;
    EXPECT_NEAR(manifold.point[0].overlap, radius - distance, 1e-14);
    // The point lies halfway between the rim of the disc and the polygon.
    const Vec2 rim = center + radius * manifold.point[0].normal;
    EXPECT_LT(length(rim - manifold.point[0].position) - 0.5 * manifold.point[0].overlap, 1e-14);
  }
  EXPECT_GT(touching, 5000);
}

/// A wall of bricks in running bond stands, and the ground carries its weight.
TEST(Planar, AWallOfBricksStands) {
  World w = plane_of(rock());
  add_ground(w);
  const Real width = 0.2, height = 0.1;
  const int brick = add_rectangle(w, width, height), half = add_rectangle(w, 0.5 * width, height);
  for (int row = 0; row < 8; ++row) {
    const Real y = (row + 0.5) * height;
    for (int i = 0; i < (row % 2 == 0 ? 5 : 4); ++i)
      add_body(w, brick, {(i + (row % 2 == 0 ? 0 : 0.5)) * width, y, 0});
    if (row % 2 == 1) {
      add_body(w, half, {-0.25 * width, y, 0});
      add_body(w, half, {4.25 * width, y, 0});
    }
  }
  prepare(w);
  const std::vector<Vec3> before = w.bodies.position;
  run(w, 50000);
  Real weight = 0, fastest = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    weight += g * w.bodies.mass[i];
    EXPECT_LT(length(w.bodies.position[i] - before[i]), 0.01 * height) << i;
    fastest = std::max(fastest, length(w.bodies.velocity[i]));
  }
  EXPECT_LT(fastest, 1e-4);
  EXPECT_NEAR(w.walls.all[0].force.y, -weight, 1e-3 * weight);
}

/// A smooth, elastic block that bounces and rotates follows the same path as a 3D prism.
TEST(Planar, PolygonFollowsThePathOfAPrism) {
  Vec3 end[2];
  Real lean[2];
  for (const bool prism : {false, true}) {
    World w = plane_of(rock(0, 1));
    w.settings.dt = 1e-5;
    add_ground(w);
    const int shape =
        prism ? w.shapes.add_polyhedron("prism", box({0.2, 0.1, 1})) : add_rectangle(w, 0.2, 0.1);
    const Quat q = prism ? turned(0.4) * w.shapes[shape].body_in_input.orientation : turned(0.4);
    add_body(w, shape, {0, 0.3, 0}, q, {1, 0, 0}, {0, 0, -3});
    prepare(w);
    run(w, 40000);
    end[prism ? 1 : 0] = w.bodies.position[0];
    lean[prism ? 1 : 0] = w.bodies.spin[0].z;
  }
  EXPECT_LT(length(end[0] - end[1]), 1e-6);
  EXPECT_NEAR(lean[0], lean[1], 1e-4);
}

/// Polygons of many kinds and discs rain into a box and come to rest. The final state is the same on one, two
/// and four threads.
TEST(Planar, AHeapComesToRestAndDoesNotDependOnThreads) {
  std::uint64_t hash[3];
  const int threads[3] = {1, 2, 4};
  for (int k = 0; k < 3; ++k) {
    Material m = rock();
    m.rolling_friction = 0.05;  // without rolling friction discs would not stop
    World w = plane_of(m);
    add_ground(w);
    w.walls.add_plane("left", 0, make_half_space({1, 0, 0}, {-0.5, 0, 0}));
    w.walls.add_plane("right", 0, make_half_space({-1, 0, 0}, {0.5, 0, 0}));
    Random random(5);
    std::vector<int> shapes = {w.shapes.add_disc("disc", 0.04, 1)};
    for (int corners = 3; corners < 8; ++corners) {
      std::vector<Vec2> outline;
      for (int i = 0; i < corners; ++i) {
        const Real angle = 2 * pi * i / corners;
        outline.push_back({0.05 * std::cos(angle), 0.04 * std::sin(angle)});
      }
      shapes.push_back(w.shapes.add_polygon("p", make_polygon(outline), 1));
    }
    for (int n = 0; n < 36; ++n) {
      add_body(w, shapes[n % shapes.size()], {-0.3 + 0.12 * (n % 6), 0.06 + 0.12 * (n / 6), 0},
               turned(random.uniform(0, 6)));
    }
    set_thread_count(threads[k]);
    prepare(w);
    run(w, k == 0 ? 80000 : 3000);
    if (k == 0) {
      w.update_ledger();
      EXPECT_LT(w.ledger.kinetic, 1e-4);
      EXPECT_LT(std::abs(w.ledger.error(w.first_total)), 2e-3 * (w.ledger.friction + w.ledger.damping));
      for (int i = 0; i < w.bodies.count(); ++i) EXPECT_EQ(w.bodies.position[i].z, 0);
    }
    hash[k] = w.state_hash();
  }
  EXPECT_EQ(hash[1], hash[2]);
  set_thread_count(1);
}

TEST(Planar, WorldsThatLeaveThePlaneAreRefused) {
  const auto refused = [](auto change) -> std::string {
    World w = plane_of(rock());
    add_ground(w);
    add_body(w, add_rectangle(w, 0.2, 0.1), {0, 0.1, 0});
    change(w);
    try {
      prepare(w);
    } catch (const std::exception& error) { return error.what(); }
    return "";
  };
  EXPECT_EQ(refused([](World&) {}), "");
  EXPECT_NE(refused([](World& w) { w.settings.gravity.z = -9.81; }).find("gravity"), std::string::npos);
  EXPECT_NE(refused([](World& w) { add_floor(w); }).find("normal"), std::string::npos);
  EXPECT_NE(refused([](World& w) { w.shapes.add_sphere("ball", 1); }).find("body in space"),
            std::string::npos);
  EXPECT_NE(refused([](World& w) { w.bodies.position[0].z = 1; }).find("body 1"), std::string::npos);
  EXPECT_NE(refused([](World& w) { w.settings.algorithm = "gjk"; }).find("algorithm"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
