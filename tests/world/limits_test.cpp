// Overflows each fixed capacity of the engine (docs/reference/limits.md).
#include "scenes.hpp"

#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/wall/sphere.hpp"
#include "scree/dda/step.hpp"
#include "scree/math/random.hpp"
#include "scree/planar/direct_search/direct_search.hpp"

#include <cstdio>

namespace scree::test {
namespace {

Material springy() {
  Material m;
  m.name = "springy";
  m.density = 1000;
  m.layer_stiffness = 1e7;
  m.tangential_damping = 1e6;
  m.restitution = 0.5, m.friction = 0;
  return m;
}

Real deepest_of(const World& w) {
  Real deepest = 0;
  for (const BatchContacts& c : w.contacts.batches) {
    for (const ManifoldPoint& p : c.points) deepest = std::max(deepest, p.overlap);
  }
  return deepest;
}

/// The bounding box of the sphere meets up to 700 planar patches of the body. The deepest point is the one of
/// the closed form for a sphere on a convex polyhedron.
TEST(Limits, SpheresMissNoPlanarPatchOfAFineBody) {
  for (const int level : {1, 2, 3, 4}) {
    const Surface surface = library_shape("icosphere", {.level = level}, {Size::By::diameter, 2});
    const Polyhedron polyhedron = make_polyhedron(surface);
    World w = world_of(springy(), LawKind::pressure);
    const int ball = w.shapes.add_sphere("ball", 1),
              mesh = w.shapes.add_mesh("fine", make_facet_body(surface));
    const Pose placed{{}, normalized(Quat{1, 0.3, -0.2, 0.5})};
    add_body(w, ball, {0, 0, 1.9});
    add_body(w, mesh, {}, placed.orientation);
    w.settings.dt = 1e-6;
    prepare(w);
    const Pose frame = w.bodies.pose(1);
    const Pose polyhedron_frame =
        frame * inverse(w.shapes[mesh].body_in_input) * polyhedron.mass.body_in_input;
    Random random(level);
    int overlapping = 0, missed = 0;
    Real worst = 0;
    for (int i = 0; i < 600; ++i) {
      const Vec3 center = random.uniform(1.94, 1.999) * random.direction();
      Manifold expected;
      touch_polyhedron(inverse_transform(polyhedron_frame, center), 1, view(polyhedron), expected);
      w.bodies.position[0] = center;
      find_forces_now(w);
      const Real overlap = expected.count > 0 ? expected.point[0].overlap : 0, found = deepest_of(w);
      overlapping += overlap > 1e-3 ? 1 : 0;
      missed += overlap > 1e-3 && found == 0 ? 1 : 0;
      worst = std::max(worst, std::abs(found - overlap));
    }
    std::printf("%d faces: %d poses overlap, %d missed, worst difference %.1e\n", polyhedron.face_count(),
                overlapping, missed, worst);
    EXPECT_GT(overlapping, 200);
    EXPECT_EQ(missed, 0) << polyhedron.face_count() << " faces";
    EXPECT_LT(worst, 1e-12) << polyhedron.face_count() << " faces";
  }
}

/// Returns a thin prism along z. Its base has the given number of corners on the unit circle.
Surface coin(int sides) {
  Surface s;
  std::vector<int> top, bottom;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), 0.1});
    s.vertices.push_back({std::cos(angle), std::sin(angle), -0.1});
    const int next = (i + 1) % sides;
    s.add_face({2 * i, 2 * i + 1, 2 * next + 1, 2 * next});
    top.push_back(2 * i);
    bottom.push_back(2 * (sides - 1 - i) + 1);
  }
  s.add_face(top), s.add_face(bottom);
  return s;
}

/// The contact list of every pair of coins overflows. Each failure is counted, ten failures are recorded for
/// the report, and the forces equal those of `exact`.
TEST(Limits, FailedQueriesAreCountedAndAnsweredByExact) {
  constexpr int pairs = 12;
  std::vector<Vec3> forces[2];
  for (const bool exact : {false, true}) {
    World w = world_of(smooth());
    w.settings.algorithm = exact ? "exact" : "direct_search";
    w.settings.dt = 1e-6;
    const int shape = w.shapes.add_polyhedron("coin", make_polyhedron(coin(70)));
    const Quat planar_patch = w.shapes[shape].body_in_input.orientation;
    for (int i = 0; i < pairs; ++i) {
      add_body(w, shape, {10.0 * i, 0, 0}, planar_patch);
      add_body(w, shape, {10.0 * i + 0.01 * i, 0, 0.2 - 1e-6}, planar_patch);
    }
    prepare(w);
    const std::int64_t before = w.failed_queries;
    find_forces_now(w);
    EXPECT_EQ(w.failed_queries - before, exact ? 0 : pairs);
    EXPECT_LE(w.failures.size(), World::most_failures);
    EXPECT_EQ(w.failures.empty(), exact);
    forces[exact ? 1 : 0] = {w.bodies.force.begin(), w.bodies.force.end()};
  }
  for (int i = 0; i < 2 * pairs; ++i) {
    EXPECT_GT(length(forces[1][i]), 0);
    EXPECT_EQ(forces[0][i], forces[1][i]) << i;
  }
}

