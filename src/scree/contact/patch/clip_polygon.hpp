// Convex polygons on the common plane of a contact. They can be cut, measured and reduced to few corners.
// clip.hpp uses them.
#pragma once

#include "scree/contact/pair/polygon_cut.hpp"

namespace scree::clip_detail {

constexpr int side_capacity = 64;                // a face with more corners uses only some of them
constexpr int capacity = 2 * side_capacity + 2;  // every cut adds at most one corner
constexpr int no_edge = -1;

/// A point on the common plane. `in` is the edge that ends there, and `out` is the edge that begins there.
/// The number of an edge of A is the index of its first corner. The number of an edge of B is this index
/// plus side_capacity.
struct Corner {
  Real x, y;
  int in, out;
};

SCREE_HD inline Real cross(const Corner& o, const Corner& p, const Corner& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

constexpr int lanes = 4;  // numbers that are processed at once

/// The outline of a face, or an edge, on the common plane. Edge i runs from corner i to the next.
struct Polygon {
  int count = 0;
  Real x[side_capacity + lanes + 1], y[side_capacity + lanes + 1];

  SCREE_HD Polygon() {}  // leaves the corners uninitialized: clearing them costs more than filling four
  /// Repeats the first corner after the last one. Loops that process several edges at once then find edges of
  /// zero length after the last edge.
  SCREE_HD void close() {
    for (int i = 0; i < lanes + 1; ++i) x[count + i] = x[0], y[count + i] = y[0];
  }
};

/// Current corners of the patch, and space for the result of the next cut.
struct Outline {
  int count = 0;
  Corner* corner;
  Corner* spare;
  Corner first_store[capacity], second_store[capacity];

  SCREE_HD Outline() : corner(first_store), spare(second_store) {}
  template <class Height>
  SCREE_HD void cut(int edge, Real slack, Height height) {
    Real heights[capacity];
    bool whole = true;  // most edges cut nothing off a small face on a large one
    for (int i = 0; i < count; ++i) whole = (heights[i] = height(corner[i])) <= slack && whole;
    if (whole) return;
    count = cut_polygon(corner, count, spare, capacity, slack, heights,
                        [edge](const Corner& p, const Corner& q, Real t, bool leaving) {
                          return Corner{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), leaving ? p.out : edge,
                                        leaving ? edge : p.out};
                        });
    Corner* const cleared = corner;
    corner = spare, spare = cleared;
  }
};

struct Centre {
  Real area, x, y;
};

/// Returns the area of a convex polygon and its centroid. The centroid of a sliver would be mostly rounding
/// error, so its centre is the mean of the corners.
SCREE_HD inline Centre centre_of(const Outline& outline, Real least_area) {
  const Corner* c = outline.corner;
  Real twice = 0, mx = 0, my = 0;
  Centre mean{0, 0, 0};
  const Real equal_share = 1.0 / outline.count;
  for (int i = 0; i < outline.count; ++i) {
    mean.x += equal_share * c[i].x, mean.y += equal_share * c[i].y;
    if (i < 2) continue;
    const Real t = cross(c[0], c[i - 1], c[i]);
    twice += t;
    mx += t * (c[i - 1].x + c[i].x - 2 * c[0].x);
    my += t * (c[i - 1].y + c[i].y - 2 * c[0].y);
  }
  if (twice < 2 * least_area) return {twice > 0 ? twice / 2 : 0, mean.x, mean.y};
  return {twice / 2, c[0].x + mx / (3 * twice), c[0].y + my / (3 * twice)};
}

/// True if a corner sticks out by at most `merge` from the chord of its neighbours. Most polygons have no
/// such corner, so the check has no branches.
SCREE_HD inline bool has_negligible_corner(const Outline& outline, Real merge) {
  const Corner* c = outline.corner;
  bool found = false;
  Corner p = c[outline.count - 1], here = c[0];
  for (int i = 0; i < outline.count; ++i) {
    const Corner q = c[i + 1 == outline.count ? 0 : i + 1];
    const Real ear = cross(p, here, q), dx = q.x - p.x, dy = q.y - p.y;
    found |= ear * ear <= merge * merge * (dx * dx + dy * dy);
    p = here, here = q;
  }
  return found;
}

/// Removes corners that stick out by at most `merge` from the chord of their neighbours. Then it removes the
/// corners with the smallest ears until `most` corners are left. An ear is the triangle of a corner and its
/// neighbours. The corner `keep` is never removed.
SCREE_HD inline void simplify(Outline& outline, int keep, Real merge, int most) {
  Corner* c = outline.corner;
  while (outline.count > 2) {
    int drop = -1;
    Real least = merge * merge, smallest = -1;
    bool found = false;
    for (int i = 0; i < outline.count; ++i) {
      if (i == keep) continue;
      const Corner &p = c[i == 0 ? outline.count - 1 : i - 1], &q = c[i + 1 == outline.count ? 0 : i + 1];
      const Real ear = cross(p, c[i], q);
      const Real chord = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
      if (ear * ear <= least * chord) {
        found = true;
        drop = i;
        least = chord > 0 ? ear * ear / chord : 0;
      } else if (!found && outline.count > most && (smallest < 0 || ear < 0.999999 * smallest)) {
        drop = i, smallest = ear;  // takes the first of equal ears, so that rounding does not decide
      }
    }
    if (drop < 0) break;
    --outline.count;
    for (int i = drop; i < outline.count; ++i) c[i] = c[i + 1];
    if (drop < keep) --keep;
  }
  const Real dx = c[1].x - c[0].x, dy = c[1].y - c[0].y;
  if (outline.count == 2 && dx * dx + dy * dy <= merge * merge) {
    outline.count = 1;
    c[0] = c[keep];
  }
}

/// Computes weights that add up to 1 and integrate every linear function over the polygon exactly. The
/// polygon is divided into triangles of each edge and the mean of the corners. At this mean, a linear
/// function has the mean of its values at the corners. The outline has at most `most` corners.
template <int most>
SCREE_HD void find_shares(const Outline& outline, Real (&share)[most]) {
  const int n = outline.count;
  const Real equal_share = 1.0 / n;
  Corner mean{0, 0, 0, 0};
  for (int i = 0; i < n; ++i)
    mean.x += equal_share * outline.corner[i].x, mean.y += equal_share * outline.corner[i].y;
  Real triangle[most], sum = 0;
  for (int i = 0; i < n; ++i) {
    const Real t = cross(mean, outline.corner[i], outline.corner[i + 1 == n ? 0 : i + 1]);
    sum += triangle[i] = t > 0 ? t : 0;
  }
  const Real whole = 1 / (3 * sum);
  for (int i = 0; i < n; ++i) {
    const Real adjacent = triangle[i] + triangle[i == 0 ? n - 1 : i - 1];
    share[i] = n > 2 && sum > 0 ? adjacent * whole + equal_share / 3 : equal_share;
  }
}

}  // namespace scree::clip_detail
