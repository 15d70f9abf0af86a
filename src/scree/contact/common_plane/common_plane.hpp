// common_plane: finds the common plane of two convex polyhedra by perturbing its normal (Cundall 1988), after
// Descantes, Tricoire and Richard 2019, Algorithm 1.
//
// The common plane is the one with the largest gap between the bodies. For overlapping bodies it is the one
// with the least overlap. The search climbs: it tilts the normal by a step to four sides, takes the best, and
// halves the step when none is better, from tan 5 degrees to tan 1e-7 degrees. It then repeats this with the
// four sides turned by 45 degrees. The position of the plane (halfway between the closest vertices) never
// enters the gap and is not kept.
//
// CommonPlaneClassical starts only from the perpendicular bisector of the centroids and may end in a local
// maximum (Fig. 2 of the paper). CommonPlane is the revised version: it also starts from planes perpendicular
// to the bisector and keeps the best result.
//
// Departures from the printed algorithm:
// - Line 2: the smallest step is 1e-7 degrees, as section 4.1 says, not radians.
// - Lines 11 to 14 divide by 1 + k^2, but a unit vector needs the square root of that. This version
//   normalizes the vector and keeps p and q perpendicular to the moving normal.
// - Line 1 sets the best gap once for all starts. A start that begins lower could then never climb. Here each
//   start has its own best gap.
// - Planes perpendicular to the bisector contain both centroids, so the side that faces B is undefined. Both
//   signs are tried, which makes five starts in all.
// - Eight sides stall on ridges of the gap, where closest vertices tie. The revised version climbs with eight
//   more, along the line between the closest vertices. Then 26 instead of 76 of the 595 reference pairs are
//   off by more than 1e-6 of the size, and Fig. 2 comes out right in 36 of 36 frames instead of 32.
// - The outer loop runs while a pass gains more than 1e-7 of the size, not only while the closest vertices
//   change. A restart from the answer then gains almost nothing: cold and warm answers agree to 1e-6.
// - At most 64 moves of one step size are made. Otherwise climbs along a ridge would crawl for 100 000 steps.
// - No vertices are scanned for a trial normal if vertices met before already show that its gap cannot
//   be larger.
//
// `iterations` counts the steps of all climbs together. A step is four trial normals.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct CommonPlaneClassical {
  static constexpr std::string_view name = "common_plane_classical";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
  /// Same as `collide`, but scans all vertices for every trial. Used only in timing comparisons.
  static Contact collide_as_published(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                      Cache& cache, const Tolerance& tolerance = {});
};

struct CommonPlane {
  static constexpr std::string_view name = "common_plane";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
