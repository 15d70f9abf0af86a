#include "scree/shape/surface/topology.hpp"

#include "scree/shape/library.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

/// Checks the rules that the half-edge structure of every closed surface satisfies. Returns the first broken
/// rule, or an empty string.
std::string broken_rule(const Topology& t) {
  for (int h = 0; h < t.halfedge_count(); ++h) {
    const int twin = t.twin[h];
    if (twin == h || t.twin[twin] != h) return "twin of twin";
    if (t.origin[twin] != t.target(h) || t.target(twin) != t.origin[h]) return "twin runs the other way";
    if (t.face[twin] == t.face[h]) return "two sides, two faces";
    if (t.next(t.previous(h)) != h || t.previous(t.next(h)) != h) return "next and previous";
    if (t.face[t.next(h)] != t.face[h]) return "next stays in the face";
    if (t.origin[t.next_around_vertex(h)] != t.origin[h]) return "around the vertex";
  }
  for (int v = 0; v < t.vertex_count(); ++v) {
    if (t.origin[t.vertex_halfedge[v]] != v) return "half-edge of a vertex";
  }
  return {};
}

TEST(Topology, HoldsForEveryLibraryBody) {
  for (const LibraryEntry& entry : library()) {
    const Topology t = build_topology(library_shape(entry.name));
    EXPECT_EQ(broken_rule(t), "") << entry.name;
    EXPECT_EQ(t.euler_characteristic(), entry.name == "nut" ? 0 : 2) << entry.name;  // the nut has a hole
    EXPECT_EQ(std::ranges::max(shell_of_faces(t)), 0);
  }
}

TEST(Topology, RulesCanBreak) {
  Topology t = build_topology(library_shape("cube"));
  std::swap(t.twin[0], t.twin[1]);
  EXPECT_NE(broken_rule(t), "");
}

TEST(Topology, ReproducesTheFaceGraphsOfPengAndHanley) {  // Fig. 9: faces are linked only through edges
  const auto neighbours = [](const Topology& t, int f) { return t.face_begin[f + 1] - t.face_begin[f]; };
  const Topology tetrahedron = build_topology(library_shape("tetrahedron")),
                 cube = build_topology(library_shape("cube")),
                 pyramid = build_topology(library_shape("pyramid"));
  for (int f = 0; f < 4; ++f) EXPECT_EQ(neighbours(tetrahedron, f), 3);
  for (int f = 0; f < 6; ++f) EXPECT_EQ(neighbours(cube, f), 4);
  int base = 0;
  for (int f = 0; f < 5; ++f) base += neighbours(pyramid, f) == 4 ? 1 : 0;
  EXPECT_EQ(base, 1);
}

TEST(Topology, CountsShells) {
  Surface two = library_shape("cube");
  const Surface other = library_shape("tetrahedron");
  const int offset = two.vertex_count();
  for (const Vec3 v : other.vertices) two.vertices.push_back(v + Vec3{5, 0, 0});
  for (int f = 0; f < other.face_count(); ++f) {
    std::vector<int> loop;
    for (const int v : other.face(f)) loop.push_back(v + offset);
    two.add_face(loop);
  }
  EXPECT_EQ(std::ranges::max(shell_of_faces(build_topology(two))), 1);
}

}  // namespace
}  // namespace scree
