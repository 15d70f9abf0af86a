// Computes the region shared by two convex polygons with few corners, from signs alone. The signs state which
// corners of each polygon lie outside which edges of the other.
//
// The signs determine the corners of the shared region. These are the corners of each polygon that lie
// outside no edge of the other, and the crossings of two edges if the ends of each edge lie on different
// sides of the other edge. If the signs are consistent, a walk around the first polygon puts these corners in
// order. Where the walk leaves the second polygon, corners of the second polygon follow. The coordinates are
// computed at the end, so no branch depends on them. Each crossing is computed from the original corners, not
// from earlier crossings. Cutting by one edge after the other (clip_polygon.hpp) takes twice as long. That
// method is the reference in tests. It also takes over if rounding makes the signs contradict each other.
#pragma once

#include "scree/contact/patch/clip_polygon.hpp"

#include <bit>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace scree::clip_detail {

constexpr int few = 8;  // largest number of corners; each corner has one byte of signs

/// Eight bytes of eight bits. Bit j of byte i is bit 8 i + j of the word.
using Signs = std::uint64_t;

SCREE_HD constexpr unsigned row(Signs s, int i) { return static_cast<unsigned>(s >> (8 * i)) & 0xffU; }

/// Transposes 8 x 8 bits: bit i of byte j becomes bit j of byte i (Warren, Hacker's Delight, section 7-3).
SCREE_HD constexpr Signs transposed(Signs s) {
  Signs t = (s ^ (s >> 7U)) & 0x00aa00aa00aa00aaULL;
  s ^= t ^ (t << 7U);
  t = (s ^ (s >> 14U)) & 0x0000cccc0000ccccULL;
  s ^= t ^ (t << 14U);
  t = (s ^ (s >> 28U)) & 0x00000000f0f0f0f0ULL;
  return s ^ t ^ (t << 28U);
}

/// Returns a mask: bit i is set if number i of four consecutive numbers is negative.
SCREE_HD inline unsigned negative(const Real* four) {
#ifdef __SSE2__
  return static_cast<unsigned>(_mm_movemask_pd(_mm_loadu_pd(four)) | _mm_movemask_pd(_mm_loadu_pd(four + 2))
                                                                         << 2);
#else
  unsigned bits = 0;
  for (int i = 0; i < lanes; ++i) bits |= static_cast<unsigned>(std::signbit(four[i])) << i;
  return bits;
#endif
}

/// Depths of the corners of one polygon inside the edges of the other. Each depth is multiplied by the length
/// of the edge.
struct Inside {
  Real depth[few][few];  // depth of corner i inside edge j
  Signs outside = 0;     // bit j of byte i: corner i is outside edge j

  /// `turn` is 1 if the polygon with the edges runs counter-clockwise, else -1. Corners outside by less than
  /// `rounding` are treated as inside.
  SCREE_HD Inside(const Polygon& corners, const Polygon& edges, Real turn, Real rounding) {
    Real nx[few], ny[few], offset[few], slack[few], slackened[few];
    for (int half = 0; half < edges.count; half += lanes) {
      for (int j = half; j < half + lanes; ++j) {
        const Real ex = edges.x[j + 1] - edges.x[j], ey = edges.y[j + 1] - edges.y[j];
        nx[j] = turn * ey, ny[j] = -turn * ex;
        offset[j] = nx[j] * edges.x[j] + ny[j] * edges.y[j];
        slack[j] = rounding * (std::abs(ex) + std::abs(ey));
      }
    }
    for (int i = 0; i < corners.count; ++i) {
      const Real x = corners.x[i], y = corners.y[i];
      for (int half = 0; half < edges.count; half += lanes) {
        for (int j = half; j < half + lanes; ++j) {
          depth[i][j] = offset[j] - (nx[j] * x + ny[j] * y);
          slackened[j] = depth[i][j] + slack[j];
        }
        outside |= static_cast<Signs>(negative(slackened + half)) << (8 * i + half);
      }
    }
  }
};

/// Returns a mask for the first `count` bytes: bit i is set if byte i is zero.
SCREE_HD inline unsigned zero_rows(Signs s, int count) {
  unsigned bits = 0;
  for (int i = 0; i < count; ++i) bits |= static_cast<unsigned>(row(s, i) == 0) << i;
  return bits;
}

/// Finds the corners of the region shared by the polygons A and B, in the order of A. A runs
/// counter-clockwise and B clockwise. Both polygons are closed and have at most `few` corners. Corners
/// outside by less than `rounding` are treated as inside. Returns false if the signs contradict each other or
/// nothing is shared.
SCREE_HD inline bool intersect_by_signs(const Polygon& a, const Polygon& b, Real rounding, Outline& outline) {
  const Inside of_a(a, b, -1, rounding), of_b(b, a, 1, rounding);
  const unsigned inside_a = zero_rows(of_a.outside, a.count), inside_b = zero_rows(of_b.outside, b.count);
  // Bit j of byte i: the ends of edge i of A lie on both sides of edge j of B, and vice versa.
  const auto changes = [](Signs s, int count) { return s ^ (s >> 8U | (s & 0xffU) << (8 * (count - 1))); };
  const Signs crossing = changes(of_a.outside, a.count) & transposed(changes(of_b.outside, b.count));

  Corner* const out = outline.corner;
  int count = 0;
  const auto before = [](int i, int of) { return (i == 0 ? of : i) - 1; };
  const auto add_a = [&](int i) { out[count++] = {a.x[i], a.y[i], before(i, a.count), i}; };
  // B runs clockwise, so in counter-clockwise order edge j ends at corner j and the edge before it
  // begins there.
  const auto add_b = [&](int j) {
    out[count++] = {b.x[j], b.y[j], side_capacity + j, side_capacity + before(j, b.count)};
  };
  const auto add_crossing = [&](int i, int j, bool leaving) {
    const int next = i + 1 < a.count ? i + 1 : 0, edge = side_capacity + j;
    const Real here = of_a.depth[i][j], t = clamp01(here / (here - of_a.depth[next][j]));
    out[count++] = {a.x[i] + t * (a.x[next] - a.x[i]), a.y[i] + t * (a.y[next] - a.y[i]), leaving ? i : edge,
                    leaving ? edge : i};
  };
  const auto more_than_one = [](unsigned bits) { return (bits & (bits - 1)) != 0; };
  if (crossing == 0) {  // one polygon lies inside the other, or they share nothing
    if (inside_a == (1U << a.count) - 1) {
      for (int i = 0; i < a.count; ++i) add_a(i);
    } else if (inside_b == (1U << b.count) - 1) {
      for (int j = b.count - 1; j >= 0; --j) add_b(j);
    }
    outline.count = count;
    return count > 0;
  }
  unsigned left = inside_b;  // corners of B that the walk has not reached
  for (int i = 0; i < a.count; ++i) {
    if ((inside_a >> i & 1U) != 0) add_a(i);
    const unsigned met = row(crossing, i);
    if (met == 0) continue;
    const unsigned entering = met & row(of_a.outside, i), leaving = met & ~entering;
    if (more_than_one(entering) || more_than_one(leaving)) return false;
    if (entering != 0) add_crossing(i, std::countr_zero(entering), false);
    if (leaving == 0) continue;
    int j = std::countr_zero(leaving);
    add_crossing(i, j, true);
    for (; (left >> j & 1U) != 0; j = before(j, b.count)) {
      add_b(j);
      left &= ~(1U << j);
    }
  }
  outline.count = count;
  return left == 0 && count > 2;
}

}  // namespace scree::clip_detail
