// Removes rounding errors from normals perpendicular to two nearly parallel edges and from normals between
// two close points.
//
// The difference of two points has an error of 1e-16 of the size. If the points are a short distance d apart,
// its direction has an error of 1e-16 of the size, divided by d. Besides, the distance varies little along an
// edge near its closest point. A point whose distance is correct to 1e-17 may therefore be off by 1e-9 along
// the edge. The plane of a normal with such an error no longer supports both bodies at their closest points,
// and another corner lies beyond it by far more than rounding. The correct normal lies in the normal cones of
// both points. Repeated projection of the wrong normal onto the half-spaces of the corners beyond the plane
// finds it.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// Returns the unit vector perpendicular to two unit vectors and sets `sine` to the sine of their angle. The
/// cross product of nearly parallel vectors has a rounding error of 1e-16, divided by the sine, in every
/// direction. The function removes the error along the vectors. A plane perpendicular to the result then
/// contains both vectors to 1e-16.
SCREE_HD inline Vec3 unit_across(Vec3 u, Vec3 v, Real& sine) {
  const Vec3 across = cross(u, v);
  sine = length(across);
  if (!(sine > 0)) return across;
  const Vec3 n = across / sine;
  return normalized(n - dot(n, u) * u);
}

/// Rotates a unit normal from A to B until no vertex of A lies above `on_a` and no vertex of B below `on_b`.
/// The points must be the closest points of both bodies. If they are not, the search ends without success
/// after a few steps.
SCREE_HD inline Vec3 refine_normal(const PolyhedronPair& pair, Vec3 on_a, Vec3 on_b, Vec3 normal) {
  constexpr int most_steps = 16;  // 1 to 3 steps are usual
  const Real rounding = 1e-15 * pair.size();
  Vec3 last;
  for (int step = 0; step < most_steps; ++step) {
    const Vec3 high = pair.vertex_a(pair.support_a(normal)) - on_a,
               low = on_b - pair.vertex_b(pair.support_b(-normal));
    const Real above = dot(normal, high), below = dot(normal, low);
    if (above <= rounding && below <= rounding) break;
    const Vec3 out = above >= below ? high : low;
    Vec3 next = normalized(normal - (dot(normal, out) / length_squared(out)) * out);
    // The result lies on the boundaries of both half-spaces. Alternating projections onto them would
    // converge slowly.
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
