// Numbers, vectors and quaternions of several items, stored component by component (a structure of arrays).
// Vector instructions need this layout.
#pragma once

#include "scree/math/quat.hpp"

namespace scree {

template <int places>
using Column = Real[places];

template <int places>
struct Column3 {
  Column<places> x, y, z;

  Vec3 operator[](int i) const { return {x[i], y[i], z[i]}; }
  void set(int i, const Vec3& v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
};

template <int places>
struct Column4 {
  Column<places> w, x, y, z;

  Quat operator[](int i) const { return {w[i], x[i], y[i], z[i]}; }
  void set(int i, const Quat& q) { w[i] = q.w, x[i] = q.x, y[i] = q.y, z[i] = q.z; }
};

}  // namespace scree
