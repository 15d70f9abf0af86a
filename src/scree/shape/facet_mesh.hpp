// A surface of planar facets that bodies touch from one side: a wall made from a mesh, open or closed.
// Neighbours in one plane form one planar patch (a `PlanarPatch`), which is cut into few convex facets. So a
// body rolls and slides over the seams of a triangulation without a disturbance.
//
// Facets run counter-clockwise seen from the free side, as the triangles of STL files do.
#pragma once

#include "scree/shape/half_space.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/surface/bvh.hpp"

#include <filesystem>

namespace scree {

/// Continuation of the free side beyond an edge.
enum class FacetEdgeKind : unsigned char {
  inner,    // the surface continues in the same plane
  concave,  // the surface rises beyond the edge, so no body touches the edge alone
  convex,   // the surface falls off beyond the edge
  open,     // the surface ends at the edge
};

/// An edge of a facet, from one corner to the next.
struct FacetEdge {
  FacetEdgeKind kind = FacetEdgeKind::open;
  Vec3 outward;        // unit vector in the plane of the facet, away from the facet
  Real offset = 0;     // outward . x = offset on the edge
  int patch = -1;      // planar patch on the other side of the edge; -1: none
  Vec3 inward_beyond;  // unit vector in the plane of that patch, away from the edge

  bool ends_contact() const { return kind == FacetEdgeKind::convex || kind == FacetEdgeKind::open; }
};

struct PlanarPatch {
  HalfSpace plane;
  int begin = 0, end = 0;  // facets of the patch: [begin, end)
};

/// Thickness of the solid behind a facet, as a fraction of the diagonal of the facet's box.
inline constexpr Real solid_thickness = 0.01;

struct FacetMesh {
  std::vector<Vec3> vertices;
  std::vector<int> facet_begin = {0};  // corners of facet f: [facet_begin[f], facet_begin[f + 1])
  std::vector<int> corner;             // vertex at each corner
  std::vector<FacetEdge> edge;         // from each corner to the next one of its facet
  std::vector<int> patch_of;           // planar patch of each facet
  std::vector<PlanarPatch> planar_patches;
  std::vector<Box> box;  // one per facet
  Bvh tree;              // contains the boxes
  // Thin solids behind the facets. A contact that reaches over an edge uses them to find the direction in
  // which the body leaves.
  std::vector<int> solid_of;  // solid of each facet; -1 if no edge of its patch ends a contact
  std::vector<Polyhedron> solids;
  // Unit vectors along the edges at each vertex, and the planar patches that meet there (ascending).
  std::vector<std::vector<Vec3>> spokes;
  std::vector<std::vector<int>> patches_at;
  Real size = 0;  // diagonal of the bounding box

  int facet_count() const { return static_cast<int>(patch_of.size()); }
  int next_corner(int facet, int c) const {
    return c + 1 == facet_begin[facet + 1] ? facet_begin[facet] : c + 1;
  }
};

/// Makes the mesh from any surface of polygons or triangles. Throws an Error if there is no face, a face has
/// no area or is not planar, or neighbours have opposite winding. Only contacts of polyhedra that reach over
/// edges need the solids behind the facets.
FacetMesh make_facet_mesh(const Surface& surface, bool with_solids = true);

/// Reads the surface of a wall from a .stl or .obj file. The surface may be open, unlike in read_surface.
/// Coincident vertices of STL files are welded.
Surface read_wall_surface(const std::filesystem::path& path);

}  // namespace scree
