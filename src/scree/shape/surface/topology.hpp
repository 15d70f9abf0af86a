// Half-edge topology of a closed two-manifold surface, in flat arrays. The half-edges of a face are
// contiguous and counter-clockwise seen from outside, so `next` is index + 1 with a wrap, and any neighbour
// is found in O(1).
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <vector>

namespace scree {

struct Topology {
  std::vector<int> face_begin;       // half-edges of face f: face_begin[f] .. face_begin[f + 1] - 1
  std::vector<int> origin;           // vertex where half-edge h starts
  std::vector<int> twin;             // half-edge of the same edge in the face on the other side
  std::vector<int> face;             // face on the left of h
  std::vector<int> vertex_halfedge;  // one half-edge that starts at vertex v

  int vertex_count() const { return static_cast<int>(vertex_halfedge.size()); }
  int halfedge_count() const { return static_cast<int>(origin.size()); }
  int edge_count() const { return halfedge_count() / 2; }
  int face_count() const { return static_cast<int>(face_begin.size()) - 1; }
  /// Returns 2 for a sphere-like surface and 0 for a torus. For several shells, returns the sum.
  int euler_characteristic() const { return vertex_count() - edge_count() + face_count(); }

  int next(int h) const { return h + 1 == face_begin[face[h] + 1] ? face_begin[face[h]] : h + 1; }
  int previous(int h) const { return h == face_begin[face[h]] ? face_begin[face[h] + 1] - 1 : h - 1; }
  int target(int h) const { return origin[next(h)]; }
  /// Returns the next half-edge that starts at the same vertex, clockwise seen from outside.
  int next_around_vertex(int h) const { return next(twin[h]); }
};

/// Throws an Error if a face names a vertex that does not exist, names a vertex twice, or has fewer than
/// three vertices.
void check_faces(const Surface& surface);

/// Builds the topology. Throws an Error that names the face and the cause: a defect that check_faces finds,
/// an open edge, an edge of three faces, neighbours with opposite winding, or a vertex at which the surface
/// touches itself.
Topology build_topology(const Surface& surface);

/// Returns the shell (connected component of the surface) of each face. Shells are numbered from 0 in the
/// order of their first faces.
std::vector<int> shell_of_faces(const Topology& topology);

}  // namespace scree
