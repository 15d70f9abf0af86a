// A rigid motion of the plane: a rotation, then a translation. `b_in_a` maps points of frame b to frame a.
// The angle is stored as its cosine and sine. Transforming a point then needs no trigonometric functions, and
// every orientation has exactly one representation.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct PlanarRotation {
  Real cos = 1, sin = 0;
};

SCREE_HD inline PlanarRotation rotation_by(Real angle) { return {std::cos(angle), std::sin(angle)}; }
SCREE_HD inline Real angle_of(PlanarRotation t) { return std::atan2(t.sin, t.cos); }
SCREE_HD constexpr PlanarRotation inverse(PlanarRotation t) { return {t.cos, -t.sin}; }
SCREE_HD constexpr PlanarRotation operator*(PlanarRotation a, PlanarRotation b) {
  return {a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin};
}
SCREE_HD constexpr Vec2 operator*(PlanarRotation t, Vec2 v) {
  return {t.cos * v.x - t.sin * v.y, t.sin * v.x + t.cos * v.y};
}
/// Rescales a rotation to the unit circle. Rounding makes products of rotations drift away from it.
SCREE_HD inline PlanarRotation normalized(PlanarRotation t) {
  const Real size = std::sqrt(t.cos * t.cos + t.sin * t.sin);
  return {t.cos / size, t.sin / size};
}

struct PlanarPose {
  Vec2 position;
  PlanarRotation orientation;
};

SCREE_HD constexpr Vec2 transform(const PlanarPose& p, Vec2 point) {
  return p.position + p.orientation * point;
}
SCREE_HD constexpr Vec2 inverse_transform(const PlanarPose& p, Vec2 point) {
  return inverse(p.orientation) * (point - p.position);
}
SCREE_HD constexpr PlanarPose operator*(const PlanarPose& a, const PlanarPose& b) {
  return {transform(a, b.position), a.orientation * b.orientation};
}
SCREE_HD constexpr PlanarPose inverse(const PlanarPose& p) {
  return {-(inverse(p.orientation) * p.position), inverse(p.orientation)};
}

}  // namespace scree
