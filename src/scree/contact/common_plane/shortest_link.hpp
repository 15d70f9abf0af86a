// shortest_link: finds the common plane of two convex polyhedra as the perpendicular bisector of the shortest
// link between them. The search alternates: it finds the point of A closest to the link's end on B, then the
// point of B closest to that, until neither moves. Source: Nezami, Hashash, Zhao, Ghaboussi 2006, Shortest
// link method for contact detection in discrete element method.
//
// Overlapping bodies have no link. As in the paper, they are temporarily moved apart along the normal of the
// last common plane, and the plane found there is used for their true positions. Its overlap is therefore an
// upper bound on the least one, which is the classical drawback.
//
// Departures and their reasons:
// - The normal points from A to B: d = n . (V - V0). Eq. (1) as printed gives the other sign with the sides
//   that the paper chooses.
// - A cold start takes the extreme vertices towards the other body. The paper takes those of least absolute
//   distance to the bisector of the centroids, which are wrong if a body crosses it.
// - A direct case is followed by the next one it leads to (faces, edge and face, edges) and then by the
//   alternating step. So each iteration ends at the best link of two features, no pair of features occurs
//   twice, and the loop ends.
// - The temporary separation is repeated from the plane it found while that decreases the overlap. With only
//   one separation, a cold start calls separated bodies overlapping. No round can decrease the gap, so the
//   first round without a gain ends the loop.
// - The link is proven: the gap between the supporting planes perpendicular to it must equal its length.
//   Links too short to have a direction take it from their features, or from a refinement
//   (refine_normal.hpp). Pairs that are almost touching and cannot be proven are passed to `exact`, and the
//   contact is marked.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct ShortestLink {
  static constexpr std::string_view name = "shortest_link";

  /// Answers one query. `iterations` counts alternations (closest point of A, then of B) over all
  /// separations. Warm starts take the normal from cache.axis and the features of the last link from three
  /// vertices per body, with repetitions: v v v is a vertex, u v v an edge, u v w a face.
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
