// shortest_link: the common plane of two convex polyhedra as the perpendicular bisector of the shortest link
// between them, found by walking to and fro: the point of A closest to the link's end on B, then the point of
// B closest to that, until neither moves. Nezami, Hashash, Zhao, Ghaboussi 2006, Shortest link method for
// contact detection in discrete element method.
//
// Overlapping bodies have no link. As in the paper they are moved apart for a while along the last common
// plane's normal, and the plane found there is used where they really are. Its overlap is therefore an upper
// bound of the least one: the classical drawback.
//
// Departures, and why:
// - The normal points from A to B: d = n . (V - V0). Eq. (1) as printed gives the other sign with the sides
// the paper chooses.
// - A cold start takes the extreme vertices towards the other body, not those of least absolute distance to
// the bisector of the
//   centroids, which are wrong when a body crosses it.
// - A direct case is followed by the next one it leads to (faces, edge and face, edges) and then by the
// alternating step. So each
//   iteration ends at the best link of two features, none comes twice, and the loop ends.
// - The temporary separation is repeated from the plane it found while that lessens the overlap. With one
// separation a cold start
//   calls bodies overlapping that are apart. No round can lessen the gap, so the first bad one ends it.
// - The link is proven: the gap between the supporting planes across it must be as long as the link. Links
//   too short to have a direction take it from their features, or have it settled (settle.hpp). What is all
//   but touching and cannot be proven is handed to `exact` (Contact::judged).
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct ShortestLink {
  static constexpr std::string_view name = "shortest_link";

  /// `iterations` counts alternations (closest point of A, then of B), over all separations. Warm starts take
  /// the normal from cache.axis and the features of the last link from three vertices a side, repeated: v v v
  /// a vertex, u v v an edge, u v w a face.
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
