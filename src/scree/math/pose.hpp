// A rigid motion: a rotation, then a translation. `b_in_a` maps points of frame b to frame a.
#pragma once

#include "scree/math/quat.hpp"

namespace scree {

struct Pose {
  Vec3 position;
  Quat orientation;
};

SCREE_HD constexpr Vec3 transform(const Pose& p, Vec3 point) {
  return p.position + rotate(p.orientation, point);
}
SCREE_HD constexpr Vec3 inverse_transform(const Pose& p, Vec3 point) {
  return rotate(conjugate(p.orientation), point - p.position);
}
SCREE_HD constexpr Pose operator*(const Pose& a, const Pose& b) {
  return {transform(a, b.position), a.orientation * b.orientation};
}
SCREE_HD constexpr Pose inverse(const Pose& p) {
  return {-rotate(conjugate(p.orientation), p.position), conjugate(p.orientation)};
}

}  // namespace scree
