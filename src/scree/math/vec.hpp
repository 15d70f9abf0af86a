// Plain vectors of two and three components.
#pragma once

#include "scree/math/hd.hpp"

#include <algorithm>
#include <cmath>

namespace scree {

struct Vec2 {
  Real x = 0, y = 0;
};

struct Vec3 {
  Real x = 0, y = 0, z = 0;

  SCREE_HD constexpr Real& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  SCREE_HD constexpr Real operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

SCREE_HD constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
SCREE_HD constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
SCREE_HD constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
SCREE_HD constexpr Vec2 operator*(Real s, Vec2 a) { return {s * a.x, s * a.y}; }
SCREE_HD constexpr Vec2 operator/(Vec2 a, Real s) { return {a.x / s, a.y / s}; }
SCREE_HD constexpr Vec2& operator+=(Vec2& a, Vec2 b) { return a = a + b; }
SCREE_HD constexpr Vec2& operator-=(Vec2& a, Vec2 b) { return a = a - b; }
SCREE_HD constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
SCREE_HD constexpr Real dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Returns the z component of the cross product. It is positive if b is counter-clockwise from a.
SCREE_HD constexpr Real cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
SCREE_HD constexpr Real length_squared(Vec2 a) { return dot(a, a); }
SCREE_HD inline Real length(Vec2 a) { return std::sqrt(dot(a, a)); }
SCREE_HD inline Vec2 normalized(Vec2 a) { return a / length(a); }
/// Returns the vector rotated by a quarter turn counter-clockwise. The negative result is a quarter
/// turn clockwise.
SCREE_HD constexpr Vec2 turned_left(Vec2 a) { return {-a.y, a.x}; }
SCREE_HD inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

SCREE_HD constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SCREE_HD constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SCREE_HD constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
SCREE_HD constexpr Vec3 operator*(Real s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
SCREE_HD constexpr Vec3 operator/(Vec3 a, Real s) { return {a.x / s, a.y / s, a.z / s}; }
SCREE_HD constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
SCREE_HD constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
SCREE_HD constexpr bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

SCREE_HD constexpr Real dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SCREE_HD constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SCREE_HD constexpr Real length_squared(Vec3 a) { return dot(a, a); }
SCREE_HD inline Real length(Vec3 a) { return std::sqrt(dot(a, a)); }
SCREE_HD inline Vec3 normalized(Vec3 a) { return a / length(a); }

SCREE_HD constexpr Vec3 min(Vec3 a, Vec3 b) {
  return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
SCREE_HD constexpr Vec3 max(Vec3 a, Vec3 b) {
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
/// True if all components are equal. A body whose principal moments of inertia are all equal rotates like a
/// sphere, whatever its orientation.
SCREE_HD constexpr bool all_equal(Vec3 a) { return a.x == a.y && a.y == a.z; }
SCREE_HD inline Real max_component(Vec3 a) { return std::max({a.x, a.y, a.z}); }
SCREE_HD inline bool is_finite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace scree
