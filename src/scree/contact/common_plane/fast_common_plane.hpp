// fast_common_plane: finds the common plane of two convex polyhedra among a few candidates (Nezami et al.
// 2004), after Descantes, Tricoire and Richard 2019, Algorithm 2.
//
// The common plane is the one with the largest gap between the bodies. Given the closest vertices along a
// plane, the search looks for a better plane among these candidates:
// - the perpendicular bisector of those vertices,
// - the faces at them,
// - the planes parallel to an edge at each,
// - the planes parallel to one edge and otherwise as nearly perpendicular to the line between the vertices
//   as possible.
//
// The best candidate replaces the plane, and the search repeats.
//
// FastCommonPlaneClassical works on separated bodies. If the bodies overlap along the starting plane (the
// last one, or the bisector of the centroids), they are first moved apart along it, to a gap of 1e-3 of the
// size. The normal found there is then used for the bodies in their true positions. The search ends when
// the closest vertices stay the same. It may find the plane of the moved bodies, which can differ (Fig. 4
// of the paper).
//
// FastCommonPlane is the revised version: it moves nothing and maximizes the signed gap between the most
// deeply buried vertices.
//
// Departures from the printed algorithm:
// - Line 8 overwrites n12, the answer, by the direction between the vertices, which is wrong at the end in
//   all nine situations. Here the best normal has its own variable, and the search ends when no candidate
//   beats it by 1e-14 of the size.
// - If the bodies overlap, the line from vertex 1 to vertex 2 points from B to A. The classical version turns
//   each candidate to the side of the last normal. The revised version tries both signs, which corrects 2
//   more of the 595 reference pairs. Faces need no choice. Vertices that coincide have no bisector.
// - Closest vertices often tie: a plane along a face touches all its corners. The paper takes any of them,
//   and 13 of the 595 pairs then stop too early. If the revised version finds nothing better at one pair of
//   vertices, it tries all that tie.
// - The gap of deep bodies has several maxima: beyond 5 % of the size a warm start competes with a cold one.
// - No vertices are scanned for a candidate if vertices met before already show that its gap cannot
//   be larger.
//
// `iterations` counts the rounds of candidates, including the last one, which finds nothing better.
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
  /// Same as `collide`, but scans all vertices for every trial. Used only in timing comparisons.
  static Contact collide_as_published(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                      Cache& cache, const Tolerance& tolerance = {});
};

struct FastCommonPlane {
  static constexpr std::string_view name = "fast_common_plane";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
