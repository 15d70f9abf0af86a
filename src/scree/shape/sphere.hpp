// A sphere about the origin.
#pragma once

#include "scree/math/vec.hpp"

#include <numbers>

namespace scree {

struct Sphere {
  Real radius = 1;
};

/// Throws an Error unless the radius is within the range of sizes.
Sphere make_sphere(Real radius);

SCREE_HD constexpr Real volume(Sphere s) { return 4 * std::numbers::pi / 3 * s.radius * s.radius * s.radius; }
SCREE_HD constexpr Real area(Sphere s) { return 4 * std::numbers::pi * s.radius * s.radius; }
/// Moment of inertia about any axis for density 1.
SCREE_HD constexpr Real inertia(Sphere s) { return 0.4 * volume(s) * s.radius * s.radius; }
SCREE_HD inline Vec3 support(Sphere s, Vec3 direction) { return s.radius * normalized(direction); }

}  // namespace scree
