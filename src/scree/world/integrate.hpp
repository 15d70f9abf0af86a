// Motion of the bodies: velocity Verlet in two halves about the force, with an exact-momentum scheme for
// rotation.
#pragma once

#include "scree/world/bodies.hpp"

namespace scree {

/// Turns a free body with constant angular momentum (world frame) for a time dt. Splitting into rotations
/// about the principal axes (Dullweber, Leimkuhler, McLachlan 1997), each by the Cayley map: the angular
/// momentum stays exactly, the energy has no drift, the error is of second order, and no trigonometric
/// function is needed.
Quat turned(Quat orientation, Vec3 angular_momentum, Vec3 inverse_inertia, Real dt);

/// Positions and orientations at the end of the step; velocities in its middle, and as predicted for its end
/// from the old forces: laws that depend on velocity then act at second order.
/// With `count_travel`, adds to the ways of the bodies.
void integrate_first_half(Bodies& bodies, Vec3 gravity, Real dt, bool count_travel = true);

/// Velocities at the end of the step, from the new forces.
void integrate_second_half(Bodies& bodies, Vec3 gravity, Real dt);

}  // namespace scree
