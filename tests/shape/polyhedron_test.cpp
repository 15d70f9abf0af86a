#include "scree/shape/polyhedron.hpp"

#include "scree/shape/clean/hull.hpp"
#include "scree/shape/library.hpp"
#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

TEST(Polyhedron, SitsAtItsCentroidAlongItsPrincipalAxes) {
  Random random(51);
  for (int n = 0; n < 200; ++n) {
    std::vector<Vec3> points = random_points(random, 20);
    for (Vec3& p : points) p += Vec3{3, -2, 5};
    const Polyhedron body = polyhedron_from_points(points);
    Surface own = to_surface(body);
    own.origin = {};
    for (int v = 0; v < body.vertex_count(); ++v) own.vertices[v] = body.vertex(v);
    const MassProperties mass = integrate_mass(own);
    EXPECT_LT(length(mass.centroid), 1e-14);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(mass.inertia(i, i), body.mass.inertia[i], 1e-13 * trace(mass.inertia));
      EXPECT_NEAR(mass.inertia(i, (i + 1) % 3), 0, 1e-13 * trace(mass.inertia));
    }
  }
}

TEST(Polyhedron, KeepsThePoseInTheInputFrame) {
  for (const Placement& placement : placements) {
    const Surface shape = library_shape("prism", {.sides = 5, .height = 2});
    std::vector<Vec3> points;
    for (const Vec3 v : shape.vertices) points.push_back(place_point(placement, v));
    const Polyhedron body = polyhedron_from_points(points);
    for (int v = 0; v < body.vertex_count(); ++v) {
      const Vec3 back = transform(body.mass.body_in_input, body.vertex(v));
      Real nearest = 1e300;
      for (const Vec3 p : points) nearest = std::min(nearest, length(back - p));
      EXPECT_LT(nearest, 1e-15 * placement.scale * (1 + 3 * placement.sizes_away) * 4);
    }
  }
}

TEST(Polyhedron, KeepsTheAxesOfSymmetricBodies) {
  const Polyhedron cube = make_polyhedron(library_shape("cube"));
  for (int v = 0; v < 8; ++v) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(std::abs(cube.vertex(v)[i]), 0.5);
  }
}

TEST(Polyhedron, MatchesTheRadiiOfRegularBodies) {
  const Polyhedron cube = make_polyhedron(library_shape("cube")),
                   octahedron = make_polyhedron(library_shape("octahedron"));
  EXPECT_NEAR(cube.bounding_radius, std::numbers::sqrt3 / 2, 1e-15);
  EXPECT_NEAR(cube.inscribed_radius, 0.5, 1e-15);
  EXPECT_NEAR(octahedron.bounding_radius, std::numbers::sqrt2 / 2, 1e-15);
  EXPECT_NEAR(octahedron.inscribed_radius, std::sqrt(1.0 / 6), 1e-15);
}

TEST(Polyhedron, PaddingRepeatsTheLastVertex) {
  const Polyhedron p = make_polyhedron(library_shape("pyramid"));
  ASSERT_EQ(p.vertex_x.size(), 8U);
  for (std::size_t i = 5; i < 8; ++i) EXPECT_EQ(p.vertex_y[i], p.vertex_y[4]);
}

TEST(Polyhedron, SupportIsExtreme) {
  Random random(52);
  for (int n = 0; n < 100; ++n) {
    const Polyhedron p = polyhedron_from_points(random_points(random, 30));
    const Vec3 d = random.direction();
    const Real best = dot(d, p.vertex(support_vertex(p, d)));
    for (int v = 0; v < p.vertex_count(); ++v) EXPECT_LE(dot(d, p.vertex(v)), best);
  }
}

TEST(Polyhedron, FromFacesEqualsFromPoints) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                            {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const Polyhedron a = polyhedron_from_faces(
      v, {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}});
  const Polyhedron b = polyhedron_from_points(v);
  EXPECT_EQ(a.vertex_count(), b.vertex_count());
  EXPECT_EQ(a.face_count(), b.face_count());
  EXPECT_NEAR(a.mass.volume, b.mass.volume, 1e-15);
  EXPECT_LT(length(a.mass.body_in_input.position - Vec3{0.5, 0.5, 0.5}), 1e-15);
}

TEST(Polyhedron, RejectsConcaveBodiesAndHoles) {
  for (const std::string name : {"tetris_l", "tetris_t"}) {
    EXPECT_ERROR(make_polyhedron(library_shape(name)), "bends inwards");
  }
  EXPECT_ERROR(make_polyhedron(library_shape("nut")), "1 hole(s) through it");
}

/// Returns a prism over the outline r(angle) with many narrow sides.
template <class Radius>
Surface fine_prism(int sides, Radius radius) {
  Surface s;
  std::vector<int> bottom, top;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * std::numbers::pi * i / sides, r = radius(angle);
    s.vertices.push_back({r * std::cos(angle), r * std::sin(angle), -1});
    s.vertices.push_back({r * std::cos(angle), r * std::sin(angle), 1});
    const int next = (i + 1) % sides;
    s.add_face({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
    bottom.insert(bottom.begin(), 2 * i);
    top.push_back(2 * i + 1);
  }
  s.add_face(bottom);
  s.add_face(top);
  return s;
}

TEST(Polyhedron, CapsOfManyCornersStayOneFace) {
  const Surface cylinder = fine_prism(40'000, [](Real) { return 1; });
  EXPECT_EQ(make_polyhedron(cylinder).face_count(), 40'002);
}

TEST(Polyhedron, RefusesFinelyCutDents) {
  // The outline bends inwards in places, but each single corner bends by less than the tolerance.
  for (const int sides : {12, 1000, 40'000}) {
    EXPECT_NO_THROW(
        make_polyhedron(fine_prism(sides, [](Real angle) { return 1 + 0.1 * std::cos(2 * angle); })));
    const Surface body = fine_prism(sides, [](Real angle) { return 1 + 0.4 * std::cos(2 * angle); });
    EXPECT_ERROR(make_polyhedron(body), "bends inwards");
  }
}

TEST(Polyhedron, RefusesTheGreatIcosahedron) {
  // The great icosahedron satisfies Euler's formula like a sphere and bends down along every edge, but its
  // faces wind round the centre seven times. Each face of the icosahedron is replaced by a triangle of its
  // vertices' far neighbours. Conjugating sqrt 5 in the coordinates of the icosahedron keeps the
  // combinatorics of its faces and turns it into the great icosahedron.
  const Real phi = std::numbers::phi, conjugate = 1 - phi;
  Surface body = library_shape("icosahedron", {}, {Size::By::edge, 2});
  for (Vec3& v : body.vertices) {
    for (int i = 0; i < 3; ++i) {
      const Real size = std::abs(v[i]);
      if (std::abs(size - phi) < 1e-9) v[i] = v[i] > 0 ? conjugate : -conjugate;
    }
  }
  if (integrate_mass(body).volume < 0) {
    for (int f = 0; f < body.face_count(); ++f)
      std::reverse(body.corner.begin() + body.face_begin[f], body.corner.begin() + body.face_begin[f + 1]);
  }
  EXPECT_ERROR(make_polyhedron(body), "wind around the body 7 times");
}

}  // namespace
}  // namespace scree
