// A solid, convex or concave, as the convex facets of its surface, each with the layer of solid behind it:
// the bodies of polygon contacts (Smeets et al. 2015). Faces that are not convex are cut; faces in one plane
// are joined if the result is convex.
#pragma once

#include "scree/shape/facet_mesh.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/surface/near_grid.hpp"

namespace scree {

/// Largest number of corners of a facet; facets with more are cut in two.
inline constexpr int most_facet_corners = 12;

struct FacetBody {
  Mesh mesh;         // its frame is the frame of all other members
  FacetMesh facets;  // without solids
  // Polygons that touch: the corners of facet f are corner[begin[f]] .. corner[begin[f + 1] - 1].
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
  Bvh tree;                // over the boxes
  NearGrid grid;           // holds the boxes
  Box bounds;              // box around all facets
  Real largest_patch = 0;  // area
  Real thinnest_layer = 0;
  bool convex = false;
  Polyhedron hull;  // the convex hull, in its own frame
  Pose hull_in_body;

  int facet_count() const { return static_cast<int>(normal.size()); }
};

/// Makes the body from a surface that `clean` has passed, in its frame. Throws an Error like make_mesh.
FacetBody make_facet_body(const Surface& surface);

}  // namespace scree
