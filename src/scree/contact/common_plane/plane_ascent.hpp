// Ascends to the common plane by tilting its normal (Cundall 1988; Descantes et al. 2019, Algorithm 1).
// common_plane uses this code in 3D and in 2D. `Sides` contains the directions, perpendicular to the normal,
// in which the search tilts it: all() lists them, and follow(normal) turns them along with the normal.
#pragma once

#include "scree/contact/common_plane/separating_plane.hpp"

namespace scree {

inline constexpr Real largest_tilt = 0.08748866352592401;     // tan 5 degrees
inline constexpr Real smallest_tilt = 1.7453292519943297e-9;  // tan 1e-7 degrees
// Half a turn with the largest step takes 36 moves. More moves with one step size only creep along a ridge
// that is parallel to none of the directions. Without the limit, 4 of 595 pairs take more than 100 000 steps,
// and no additional pair gets a correct answer.
inline constexpr int most_moves = 64;
// Another pass follows only if a pass increases the gap by this fraction of the size. With 1e-8, 13 of 10 000
// random pairs exceed the limit on passes. With 1e-7 no pair does, and equally many answers are correct.
inline constexpr Real least_gain = 1e-7;
inline constexpr int most_passes = 200;

template <class Vec>
struct PlaneAscent {
  PlaneIn<Vec> plane;
  KnownLinks<Vec> known;
  int steps = 0;
  bool converged = true;
};

/// Ascends with tilts in all directions, from the largest step to the smallest.
template <class Pair, class Sides, class Vec>
SCREE_HD void ascend_across(const Pair& pair, Sides sides, PlaneAscent<Vec>& ascent,
                            Real smallest = smallest_tilt) {
  Real k = largest_tilt;
  int moves = 0;
  while (k >= smallest) {
    ++ascent.steps;
    PlaneIn<Vec> best = ascent.plane;
    for (const Vec side : sides.all()) {
      offer(pair, normalized(ascent.plane.normal + k * side), ascent.known, best);
    }
    if (best.gap > ascent.plane.gap && moves < most_moves) {
      ++moves;
      ascent.plane = best;
      sides.follow(best.normal);
    } else {
      moves = 0;
      k *= 0.5;
    }
  }
}

/// Ascends from a plane, pass after pass, as long as each pass increases the gap. `pass` ascends in all its
/// directions. If `all_scanned` is true, every trial normal scans all vertices, as published.
template <class Pair, class Vec, class Pass>
SCREE_HD PlaneAscent<Vec> ascend_in_passes(const Pair& pair, const PlaneIn<Vec>& start, Pass pass,
                                           bool all_scanned = false) {
  PlaneAscent<Vec> ascent;
  ascent.known.ignored = all_scanned;
  ascent.plane = start;
  ascent.known.remember(start.link);
  for (int i = 0; i < most_passes; ++i) {
    const Real before = ascent.plane.gap;
    pass(ascent);
    if (ascent.plane.gap <= before + least_gain * pair.size()) return ascent;
  }
  ascent.converged = false;
  return ascent;
}

/// Returns the tolerance widened to the accuracy of the ascent. The normal is accurate to about the
/// smallest step, so vertices of the supporting feature may lie below the supporting plane by that fraction
/// of the size.
SCREE_HD inline Tolerance widened(Tolerance tolerance) {
  tolerance.feature = std::max(tolerance.feature, 1e-8);
  return tolerance;
}

}  // namespace scree
