// Computes the free motion of a group of bodies at once. The data are stored in columns that the compiler
// turns into vectors, as law/point_lanes.hpp does for contact points. The result of each body has the same
// bits as if it were computed alone.
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

/// Returns the versions that this processor can run. The widest version is last, and nullptr ends the list.
/// `round`: for groups of bodies that all have three equal moments of inertia.
template <bool round>
const MotionLanes* motion_lanes();

}  // namespace scree
