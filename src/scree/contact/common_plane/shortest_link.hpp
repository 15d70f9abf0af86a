// shortest_link: finds the common plane of two convex polyhedra as the perpendicular bisector of the shortest
// link between them. The search alternates: it finds the point of A closest to the link's end on B, then the
// point of B closest to that point, until neither point moves. Source: Nezami, Hashash, Zhao, Ghaboussi 2006,
// Shortest link method for contact detection in discrete element method.
//
// Overlapping bodies have no link. As in the paper, they are temporarily moved apart along the normal of the
// last common plane, and the plane found there is used for their true positions. The overlap along its normal
// is therefore only an upper bound on the least overlap, which is the classical drawback of the method.
//
// Departures and their reasons:
// - The normal points from A to B: d = n . (V - V0). Eq. (1) as printed gives the opposite sign for the sides
//   of the plane that the paper chooses.
// - A cold start uses the support vertices towards the other body. The paper uses the vertices with the least
//   absolute distance from the bisector of the centroids, which are wrong if a body crosses the bisector.
// - A direct case is followed by the direct case that it leads to (two faces, then an edge and a face, then
//   two edges), and then by the alternating step. Each iteration therefore ends at the shortest link of two
//   features. No pair of features occurs twice, so the loop ends.
// - The temporary separation is repeated from the plane that it found, as long as the overlap decreases. With
//   only one separation, a cold start can report separated bodies as overlapping. No round can decrease the
//   gap, so the first round without a gain ends the loop.
// - The link is proven: the gap between the supporting planes perpendicular to it must equal its length. If a
//   link is too short to define a direction, the direction comes from its features or from a refinement
//   (refine_normal.hpp). If an answer about an almost touching pair cannot be proven, `exact` answers the
//   query, and the contact is marked.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct ShortestLink {
  static constexpr std::string_view name = "shortest_link";

  /// Answers one query. `iterations` counts alternations (closest point of A, then of B) over all
  /// separations. A warm start reads the normal from cache.axis and the features of the last link from three
  /// cached vertices per body. Some of them may be equal: v v v is a vertex, u v v an edge, u v w a face.
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
