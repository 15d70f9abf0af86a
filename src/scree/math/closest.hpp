// Closest points between points and segments. The distance algorithms are built on them.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

SCREE_HD inline Real clamp01(Real t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

/// Returns the parameter, from 0 to 1, of the point on the segment from p to q that is closest to x.
SCREE_HD inline Real closest_on_segment(Vec3 x, Vec3 p, Vec3 q) {
  const Vec3 d = q - p;
  const Real l = dot(d, d);
  return l > 0 ? clamp01(dot(x - p, d) / l) : 0;
}

struct ClosestPoints {
  Vec3 first, second;
};

/// Returns the closest points of two segments. For parallel segments it returns any one pair of
/// closest points.
SCREE_HD inline ClosestPoints closest_segments(Vec3 p0, Vec3 p1, Vec3 q0, Vec3 q1) {
  const Vec3 u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const Real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  // Let x be the sine of the angle between the segments. The cross product has a relative error of 1e-16 / x.
  // The equivalent expression uu vv - uv^2 has a relative error of 1e-16 / x^2.
  const Vec3 across = cross(u, v);
  const Real det = length_squared(across);
  Real s = det > 1e-28 * uu * vv ? clamp01(dot(cross(v, w), across) / det) : 0;
  // Computes t for this s. If t must be clamped, it computes s again for the clamped t. The problem is
  // convex, so one such round gives the closest pair.
  Real t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1 || vv == 0) {
    t = clamp01(t);
    s = uu > 0 ? clamp01((uv * t - uw) / uu) : 0;
  }
  return {p0 + s * u, q0 + t * v};
}

}  // namespace scree
