// The solid below a plane, for floors and flat walls.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct HalfSpace {
  Vec3 normal{0, 0, 1};  // unit, out of the solid
  Real offset = 0;       // normal . x <= offset inside
};

/// Makes a half-space from any outward direction and a point on the plane. Throws an Error if the direction
/// has no length.
HalfSpace make_half_space(Vec3 outward, Vec3 point);

/// Signed distance of a point from the plane, positive outside.
SCREE_HD constexpr Real signed_distance(HalfSpace h, Vec3 p) { return dot(h.normal, p) - h.offset; }

}  // namespace scree
