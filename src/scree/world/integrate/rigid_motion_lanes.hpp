// Free motion of a group of bodies at once, in columns that the compiler turns into vectors (as
// law/point_lanes.hpp does for contact points). Every body gets the same bits as alone.
#pragma once

#include "scree/math/columns.hpp"
#include "scree/world/integrate/rigid_motion.hpp"

namespace scree {

struct MotionColumns {
  static constexpr int group = 8;
  using Column = scree::Column<group>;
  using Column3 = scree::Column3<group>;

  Column3 position, velocity, half_velocity, angular_momentum, spin;
  Column4<group> orientation;
  Column displacement_bound;
  Column3 force, torque, inverse_inertia;
  Column inverse_mass, radius;

  SCREE_ALWAYS_INLINE void set_inputs(int i, const RigidMotion& m) {
    position.set(i, m.position);
    velocity.set(i, m.velocity);
    angular_momentum.set(i, m.angular_momentum);
    orientation.set(i, m.orientation);
    force.set(i, m.force);
    torque.set(i, m.torque);
    inverse_inertia.set(i, m.inverse_inertia);
    inverse_mass[i] = m.inverse_mass;
    radius[i] = m.radius;
  }
  SCREE_ALWAYS_INLINE RigidMotion inputs(int i) const {
    RigidMotion m;
    m.position = position[i];
    m.velocity = velocity[i];
    m.angular_momentum = angular_momentum[i];
    m.orientation = orientation[i];
    m.force = force[i];
    m.torque = torque[i];
    m.inverse_inertia = inverse_inertia[i];
    m.inverse_mass = inverse_mass[i];
    m.radius = radius[i];
    return m;
  }
  SCREE_ALWAYS_INLINE void set_result(int i, const RigidMotion& m) {
    position.set(i, m.position);
    velocity.set(i, m.velocity);
    half_velocity.set(i, m.half_velocity);
    angular_momentum.set(i, m.angular_momentum);
    spin.set(i, m.spin);
    orientation.set(i, m.orientation);
    displacement_bound[i] = m.displacement_bound;
  }
  SCREE_ALWAYS_INLINE RigidMotion result(int i) const {
    RigidMotion m;
    m.position = position[i];
    m.velocity = velocity[i];
    m.half_velocity = half_velocity[i];
    m.angular_momentum = angular_momentum[i];
    m.spin = spin[i];
    m.orientation = orientation[i];
    m.displacement_bound = displacement_bound[i];
    return m;
  }
};

/// Function that advances all bodies of the columns.
using MotionLanes = void (*)(MotionColumns& columns, const Push& push);

/// Returns all versions that this processor can run, the widest last, and then nullptr. `round`: for groups
/// of bodies that all turn as spheres do.
template <bool round>
const MotionLanes* motion_lanes();

}  // namespace scree
