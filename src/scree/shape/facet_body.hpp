// The body of polygon contacts (Smeets et al. 2015): a solid, convex or concave, described by the convex
// facets of its surface and the layer of solid behind each facet. Faces that are not convex are cut into
// convex facets. Faces in one plane are joined if the result is convex.
#pragma once

#include "scree/shape/facet_mesh.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/surface/near_grid.hpp"

namespace scree {

/// Largest number of corners of a facet; facets with more are cut in two.
inline constexpr int most_facet_corners = 12;

struct FacetBody {
  Mesh mesh;         // all other members are in the frame of the mesh
  FacetMesh facets;  // without solids
  // Contact polygons: the corners of facet f are corner[begin[f]] .. corner[begin[f + 1] - 1].
  std::vector<int> begin = {0};
  std::vector<Vec3> corner;
  struct EdgePlane {
    Vec3 out;     // perpendicular to the edge from this corner to the next, in the facet's plane
    Real offset;  // out . x = offset on the edge
  };
  std::vector<EdgePlane> edge_plane;
  std::vector<Vec3> normal;
  std::vector<Real> offset;  // normal . x = offset on the facet
  std::vector<Vec3> centre;  // centroid of the facet
  std::vector<Real> reach;   // distance from the centre to the farthest corner
  std::vector<Real> layer;   // thickness of the solid behind the centre, see layer_thickness()
  std::vector<Box> box;
  Bvh tree;                // contains the boxes of the facets
  NearGrid grid;           // contains the boxes of the facets
  Box bounds;              // box around all facets
  Real largest_patch = 0;  // area of the largest planar patch
  Real thinnest_layer = 0;
  bool convex = false;
  Polyhedron hull;  // the convex hull, in its own frame
  Pose hull_in_body;

  int facet_count() const { return static_cast<int>(normal.size()); }
};

/// Makes the body from a surface that `clean` has prepared. The result has its own frame. Throws an Error for
/// the same faults as make_mesh.
FacetBody make_facet_body(const Surface& surface);

}  // namespace scree
