// State of one body at a contact, in the form that the contact laws use.
#pragma once

#include "scree/law/contact_law.hpp"
#include "scree/math/quat.hpp"

namespace scree {

/// A body or a wall. No force moves a wall.
struct ContactBody {
  Vec3 origin, velocity, spin;
  Quat orientation;
  Real inverse_mass = 0;
  Vec3 inverse_inertia;

  SCREE_HD Vec3 velocity_at(Vec3 x) const { return velocity + cross(spin, x - origin); }
  /// Compliance of the body at point x, along n and averaged over the directions perpendicular to n.
  SCREE_HD Compliance compliance(Vec3 x, Vec3 n) const {
    if (inverse_mass == 0) return {0, 0};
    const Vec3 i = inverse_inertia;
    if (all_equal(i)) {
      const Vec3 arm = x - origin;
      const Real all = i.x * length_squared(arm), along = i.x * length_squared(cross(arm, n));
      return {inverse_mass + along, inverse_mass + all - 0.5 * along};
    }
    const Vec3 arm = rotate(conjugate(orientation), x - origin);
    const Vec3 lever = cross(arm, rotate(conjugate(orientation), n));
    const Vec3 squared{arm.x * arm.x, arm.y * arm.y, arm.z * arm.z};
    const Real along = lever.x * lever.x * i.x + lever.y * lever.y * i.y + lever.z * lever.z * i.z;
    const Real trace =
        i.x * (squared.y + squared.z) + i.y * (squared.x + squared.z) + i.z * (squared.x + squared.y);
    return {inverse_mass + along, inverse_mass + 0.5 * (trace - along)};
  }
};

}  // namespace scree
