// fast_common_plane: finds the common plane of two convex polyhedra among a few candidates (Nezami et al.
// 2004), after Descantes, Tricoire and Richard 2019, Algorithm 2.
//
// The common plane is the one with the largest gap between the bodies. Given the closest vertices along a
// plane, the search looks for a better plane among these candidates:
// - the perpendicular bisector of those vertices,
// - the faces at these vertices,
// - the planes parallel to two edges, one at each vertex,
// - the planes that are parallel to one of these edges and otherwise as nearly perpendicular to the line
//   between the vertices as possible.
//
// The best candidate replaces the plane, and the search repeats.
//
// FastCommonPlaneClassical works on separated bodies. If the bodies overlap along the starting plane (the
// last one, or the bisector of the centroids), they are first moved apart along its normal, to a gap of 1e-3
// of the size. The normal found there is then used for the bodies in their true positions. The search ends
// when the closest vertices stay the same. The result may be the common plane of the moved bodies, which can
// differ from that plane at the true positions (Fig. 4 of the paper).
//
// FastCommonPlane is the revised version: it does not move the bodies. It maximizes the signed gap between
// the closest vertices, which are the most deeply buried vertices of overlapping bodies.
//
// Departures from the printed algorithm:
// - Line 8 overwrites n12, which holds the answer, with the direction between the vertices. The result is
//   therefore wrong in all nine situations. Here the best normal has its own variable, and the search ends
//   when no candidate increases the gap by more than 1e-14 of the size.
// - If the bodies overlap, the line from vertex 1 to vertex 2 points from B to A. The classical version gives
//   each candidate the sign that agrees with the last normal. The revised version tries both signs, which
//   corrects 2 more of the 595 reference pairs. The sign of a face normal is known. Coincident vertices
//   define no bisector.
// - Several vertices are often equally close: a plane along a face touches all its corners. The paper uses
//   any one of them, and the search then stops too early for 13 of the 595 pairs. If the revised version
//   finds no better plane at one pair of vertices, it tries all equally close pairs.
// - The gap of deeply overlapping bodies has several local maxima. Beyond an overlap of 5 % of the size, a
//   query runs a warm and a cold search and keeps the better result.
// - The search skips a candidate without a scan of all vertices if vertices found earlier already show that
//   its gap cannot be larger.
//
// `iterations` counts the rounds of candidates, including the last round, which finds no better plane.
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
