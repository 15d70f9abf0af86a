#include "scree/shape/mesh.hpp"

#include "scree/shape/clean/clean.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/polyhedron.hpp"
#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

/// Joins two surfaces into one. Moves the second surface, and turns it inside out if it is a cavity.
Surface together(Surface a, const Surface& b, Vec3 shift, bool inside_out = false) {
  const int offset = a.vertex_count();
  for (const Vec3 v : b.vertices) a.vertices.push_back(v + shift);
  for (int f = 0; f < b.face_count(); ++f) {
    std::vector<int> loop;
    for (const int v : b.face(f)) loop.push_back(v + offset);
    if (inside_out) std::ranges::reverse(loop);
    a.add_face(loop);
  }
  return a;
}

TEST(Mesh, ConvexBodiesAreTheSameAsPolyhedra) {
  for (const std::string name : {"cube", "dodecahedron", "icosphere", "random"}) {
    const Surface s = library_shape(name);
    const Mesh mesh = make_mesh(s);
    const Polyhedron polyhedron = make_polyhedron(s);
    EXPECT_EQ(mesh.face_count(), polyhedron.face_count());
    EXPECT_EQ(mesh.mass.volume, polyhedron.mass.volume);
    EXPECT_EQ(mesh.mass.inertia, polyhedron.mass.inertia);
    EXPECT_EQ(mesh.layer_thickness, polyhedron.layer_thickness);
  }
}

TEST(Mesh, TheNutHas444TrianglesAndAHole) {
  const Mesh nut = make_mesh(library_shape("nut"));
  EXPECT_EQ(nut.face_count(), 444);
  EXPECT_EQ(nut.triangles.corner.size(), 444U);
  EXPECT_EQ(nut.topology.euler_characteristic(), 0);
}

TEST(Mesh,
     TetrisBodiesHaveTheFacesOfThePaper) {  // Smeets 2015: planar outer polygons, two of them concave
  const std::pair<std::string, int> expected[] = {{"tetris_i", 6},  {"tetris_o", 6},  {"tetris_l", 8},
                                                  {"tetris_t", 10}, {"tetris_s", 10}, {"tetris_z", 10}};
  for (const auto& [name, faces] : expected)
    EXPECT_EQ(make_mesh(library_shape(name)).face_count(), faces) << name;
}

TEST(Mesh, BoxesHoldTheirFaces) {
  const Mesh m = make_mesh(library_shape("nut"));
  for (int f = 0; f < m.face_count(); ++f) {
    Box box;
    for (int h = m.topology.face_begin[f]; h < m.topology.face_begin[f + 1]; ++h)
      box.include(m.vertices[m.topology.origin[h]]);
    EXPECT_EQ(box.lower, m.face_box[f].lower);
    EXPECT_EQ(box.upper, m.face_box[f].upper);
  }
}

TEST(Mesh, HollowAndScatteredBodiesAreAllowed) {
  const Surface big = library_shape("cube", {}, {Size::By::edge, 3}), small = library_shape("cube");
  const Mesh hollow = make_mesh(together(big, small, {0, 0, 0}, true));
  EXPECT_EQ(hollow.shells, 2);
  EXPECT_NEAR(hollow.mass.volume, 26, 1e-13);
  EXPECT_NEAR(hollow.mass.inertia.x, (243.0 - 1.0) / 6, 1e-12);
  for (const Real layer : hollow.layer_thickness) EXPECT_NEAR(layer, 1, 1e-14);
  EXPECT_NEAR(make_mesh(together(small, small, {5, 0, 0})).mass.volume, 2, 1e-14);
}

TEST(Mesh, RefusesInvertedShells) {
  const Surface big = library_shape("cube", {}, {Size::By::edge, 3}), small = library_shape("cube");
  EXPECT_ERROR(make_mesh(together(big, small, {0, 0, 0}, false)), "a cavity points inwards");
  EXPECT_ERROR(make_mesh(together(big, small, {9, 0, 0}, true)), "is inside out");
}

TEST(Mesh, RefusesSelfContactAtEveryScale) {
  const Surface cube = library_shape("cube"), tetrahedron = library_shape("tetrahedron");
  struct Case {
    const char* what;
    const Surface& other;
    Vec3 shift;
  };
  const Case cases[] = {
      {"overlapping", cube, {0.5, 0.3, 0.2}},
      {"overlapping, a corner inside", cube, {0.5, 0.5, 0.5}},  // once reported as an inverted shell
      {"face on face", cube, {1, 0, 0}},
      {"part of a face on a face", cube, {1, 0.5, 0.25}},
      {"edge on edge", cube, {1, 1, 0}},
      {"corner on corner", cube, {1, 1, 1}},
      {"corner on a face", tetrahedron, {0, 0, -0.5 - std::sqrt(8.0 / 3) / 4}},
      {"edge on a face", cube, {1, 0.5, 0.5}},
  };
  for (const Placement& placement : placements) {
    for (const Case& c : cases) {
      SCOPED_TRACE(c.what);
      Surface both = together(cube, c.other, c.shift);
      for (Vec3& v : both.vertices) v = placement.scale * v;
      EXPECT_ERROR(make_mesh(both), "touches or crosses itself");
    }
    // Bodies that are close to each other but separate are accepted.
    Surface disjoint = together(cube, cube, {1 + 1e-9, 0.2, 0.1});
    for (Vec3& v : disjoint.vertices) v = placement.scale * v;
    EXPECT_NO_THROW(make_mesh(disjoint));
  }
}

