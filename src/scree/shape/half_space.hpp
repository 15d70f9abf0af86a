// The solid below a plane, for floors and planar walls.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct HalfSpace {
  Vec3 normal{0, 0, 1};  // unit, points out of the solid
  Real offset = 0;       // normal . x <= offset inside the solid
};

/// Makes a half-space from any outward direction and a point on the plane. Throws an Error if the direction
/// is zero.
HalfSpace make_half_space(Vec3 outward, Vec3 point);

/// Signed distance of a point from the plane, positive outside.
SCREE_HD constexpr Real signed_distance(HalfSpace h, Vec3 p) { return dot(h.normal, p) - h.offset; }

}  // namespace scree
