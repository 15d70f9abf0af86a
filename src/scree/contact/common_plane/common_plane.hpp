// common_plane: finds the common plane of two convex polyhedra by perturbing its normal (Cundall 1988), after
// Descantes, Tricoire and Richard 2019, Algorithm 1.
//
// The common plane is the plane with the largest gap between the bodies. For overlapping bodies it is the
// plane with the least overlap. The search ascends: it tilts the normal by one step in four directions and
// keeps the best result. If no direction increases the gap, it halves the step. The steps range from tan 5
// degrees down to tan 1e-7 degrees. The search then repeats this with the four directions turned by 45
// degrees. The gap does not depend on the position of the plane (halfway between the closest vertices), so
// the position is not stored.
//
// CommonPlaneClassical starts only from the perpendicular bisector of the centroids and may end in a local
// maximum (Fig. 2 of the paper). CommonPlane is the revised version: it also starts from planes perpendicular
// to the bisector and keeps the best result.
//
// Departures from the printed algorithm:
// - Line 2: the smallest step is 1e-7 degrees, as section 4.1 says, and not 1e-7 radians.
// - Lines 11 to 14 divide by 1 + k^2, but a unit vector needs the square root of that. This version
//   normalizes the vector and keeps p and q perpendicular to the moving normal.
// - Line 1 sets the best gap once for all starts. A start with a smaller first gap could then never improve.
//   Here each start has its own best gap.
// - Planes perpendicular to the bisector contain both centroids, so the sign of their normals is undefined.
//   The search tries both signs, which makes five starts in all.
// - With eight directions the search stalls on ridges of the gap, where several vertices are equally close.
//   The revised version adds eight directions along the line between the closest vertices. As a result, 26
//   instead of 76 of the 595 reference pairs are off by more than 1e-6 of the size, and the example of Fig. 2
//   is correct in 36 of 36 frames instead of 32.
// - The outer loop repeats as long as a pass increases the gap by more than 1e-7 of the size, not only as
//   long as the closest vertices change. A restart from the answer then gains almost nothing, and cold and
//   warm answers agree to 1e-6.
// - The search makes at most 64 moves with one step size. Without this limit an ascent along a ridge would
//   creep for 100 000 steps.
// - The search skips a trial normal without a scan of all vertices if vertices found earlier already show
//   that its gap cannot be larger.
//
// `iterations` counts the steps of all ascents together. Each step tries four normals.
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
