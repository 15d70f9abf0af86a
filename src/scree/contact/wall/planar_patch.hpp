// Contacts of a body with a planar patch of a mesh wall (shape/facet_mesh.hpp).
//
// If the piece of the body below the plane of the patch reaches over no edge that ends the patch, the
// contact is the same as with a half-space, bit for bit. A concave edge does not cut the body, because a
// piece beyond it is inside the wall. If the piece reaches over a convex or open edge, each facet is treated
// as the thin solid behind it. The least translation out of this solid shows whether the body rests on the
// facet or on the edge. If it rests on the facet, its contact patch is clipped to the facet. All patches
// that meet at an edge or vertex find a contact there. They share its force: the nearer the normal of a
// patch is to the contact normal, the larger is its share. The force therefore passes from one patch to the
// next without a jump.
//
// Walls have only one side: a body touches a patch only while the body's centroid is in front of the patch.
#pragma once

#include "scree/contact/wall/superquadric_walls.hpp"
#include "scree/shape/facet_mesh.hpp"

namespace scree {

enum class PatchCoverage : unsigned char {
  none,     // no piece of the body below the plane lies over the patch
  whole,    // the piece below the plane reaches over no edge that ends the patch
  partial,  // the piece below the plane reaches over an edge that ends the patch
};

/// Returns how the patch covers the piece of the body below the plane.
PatchCoverage coverage_of(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                          int planar_patch);

/// Computes the contact of a polyhedron that extends beyond an edge of the patch. The contact is in the frame
/// of the polyhedron, which is A.
void touch_patch_edges(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                       int planar_patch, bool patch, Manifold& manifold);

/// Computes the contact of a sphere, in the frame of the mesh, with the edges and vertices of a patch. The
/// sphere's centre must not be over the patch. An edge or vertex belongs to the first patch that contains it,
/// so its contact is found only once.
void touch_patch_edges(Vec3 center, Real radius, const FacetMesh& mesh, int planar_patch, Manifold& manifold);

/// Computes the contact of a superquadric with the edges of a patch. Its lowest point must not be over
/// the patch.
void touch_patch_edges(const PlacedSuperquadric& body, const FacetMesh& mesh, int planar_patch,
                       Manifold& manifold);

/// True if a point is above or below a patch.
bool is_over(const FacetMesh& mesh, int planar_patch, Vec3 point);

}  // namespace scree
