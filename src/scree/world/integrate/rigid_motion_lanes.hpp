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
};

/// Function that advances all bodies of the columns.
using MotionLanes = void (*)(MotionColumns& columns, const Push& push);

/// Returns all versions that this processor can run, the widest last, and then nullptr. `round`: for groups
/// of bodies that all turn as spheres do.
template <bool round>
const MotionLanes* motion_lanes();

}  // namespace scree
