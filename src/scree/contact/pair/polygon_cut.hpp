// One cut of a convex polygon, segment or point by a half-space (Sutherland and Hodgman 1974).
#pragma once

#include "scree/math/closest.hpp"

namespace scree {

/// Writes the piece of `in` with height <= slack to `out` and returns its number of corners, at most
/// `capacity`. `meet(p, q, t, leaving)` returns the new corner at p + t (q - p). `leaving` is true if the
/// outline leaves the half-space there, and false if it enters. Two corners form a segment, whose outline is
/// not closed.
template <class Corner, class Meet>
SCREE_HD int cut_polygon(const Corner* in, int count, Corner* out, int capacity, Real slack,
                         const Real* height, Meet meet) {
  if (count == 0) return 0;
  int kept = 0;
  const auto add = [&](const Corner& c) {
    if (kept < capacity) out[kept++] = c;
  };
  Real here = height[0];
  for (int i = 0; i < count; ++i) {
    const bool inside = here <= slack, last = i + 1 == count;
    if (inside) add(in[i]);
    if (last && count < 3) break;
    const Real next = height[last ? 0 : i + 1];
    // Clamps the parameter, because both ends may be above the plane: one within the slack and one just
    // beyond it.
    if (inside != (next <= slack))
      add(meet(in[i], in[last ? 0 : i + 1], clamp01(here / (here - next)), inside));
    here = next;
  }
  return kept;
}

}  // namespace scree
