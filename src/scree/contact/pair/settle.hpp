// Normals freed of rounding: across two nearly parallel edges, and between two points that are close.
//
// The difference of two points is known to 1e-16 of the size; its direction, over a short distance d, to
// 1e-16 of the size over d. And of an edge near its end the distance is flat: a closest point right to 1e-17
// in distance may be 1e-9 off. A normal that is so much wrong no longer supports both bodies at their closest
// points, and another corner sticks out beyond the plane by far more than rounding. The right normal lies in
// the cones of both points; projecting the wrong one on the half-spaces of the corners that stick out leads
// there.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// The unit vector across two unit vectors, and their sine. Of nearly parallel ones the cross product is
/// rounding to 1e-16 over the sine in every direction; what of it lies along the vectors is taken out, so
/// that a plane across the result holds both to 1e-16.
SCREE_HD inline Vec3 unit_across(Vec3 u, Vec3 v, Real& sine) {
  const Vec3 across = cross(u, v);
  sine = length(across);
  if (!(sine > 0)) return across;
  const Vec3 n = across / sine;
  return normalized(n - dot(n, u) * u);
}

/// Turns a unit normal from A to B until no vertex of A sticks out above `on_a`, none of B below `on_b`. The
/// points are the closest of both bodies, else the turning ends without success after a few steps.
SCREE_HD inline Vec3 settled_normal(const PolyhedronPair& pair, Vec3 on_a, Vec3 on_b, Vec3 normal) {
  constexpr int most_turns = 16;  // 1 to 3 are usual
  const Real rounding = 1e-15 * pair.size();
  Vec3 last;
  for (int turn = 0; turn < most_turns; ++turn) {
    const Vec3 high = pair.vertex_a(pair.support_a(normal)) - on_a,
               low = on_b - pair.vertex_b(pair.support_b(-normal));
    const Real above = dot(normal, high), below = dot(normal, low);
    if (above <= rounding && below <= rounding) break;
    const Vec3 out = above >= below ? high : low;
    Vec3 next = normalized(normal - (dot(normal, out) / length_squared(out)) * out);
    if (turn > 0 && dot(next, last) > rounding) {  // both hold it: going to and fro would take long
      const Vec3 across = cross(last, out);
      const Real size = length(across);
      if (size > 1e-12 * length(last) * length(out)) next = across / (dot(across, normal) < 0 ? -size : size);
    }
    normal = next, last = out;
  }
  return normal;
}

}  // namespace scree
