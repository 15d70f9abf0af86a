// A body on a flat (planar patch) of a mesh wall (shape/facet_mesh.hpp).
//
// The part of the body below the plane of the flat may stay on the flat. The contact is then the same as that
// with a half-space, bit for bit. A concave edge does not cut the body, because a part beyond it is inside
// the wall. If the part reaches over a convex or open edge, each facet is treated as the thin solid behind
// it. The least translation out of this solid shows whether the body rests on the facet or on the edge. On
// the facet, its patch is clipped to the facet. All flats that meet at an edge or vertex find a contact
// there. They share its force according to how near their normals are to the contact normal, so that it
// passes from one flat to the next without a jump.
//
// Walls have one side: a body touches a flat only while its centroid is in front of it.
#pragma once

#include "scree/contact/wall/superquadric_walls.hpp"
#include "scree/shape/facet_mesh.hpp"

namespace scree {

enum class PatchCoverage : unsigned char {
  none,   // no part of the body below the plane lies over the flat
  whole,  // the part below the plane reaches over no edge that ends the flat
  part,
};

/// Returns how the flat covers the part of the body below the plane.
PatchCoverage coverage_of(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                          int planar_patch);

/// Computes the contact of a polyhedron that extends beyond an edge of the flat. The contact is in the frame
/// of the polyhedron, which is A.
void touch_patch_edges(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                       int planar_patch, bool patch, Manifold& manifold);

/// Computes the contact of a sphere, in the frame of the mesh, with the edges and vertices of a flat that the
/// sphere's centre is beside. Edges and vertices belong to the first flat that has them, so they count once.
void touch_patch_edges(Vec3 center, Real radius, const FacetMesh& mesh, int planar_patch, Manifold& manifold);

/// Computes the contact of a superquadric with the edges of a flat that its lowest point is beside.
void touch_patch_edges(const PlacedSuperquadric& body, const FacetMesh& mesh, int planar_patch,
                       Manifold& manifold);

/// True if a point is above or below a flat.
bool is_over(const FacetMesh& mesh, int planar_patch, Vec3 point);

}  // namespace scree
