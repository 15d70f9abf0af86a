// Closest points of points and segments, the building blocks of the distance algorithms.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

SCREE_HD inline Real clamp01(Real t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

/// Parameter of the point of the segment from p to q that is closest to x.
SCREE_HD inline Real closest_on_segment(Vec3 x, Vec3 p, Vec3 q) {
  const Vec3 d = q - p;
  const Real l = dot(d, d);
  return l > 0 ? clamp01(dot(x - p, d) / l) : 0;
}

struct ClosestPoints {
  Vec3 first, second;
};

/// Closest points of two segments; for parallel segments any pair of closest points.
SCREE_HD inline ClosestPoints closest_segments(Vec3 p0, Vec3 p1, Vec3 q0, Vec3 q1) {
  const Vec3 u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const Real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  // If the angle between the segments has the sine x, the cross product is accurate to 1e-16 / x, but uu vv -
  // uv^2 only to 1e-16 / x^2.
  const Vec3 across = cross(u, v);
  const Real det = length_squared(across);
  Real s = det > 1e-28 * uu * vv ? clamp01(dot(cross(v, w), across) / det) : 0;
  // Clamp t for this s, then s for that t. The pair is then optimal: the problem is convex, so one round of
  // each suffices.
  Real t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1 || vv == 0) {
    t = clamp01(t);
    s = uu > 0 ? clamp01((uv * t - uw) / uu) : 0;
  }
  return {p0 + s * u, q0 + t * v};
}

}  // namespace scree
