// A body on a flat of a mesh wall (shape/facet_mesh.hpp).
//
// Where what sinks into the plane of the flat stays on the flat, the contact is that with a half-space,
// number by number. Concave edges do not cut it: what reaches over one is inside the wall. Where it reaches
// over a convex or open edge, each facet is taken as the thin solid behind it: the least translation out of
// it tells whether the body rests on the facet (its patch is then clipped to it) or on the edge. A contact on
// an edge or vertex is found by all flats that meet there; they share its force by how near their normals are
// to that of the contact, so that it passes from one to the next without a jump.
//
// Walls have one side: a body touches a flat only while its centroid is in front of it.
#pragma once

#include "scree/contact/wall/superquadric_walls.hpp"
#include "scree/shape/facet_mesh.hpp"

namespace scree {

enum class FlatCover : unsigned char {
  none,   // nothing that sinks in lies over the flat
  whole,  // nothing of it reaches over an edge that ends the flat
  part,
};

/// Where the part of the body below the plane lies.
FlatCover cover_of(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh, int flat);

/// The contact of a polyhedron that reaches over an edge, in the frame of the polyhedron, which is A.
void touch_flat_edges(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh, int flat,
                      bool patch, Manifold& manifold);

/// The contact of a sphere, in the frame of the mesh, with the edges and vertices of a flat that its centre
/// is beside. Edges and vertices belong to the first flat that has them, so they count once.
void touch_flat_edges(Vec3 center, Real radius, const FacetMesh& mesh, int flat, Manifold& manifold);

/// The same for a superquadric whose lowest point is beside the flat.
void touch_flat_edges(const PlacedSuperquadric& body, const FacetMesh& mesh, int flat, Manifold& manifold);

/// Whether a point is over (or under) a flat.
bool is_over(const FacetMesh& mesh, int flat, Vec3 point);

}  // namespace scree
