#include "scree/shape/library.hpp"

#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/surface/mass.hpp"
#include "support/support.hpp"

#include <bit>
#include <tuple>

namespace scree {
namespace {

using namespace test;

struct Counts {
  const char* name;
  int vertices, edges, faces;
};

TEST(Library, HasTheExpectedVerticesEdgesAndFaces) {
  const Counts expected[] = {{"tetrahedron", 4, 6, 4},
                             {"pyramid", 5, 8, 5},
                             {"cube", 8, 12, 6},
                             {"octahedron", 6, 12, 8},
                             {"dodecahedron", 20, 30, 12},
                             {"icosahedron", 12, 30, 20},
                             {"rhombic_dodecahedron", 14, 24, 12},
                             {"tetrakis_cube", 14, 36, 24},
                             {"box", 8, 12, 6},
                             {"prism", 12, 18, 8},
                             {"icosphere", 162, 480, 320},
                             {"random", 20, 54, 36}};
  for (const Counts& c : expected) {
    const Polyhedron p = make_polyhedron(library_shape(c.name));
    EXPECT_EQ(p.vertex_count(), c.vertices) << c.name;
    EXPECT_EQ(p.edge_count(), c.edges) << c.name;
    EXPECT_EQ(p.face_count(), c.faces) << c.name;
  }
}

TEST(Library, RegularBodiesHaveEqualEdges) {
  for (const LibraryEntry& entry : library()) {
    if (entry.edge != "any") continue;
    const Polyhedron p = make_polyhedron(library_shape(entry.name, {}, {Size::By::edge, 0.25}));
    for (int h = 0; h < p.topology.halfedge_count(); ++h) {
      EXPECT_NEAR(length(p.vertex(p.topology.target(h)) - p.vertex(p.topology.origin[h])), 0.25, 1e-15)
          << entry.name;
    }
  }
}

TEST(Library, ScalesByVolumeAndDiameter) {
  for (const LibraryEntry& entry : library()) {
    for (const Real value : {1e-18, 1.0, 1e18}) {
      SCOPED_TRACE(fmt::format("{} {}", entry.name, value));
      EXPECT_NEAR(make_mesh(library_shape(entry.name, {}, {Size::By::volume, value})).mass.volume / value, 1,
                  1e-13);
      EXPECT_NEAR(
          make_mesh(library_shape(entry.name, {}, {Size::By::diameter, value})).bounding_radius * 2 / value,
          1, 1e-13);
    }
  }
}

TEST(Library, RandomBodiesHaveTheVerticesAskedForAndDependOnTheSeedOnly) {
  for (const int n : {4, 5, 14, 60, 200, 2000}) {
    for (const Vec3 aspect : {Vec3{1, 1, 1}, Vec3{1, 1, 20}, Vec3{20, 1, 20}}) {
      const LibraryParameters parameters{.vertices = n, .aspect = aspect, .seed = 9};
      const Surface a = library_shape("random", parameters), b = library_shape("random", parameters);
      EXPECT_EQ(make_polyhedron(a).vertex_count(), n);
      EXPECT_EQ(a.vertices, b.vertices);
    }
  }
  EXPECT_NE(library_shape("random", {.seed = 1}).vertices, library_shape("random", {.seed = 2}).vertices);
}

/// Returns the FNV-1a hash of the bits of all coordinates.
std::uint64_t fingerprint(const std::vector<Vec3>& points) {
  std::uint64_t hash = 14695981039346656037U;
  for (const Vec3 p : points) {
    for (const Real coordinate : {p.x, p.y, p.z}) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(coordinate)) * 1099511628211U;
    }
  }
  return hash;
}

TEST(Library, RandomBodiesStayTheSameFromVersionToVersion) {
  // Corpora identify bodies by their seed. The expected values come from an older, slower search for
  // nearby points.
  const std::tuple<int, std::uint64_t, std::uint64_t> expected[] = {{4, 1, 0x55c2ed62738e5664},
                                                                    {20, 2, 0x89bb9016f94bd1e9},
                                                                    {500, 3, 0xa93a7a0af4b8217a},
                                                                    {20'000, 4, 0xf6bf0feaf6ad24d4}};
  for (const auto& [vertices, seed, value] : expected) {
    const Surface s = library_shape("random", {.vertices = vertices, .aspect = {1, 2, 3}, .seed = seed});
    EXPECT_EQ(fingerprint(s.vertices), value) << vertices;
  }
}

TEST(Library, RandomBodiesHaveAsManyVerticesAsAsked) {
  EXPECT_EQ(library_shape("random", {.vertices = 200'000}).vertex_count(), 200'000);
}

TEST(Library, IcosphereVerticesLieOnASphere) {
  for (int level = 0; level <= 4; ++level) {
    const Polyhedron p =
        make_polyhedron(library_shape("icosphere", {.level = level}, {Size::By::diameter, 2}));
    EXPECT_EQ(p.face_count(), 20 << (2 * level));
    for (int v = 0; v < p.vertex_count(); ++v) EXPECT_NEAR(length(p.vertex(v)), 1, 1e-14);
  }
}

TEST(Library, SAndZAreMirrorImages) {
  const Surface s = library_shape("tetris_s"), z = library_shape("tetris_z");
  EXPECT_NEAR(integrate_mass(s).inertia(0, 1), -integrate_mass(z).inertia(0, 1), 1e-14);
}

TEST(Library, EverythingIsFiniteAtTheEndsOfTheRangeOfSizes) {
  for (const LibraryEntry& entry : library()) {
    for (const Real diameter : {4e-30, 5e29}) {
      const Mesh mesh = make_mesh(library_shape(entry.name, {}, {Size::By::diameter, diameter}));
      EXPECT_GT(mesh.mass.volume, 0) << entry.name;
      EXPECT_TRUE(is_finite(mesh.mass.inertia)) << entry.name;
      EXPECT_GT(mesh.mass.inertia.x, 0) << entry.name;
    }
  }
}

TEST(Library, RejectsUnknownNamesAndInvalidParameters) {
  EXPECT_ERROR(library_shape("cub"), "the nearest name is 'cube'");
  EXPECT_ERROR(library_shape("icosaedron"), "the nearest name is 'icosahedron'");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::edge, -1}), "must be positive");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::volume, 0}), "must be positive");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::volume, NAN}), "must be positive");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::edge, 1e60}), "the edge is 1e+60 m");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::diameter, 1e-60}), "the diameter is 1e-60 m");
  EXPECT_ERROR(library_shape("cube", {}, {Size::By::volume, 1e150}),
               "the cube root of the volume is 1e+50 m");
  EXPECT_ERROR(library_shape("prism", {.height = 1e10}, {Size::By::edge, 1e25}), "longest side of the body");
  EXPECT_ERROR(library_shape("random", {}, {Size::By::edge, 2}), "no edge to scale by");
  EXPECT_ERROR(library_shape("random", {.vertices = 3}), "4 to 1000000 vertices");
  EXPECT_ERROR(library_shape("random", {.aspect = {1, 0, 1}}), "aspect ratios must be positive");
  EXPECT_ERROR(library_shape("prism", {.sides = 2}), "3 to 1000 sides");
  EXPECT_ERROR(library_shape("prism", {.height = -1}), "height of a prism");
  EXPECT_ERROR(library_shape("icosphere", {.level = 5}), "level of an icosphere is 0 to 4");
  EXPECT_ERROR(library_shape("box", {.lengths = {1, 1, -2}}), "a length of the box is -2 m");
}

}  // namespace
}  // namespace scree