/// Returns a world of the implicit solver with rough blocks on a slope that falls towards +x at 20 degrees.
World blocks_on_a_slope(Vec3 downwards) {
  Material m = smooth(0.1);
  m.density = 2600;
  m.friction = 0.6;
  m.normal_stiffness = 1e8;
  m.tangential_stiffness = 1e8;
  World w = world_of(m);
  w.settings.solver = Solver::dda;
  w.settings.gravity = 9.81 * (std::cos(pi / 9) * downwards + std::sin(pi / 9) * Vec3{1, 0, 0});
  w.settings.dt = 0.001;
  return w;
}

/// Advances the world and expects that body 1 rests on body 0: springs carry its weight, and friction keeps
/// it in place. Returns the number of pairs for which the search failed.
std::int64_t failures_of_a_block_at_rest(World& w) {
  prepare_solver(w);
  const Vec3 start = w.bodies.position[1];
  for (int i = 0; i < 400; ++i) advance(w);
  Real pressed = 0;
  for (const BatchContacts& c : w.contacts.batches) {
    for (const PointHistory& h : c.histories) pressed += h.normal_force;
  }
  const Real weight = 9.81 * w.bodies.mass[1];
  EXPECT_NEAR(pressed, std::cos(pi / 9) * weight, 0.01 * weight);
  EXPECT_LT(length(w.bodies.position[1] - start), 2 * weight / 1e8);
  EXPECT_LT(length(w.bodies.velocity[1]), 1e-4);
  EXPECT_EQ(w.dda.unconverged, 0);
  return w.dda.paths.deep;
}

/// Level faces of 100 corners have more contacts than the list of a search can store. The patch of gjk_td
/// carries the block in every step.
TEST(Limits, ListsThatOverflowInTheImplicitSolverLoseNoSupport) {
  const Polyhedron body = make_polyhedron(coin(100));
  const Quat up = body.mass.body_in_input.orientation;
  const Pose on_top{rotate(conjugate(up), {0, 0, 0.2}), {}};
  EXPECT_TRUE(DirectSearch::find(view(body), view(body), on_top, 1e-6).overflow);
  for (const Detector detector : {Detector::fast_direct_search, Detector::direct_search}) {
    World w = blocks_on_a_slope({0, 0, -1});
    w.settings.dda.detector = detector;
    const int shape = w.shapes.add_polyhedron("coin", body);
    add_body(w, shape, {}, up, {}, {}, Freedom::fixed);
    add_body(w, shape, {0, 0, 0.2}, up);
    EXPECT_GE(failures_of_a_block_at_rest(w), 400);
  }
}

/// Sides of 80 nearly parallel edges have more contacts than the list can store, also in 2D.
TEST(Limits, ListsThatOverflowInThePlaneLoseNoSupport) {
  std::vector<Vec2> corners;  // top and bottom bulge by a millionth
  for (int i = 0; i <= 80; ++i) {
    const Real x = i / 80.0 - 0.5;
    corners.push_back({x, -0.25 - 1e-6 * (0.25 - x * x)});
  }
  for (int i = 80; i >= 0; --i) corners.push_back({corners[i].x, -corners[i].y});
  const Polygon body = make_polygon(corners);
  const Real height = 0.5 + 2 * 0.25e-6;
  EXPECT_TRUE(planar::DirectSearch::find(view(body), view(body), {{0, height}, {}}, 1e-5).overflow);
  for (const Detector detector : {Detector::fast_direct_search, Detector::direct_search}) {
    World w = blocks_on_a_slope({0, -1, 0});
    w.settings.dda.detector = detector;
    const int shape = w.shapes.add_polygon("block", body, 0.5);
    add_body(w, shape, {}, {}, {}, {}, Freedom::fixed);
    add_body(w, shape, {0, height, 0});
    EXPECT_GT(failures_of_a_block_at_rest(w), 0);
  }
}

/// Facets of bodies and walls with more than twelve corners are cut into pieces. The pieces press over the
/// whole area of the facet.
TEST(Limits, FacetsOfManyCornersPressWithTheirWholeArea) {
  const int sides = 100;
  const Real area = 0.5 * sides * std::sin(2 * pi / sides), depth = 1e-4;
  {
    World w = world_of(springy(), LawKind::pressure);
    const int shape = w.shapes.add_mesh("coin", make_facet_body(coin(sides)));
    add_floor(w);
    add_body(w, shape, {0, 0, 0.1 - depth}, w.shapes[shape].body_in_input.orientation);
    w.settings.dt = 1e-6;
    prepare(w);
    EXPECT_NEAR(w.bodies.force[0].z, 1e7 * area * depth, 1e-9 * 1e7 * area * depth);
  }
  Surface disc;
  std::vector<int> all;
  for (int i = 0; i < sides; ++i) {
    disc.vertices.push_back({std::cos(2 * pi * i / sides), std::sin(2 * pi * i / sides), 0});
    all.push_back(i);
  }
  disc.add_face(all);
  World w = world_of(springy(), LawKind::pressure);
  const int shape =
      w.shapes.add_mesh("cube", make_facet_body(library_shape("cube", {}, {Size::By::edge, 4})));
  w.walls.add_mesh("disc", 0, make_facet_mesh(disc));
  add_body(w, shape, {0, 0, 2 - depth});
  w.settings.dt = 1e-6;
  prepare(w);
  EXPECT_NEAR(w.bodies.force[0].z, 1e7 * area * depth, 1e-9 * 1e7 * area * depth);
}

}  // namespace
}  // namespace scree::test
