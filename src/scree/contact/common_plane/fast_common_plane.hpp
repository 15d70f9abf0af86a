// fast_common_plane: the common plane of two convex polyhedra among a few candidates (Nezami et al. 2004),
// after Descantes, Tricoire and Richard 2019, Algorithm 2.
//
// The common plane is the one with the largest gap between the bodies. Given the closest vertices along a
// plane, better ones are sought among: the perpendicular bisector of those vertices, the faces at them, the
// planes parallel to an edge at each, and the planes parallel to one edge and otherwise as far across the
// line between the vertices as they can be. The best takes its place, and so on.
//
// FastCommonPlaneClassical works on separated bodies. Bodies that overlap along the plane it starts from (the
// last one, or the bisector of the centroids) are first moved apart along it, to a gap of 1e-3 of the size;
// the normal found is then taken for the bodies where they are. It ends when the closest vertices stay. It
// may find the plane of the moved bodies, which is another (Fig. 4 of the paper).
//
// FastCommonPlane is the revised version: it moves nothing and maximises the signed gap between the most
// deeply buried vertices.
//
// Departures from the printed algorithm:
// - Line 8 overwrites n12, the answer, by the direction between the vertices, wrong at the end in all nine
//   situations. The best normal has its own variable; the search ends when no candidate beats it by 1e-14 of
//   the size.
// - Of overlapping bodies the line from vertex 1 to vertex 2 points from B to A. The classical version turns
//   each candidate to the side of the last normal; the revised one tries both signs, which brings 2 more of
//   the 595 reference pairs right. Faces need no choice. Vertices that coincide have no bisector.
// - Closest vertices often tie: a plane along a face touches all its corners. The paper takes any; 13 of the
//   595 pairs then stop too early. Where the revised version finds nothing better at one pair of vertices it
//   tries all that tie.
// - The gap of deep bodies has several maxima: beyond 5 % of the size a warm start competes with a cold one.
// - A candidate whose gap cannot be larger, because vertices met before already tell, is not scanned for.
//
// iterations: rounds of candidates, the last one, which finds nothing better, included.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct FastCommonPlaneClassical {
  static constexpr std::string_view name = "fast_common_plane_classical";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
  /// The same, with a scan of all vertices for every trial: for comparisons of times.
  static Contact collide_as_published(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                      Cache& cache, const Tolerance& tolerance = {});
};

struct FastCommonPlane {
  static constexpr std::string_view name = "fast_common_plane";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
