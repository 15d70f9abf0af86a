// The direction between the closest points of two bodies, freed of rounding.
//
// The difference of two points is known to 1e-16 of the size; its direction, over a short distance d, to 1e-16
// of the size over d. And of an edge near its end the distance is flat: a closest point right to 1e-17 in
// distance may be 1e-9 off. A normal that is so much wrong no longer supports both bodies at their closest
// points, and another corner sticks out beyond the plane by far more than rounding. The right normal lies in
// the cones of both points; projecting the wrong one on the half-spaces of the corners that stick out leads
// there.
#pragma once

#include "scree/contact/polyhedron_pair.hpp"

namespace scree {

/// Turns a unit normal from A to B until no vertex of A sticks out above `on_a`, none of B below `on_b`. The
/// points are the closest of both bodies, else the turning ends without success after a few steps.
SCREE_HD inline Vec3 settled_normal(const PolyhedronPair& pair, Vec3 on_a, Vec3 on_b, Vec3 normal) {
  constexpr int most_turns = 16;  // 1 or 2 are usual
  const Real rounding = 1e-15 * pair.size();
  for (int turn = 0; turn < most_turns; ++turn) {
    const Vec3 high = pair.vertex_a(pair.support_a(normal)) - on_a,
               low = on_b - pair.vertex_b(pair.support_b(-normal));
    const Real above = dot(normal, high), below = dot(normal, low);
    if (above <= rounding && below <= rounding) break;
    const Vec3 out = above >= below ? high : low;
    normal = normalized(normal - (dot(normal, out) / length_squared(out)) * out);
  }
  return normal;
}

}  // namespace scree