TEST(Mesh, RefusesAFoldedSheet) {
  // The body is like an open book whose two covers lie on each other. Its topology is closed, but there is no
  // volume between the covers.
  Surface s;
  s.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}};
  s.add_face({0, 1, 4});
  s.add_face({1, 2, 4});
  s.add_face({2, 3, 4});
  s.add_face({3, 0, 4});
  s.add_face({3, 2, 1, 0});
  EXPECT_NO_THROW(make_mesh(s));
  s.vertices[4] = {0.5, 0.5, 0};
  EXPECT_ERROR(make_mesh(s), "flat");
}

/// Makes two fans of triangles over the same regular rim.
Surface bipyramid(int sides, Real top = 1, Real bottom = -1) {
  Surface s;
  s.vertices = {{0, 0, top}, {0, 0, bottom}};
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * std::numbers::pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    const int a = 2 + i, b = 2 + (i + 1) % sides;
    s.add_face({0, a, b});
    s.add_face({1, b, a});
  }
  return s;
}

TEST(Mesh, LargeFansAreAccepted) { EXPECT_EQ(make_mesh(bipyramid(5000, 1, 0.3)).face_count(), 10'000); }

TEST(Mesh, FansFoldedThroughThemselvesAreFound) {
  const int sides = 200;  // enough sides for the search by directions
  for (const Placement& placement : placements) {
    const char* crosses = "touches or crosses itself";
    const auto with_rim_vertex = [&](Vec3 position) {
      Surface s = bipyramid(sides);
      s.vertices[2 + 50] = position;
      for (Vec3& v : s.vertices) v = placement.scale * v;
      return s;
    };
    const Surface regular = bipyramid(sides);
    const auto rim = [&](int i) { return regular.vertices[2 + i]; };
    EXPECT_NO_THROW(make_mesh(with_rim_vertex(rim(50))));
    EXPECT_NO_THROW(make_mesh(with_rim_vertex(0.5 * rim(50))));
    EXPECT_NO_THROW(make_mesh(with_rim_vertex(0.999 * rim(53))));  // the surface folds into three layers
    EXPECT_ERROR(make_mesh(with_rim_vertex(1.001 * rim(53))), crosses);
    EXPECT_ERROR(make_mesh(with_rim_vertex(1.1 * rim(150))), crosses);
    EXPECT_ERROR(make_mesh(with_rim_vertex((rim(60) + rim(61)) / 2)), crosses);
    // The vertex lies on a face of the upper fan, so the edge from the top lies in that face.
    EXPECT_ERROR(make_mesh(with_rim_vertex((regular.vertices[0] + rim(60) + rim(61)) / 3)), crosses);
  }
}

TEST(Mesh, BodiesThatPierceAFanAreFound) {
  Random random(51);
  const Surface fans = bipyramid(100), tetrahedron = library_shape("tetrahedron", {}, {Size::By::edge, 0.3});
  const auto inside = [&](Vec3 p) {
    for (int f = 0; f < fans.face_count(); ++f) {
      if (dot(area_vector(fans.vertices, fans.face(f)), p - fans.vertices[fans.face(f)[0]]) > 0) return false;
    }
    return true;
  };
  Surface other_fans = bipyramid(80);
  scale(other_fans, 0.2);
  int pierced = 0;
  for (int n = 0; n < 400; ++n) {
    const Surface& other = n % 2 == 0 ? tetrahedron : other_fans;
    const Surface rotated_other = rotated(other, random.rotation());
    const Vec3 shift = random.uniform(0, 1.2) * random.direction();
    const auto in = std::ranges::count_if(rotated_other.vertices, [&](Vec3 v) { return inside(v + shift); });
    if (in == 0) continue;  // another edge may still cross the face
    const bool crosses = in < rotated_other.vertex_count();
    if (crosses) ++pierced;
    EXPECT_ERROR(make_mesh(together(fans, rotated_other, shift)),
                 crosses ? "touches or crosses itself" : "a cavity points inwards");
  }
  EXPECT_GT(pierced, 50);
}

TEST(Mesh, SpikesThroughTheirOwnFaceAreFound) {
  // Makes a dent in the top of a cube, then pulls the tip of the dent through the bottom face.
  Surface s = library_shape("cube");
  const int apex = s.vertex_count();
  s.vertices.push_back({0.1, 0.05, 0});
  // Replaces the top face by a fan to the new vertex, then pulls this vertex through the bottom.
  Surface spiked;
  spiked.vertices = s.vertices;
  for (int f = 0; f < s.face_count(); ++f) {
    const auto loop = s.face(f);
    const bool top = std::ranges::all_of(loop, [&](int v) { return s.vertices[v].z > 0.4; });
    if (!top) {
      spiked.add_face(loop);
      continue;
    }
    for (std::size_t i = 0; i < 4; ++i) spiked.add_face({loop[i], loop[(i + 1) % 4], apex});
  }
  EXPECT_NO_THROW(make_mesh(spiked));  // the top has a dent
  spiked.vertices[apex].z = -0.7;
  EXPECT_ERROR(make_mesh(spiked), "touches or crosses itself");
  spiked.vertices[apex].z = -0.5;
  EXPECT_ERROR(make_mesh(spiked), "touches or crosses itself");
}

}  // namespace
}  // namespace scree
