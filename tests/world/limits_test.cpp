// Overflows of each fixed capacity of the engine (docs/reference/limits.md).
#include "scenes.hpp"

#include "scree/contact/wall/sphere.hpp"
#include "scree/math/random.hpp"

#include <cstdio>

namespace scree::test {
namespace {

Material springy() {
  Material m;
  m.name = "springy";
  m.density = 1000, m.layer_stiffness = 1e7, m.tangential_damping = 1e6;
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

/// The bounding box of the sphere meets up to 700 planar patches of the body. The deepest point is that of
/// the closed form of a sphere on a convex polyhedron.
TEST(Limits, SpheresMissNoFlatOfAFineBody) {
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

/// Returns a flat prism along z, whose base has the given number of corners on the unit circle.
Surface coin(int sides) {
  Surface s;
  std::vector<int> top, bottom;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), 0.1});
    s.vertices.push_back({std::cos(angle), std::sin(angle), -0.1});
    const int next = (i + 1) % sides;
    s.add_face({2 * i, 2 * i + 1, 2 * next + 1, 2 * next});
    top.push_back(2 * i), bottom.push_back(2 * (sides - 1 - i) + 1);
  }
  s.add_face(top), s.add_face(bottom);
  return s;
}

/// The contact list of every pair of coins overflows. Each failure is counted, ten of them are recorded for
/// the report, and the forces are those of `exact`.
TEST(Limits, FailedQueriesAreCountedAndAnsweredByExact) {
  constexpr int pairs = 12;
  std::vector<Vec3> forces[2];
  for (const bool exact : {false, true}) {
    World w = world_of(smooth());
    w.settings.algorithm = exact ? "exact" : "direct_search";
    w.settings.dt = 1e-6;
    const int shape = w.shapes.add_polyhedron("coin", make_polyhedron(coin(70)));
    const Quat flat = w.shapes[shape].body_in_input.orientation;
    for (int i = 0; i < pairs; ++i) {
      add_body(w, shape, {10.0 * i, 0, 0}, flat);
      add_body(w, shape, {10.0 * i + 0.01 * i, 0, 0.2 - 1e-6}, flat);
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

/// Facets of bodies and walls with more than twelve corners are cut into pieces, which press over the whole
/// area of the facet.
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
