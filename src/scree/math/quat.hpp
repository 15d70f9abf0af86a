// Unit quaternions, which represent the orientation of a body. The scalar component w is stored first.
#pragma once

#include "scree/math/mat.hpp"

namespace scree {

struct Quat {
  Real w = 1, x = 0, y = 0, z = 0;
};

SCREE_HD constexpr Quat operator*(Quat a, Quat b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
SCREE_HD constexpr Quat conjugate(Quat q) { return {q.w, -q.x, -q.y, -q.z}; }
SCREE_HD inline Quat normalized(Quat q) {
  const Real n = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / n, q.x / n, q.y / n, q.z / n};
}
SCREE_HD SCREE_ALWAYS_INLINE constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
SCREE_HD inline Quat axis_angle(Vec3 unit_axis, Real angle) {
  const Real s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * unit_axis.x, s * unit_axis.y, s * unit_axis.z};
}
/// Returns the rotation matrix of a unit quaternion. Its columns equal the axes rotated by `rotate`, bit
/// for bit.
SCREE_HD SCREE_ALWAYS_INLINE constexpr Mat3 to_matrix(Quat q) {
  const Real x = 2 * q.x, y = 2 * q.y, z = 2 * q.z;
  return {{{1 - (q.y * y + q.z * z), q.y * x - q.w * z, q.w * y + q.z * x},
           {q.w * z + q.x * y, 1 - (q.z * z + q.x * x), q.z * y - q.w * x},
           {q.x * z - q.w * y, q.w * x + q.y * z, 1 - (q.x * x + q.y * y)}}};
}

/// Returns the quaternion of a rotation matrix by Shepperd's method, which divides by the largest component.
SCREE_HD inline Quat to_quat(const Mat3& m) {
  const Real t = trace(m);
  Quat q;
  if (t >= m(0, 0) && t >= m(1, 1) && t >= m(2, 2)) {
    q = {1 + t, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  } else if (m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2)) {
    q = {m(2, 1) - m(1, 2), 1 + 2 * m(0, 0) - t, m(0, 1) + m(1, 0), m(0, 2) + m(2, 0)};
  } else if (m(1, 1) >= m(2, 2)) {
    q = {m(0, 2) - m(2, 0), m(0, 1) + m(1, 0), 1 + 2 * m(1, 1) - t, m(1, 2) + m(2, 1)};
  } else {
    q = {m(1, 0) - m(0, 1), m(0, 2) + m(2, 0), m(1, 2) + m(2, 1), 1 + 2 * m(2, 2) - t};
  }
  return normalized(q);
}

/// Multiplies a vector by the inverse inertia tensor of a body. `inverse_inertia` contains the inverses of
/// the principal moments of inertia. The vector and the result are in the world frame.
SCREE_HD inline Vec3 apply_inverse_inertia(Quat orientation, Vec3 inverse_inertia, Vec3 v) {
  if (all_equal(inverse_inertia)) return inverse_inertia.x * v;
  const Vec3 local = rotate(conjugate(orientation), v);
  return rotate(orientation,
                {inverse_inertia.x * local.x, inverse_inertia.y * local.y, inverse_inertia.z * local.z});
}

}  // namespace scree
