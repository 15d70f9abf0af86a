// Tests walls made of triangles: planar patches, facets and the kinds of their edges.
#include "scree/shape/facet_mesh.hpp"
#include "scree/file.hpp"
#include "scree/shape/clean/clean.hpp"
#include "scree/shape/read/stl.hpp"

#include "world/wall_worlds.hpp"

#include <filesystem>

namespace scree::test {
namespace {

int edges_of(const FacetMesh& mesh, FacetEdgeKind kind) {
  int count = 0;
  for (const FacetEdge& e : mesh.edge) count += e.kind == kind ? 1 : 0;
  return count;
}

TEST(FacetMesh, BoxHasConcaveEdgesInsideAndConvexEdgesOutside) {
  for (const bool inside : {true, false}) {
    const FacetMesh mesh = make_facet_mesh(box_surface({0, 0, 0}, {1, 2, 3}, inside));
    EXPECT_EQ(mesh.planar_patches.size(), 6U);
    EXPECT_EQ(mesh.facet_count(), 6);
    EXPECT_EQ(edges_of(mesh, FacetEdgeKind::concave), inside ? 24 : 0);
    EXPECT_EQ(edges_of(mesh, FacetEdgeKind::convex), inside ? 0 : 24);
    EXPECT_EQ(mesh.solids.size(), inside ? 0U : 6U);
    for (const PlanarPatch& patch : mesh.planar_patches) {
      const Real center = signed_distance(patch.plane, {0.5, 1, 1.5});
      EXPECT_EQ(center > 0, inside);
      EXPECT_NEAR(std::abs(center),
                  max_component(max(patch.plane.normal, -patch.plane.normal)) *
                      std::abs(dot(patch.plane.normal, Vec3{0.5, 1, 1.5})),
                  1e-15);
    }
  }
}

TEST(FacetMesh, OpenFloorIsOneFacetWithOpenEdges) {
  const FacetMesh mesh = make_facet_mesh(floor_surface(6, 1, [](int, int) { return false; }));
  EXPECT_EQ(mesh.facet_count(), 1);
  EXPECT_EQ(edges_of(mesh, FacetEdgeKind::open), 24);
  EXPECT_EQ(edges_of(mesh, FacetEdgeKind::inner), 0);
}

TEST(FacetMesh, ALargeFloorKeepsSmallFolds) {
  // The floor is 100 m wide and 5e-8 m higher in the middle, which is a fraction of 5e-5 of a grain of 1 mm.
  Surface floor;
  floor.vertices = {{-50, -50, 0}, {0, -50, 5e-8}, {50, -50, 0}, {50, 50, 0}, {0, 50, 5e-8}, {-50, 50, 0}};
  floor.add_face({0, 1, 4, 5});
  floor.add_face({1, 2, 3, 4});
  EXPECT_EQ(make_facet_mesh(floor).planar_patches.size(), 2U);
  widen_rounding(floor, 1e-9);
  EXPECT_EQ(make_facet_mesh(floor).planar_patches.size(), 1U);
}

TEST(FacetMesh, ABentFaceIsCutIntoTriangles) {
  Surface floor;
  floor.vertices = {{-50, -50, 0}, {50, -50, 0}, {50, 50, 1e-7}, {-50, 50, 0}};
  floor.add_face({0, 1, 2, 3});
  const FacetMesh mesh = make_facet_mesh(floor);
  EXPECT_EQ(mesh.facet_count(), 2);
  for (int f = 0; f < 2; ++f) {
    const HalfSpace& plane = mesh.planar_patches[mesh.patch_of[f]].plane;
    for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c)
      EXPECT_NEAR(signed_distance(plane, mesh.vertices[mesh.corner[c]]), 0, 1e-14);
  }
}

TEST(FacetMesh, FloorWithAHoleKeepsItsAreaAndConvexFacets) {
  const FacetMesh mesh = make_facet_mesh(floor_surface(6, 1, [](int i, int j) { return i == 2 && j == 3; }));
  EXPECT_EQ(mesh.planar_patches.size(), 1U);
  EXPECT_GE(mesh.facet_count(), 4);
  EXPECT_EQ(edges_of(mesh, FacetEdgeKind::open), 28);
  Real area = 0;
  for (int f = 0; f < mesh.facet_count(); ++f) {
    const std::span<const int> loop(mesh.corner.data() + mesh.facet_begin[f],
                                    static_cast<std::size_t>(mesh.facet_begin[f + 1] - mesh.facet_begin[f]));
    area += 0.5 * length(area_vector(mesh.vertices, loop));
    for (const int v : loop) {  // the face is convex: no corner lies beyond an edge
      for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c)
        EXPECT_LT(dot(mesh.edge[c].outward, mesh.vertices[v]) - mesh.edge[c].offset, 1e-12);
    }
  }
  EXPECT_NEAR(area, 35, 1e-12);
}

TEST(FacetMesh, PlateWithTwoSidesHasAFoldedRim) {
  Surface plate;
  plate.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  plate.add_face({0, 1, 2});
  plate.add_face({0, 2, 3});
  plate.add_face({2, 1, 0});
  plate.add_face({3, 2, 0});
  const FacetMesh mesh = make_facet_mesh(plate);
  EXPECT_EQ(mesh.planar_patches.size(), 2U);
  EXPECT_EQ(mesh.facet_count(), 2);
  EXPECT_EQ(edges_of(mesh, FacetEdgeKind::convex), 8);
}

TEST(FacetMesh, PolygonsThatAreNotConvexAreCut) {
  Surface l;
  l.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  l.add_face({0, 1, 2, 3, 4, 5});
  const FacetMesh mesh = make_facet_mesh(l);
  EXPECT_EQ(mesh.planar_patches.size(), 1U);
  EXPECT_GE(mesh.facet_count(), 2);
  EXPECT_EQ(edges_of(mesh, FacetEdgeKind::open), 6);
}

TEST(FacetMesh, OpenStlIsRead) {
  const auto path = std::filesystem::temp_directory_path() / "scree_open_floor.stl";
  write_file(path, format_stl_binary(floor_surface(3, 0.1, [](int, int) { return false; })));
  const FacetMesh mesh = make_facet_mesh(read_wall_surface(path));
  std::filesystem::remove(path);
  EXPECT_EQ(mesh.facet_count(), 1);
  EXPECT_EQ(mesh.vertices.size(), 16U);
  EXPECT_ERROR(read_wall_surface("floor.ply"), ".obj or .stl");
}

}  // namespace
}  // namespace scree::test
