// Removes rounding errors from normals across two nearly parallel edges and between two close points.
//
// The difference of two points is known to 1e-16 of the size. Its direction, over a short distance d, is
// known to 1e-16 of the size over d. Besides, the distance varies little along an edge near its closest
// point: a closest point correct to 1e-17 in distance may be 1e-9 off. A normal with such an error no longer
// supports both bodies at their closest points, and another corner lies beyond the plane by far more than
// rounding. The correct normal lies in the cones of both points. Projections of the wrong normal on the
// half-spaces of the corners that stick out lead to it.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// Returns the unit vector perpendicular to two unit vectors and sets `sine` to the sine of their angle. The
/// cross product of nearly parallel vectors has a rounding error of 1e-16 over the sine in every direction.
/// The component along the vectors is removed, so that a plane perpendicular to the result contains both to
/// 1e-16.
SCREE_HD inline Vec3 unit_across(Vec3 u, Vec3 v, Real& sine) {
  const Vec3 across = cross(u, v);
  sine = length(across);
  if (!(sine > 0)) return across;
  const Vec3 n = across / sine;
  return normalized(n - dot(n, u) * u);
}

/// Rotates a unit normal from A to B until no vertex of A lies above `on_a` and no vertex of B below `on_b`.
/// The points must be the closest points of both bodies. Otherwise the search ends without success after a
/// few steps.
SCREE_HD inline Vec3 refine_normal(const PolyhedronPair& pair, Vec3 on_a, Vec3 on_b, Vec3 normal) {
  constexpr int most_steps = 16;  // 1 to 3 are usual
  const Real rounding = 1e-15 * pair.size();
  Vec3 last;
  for (int step = 0; step < most_steps; ++step) {
    const Vec3 high = pair.vertex_a(pair.support_a(normal)) - on_a,
               low = on_b - pair.vertex_b(pair.support_b(-normal));
    const Real above = dot(normal, high), below = dot(normal, low);
    if (above <= rounding && below <= rounding) break;
    const Vec3 out = above >= below ? high : low;
    Vec3 next = normalized(normal - (dot(normal, out) / length_squared(out)) * out);
    // Both half-spaces bound the result; projecting on them in turn would take long.
    if (step > 0 && dot(next, last) > rounding) {
      const Vec3 across = cross(last, out);
      const Real size = length(across);
      if (size > 1e-12 * length(last) * length(out)) next = across / (dot(across, normal) < 0 ? -size : size);
    }
    normal = next, last = out;
  }
  return normal;
}

}  // namespace scree
