// Motion of the bodies: velocity Verlet in two halves about the force, or leap-frog.
#pragma once

#include "scree/world/bodies.hpp"
#include "scree/world/integrate/flight.hpp"

namespace scree {

/// Positions and orientations at the end of the step; velocities in its middle, and as predicted for its end
/// from the old forces: laws that depend on velocity then act at second order.
/// With `count_travel`, adds to the ways of the bodies. `kick` is the part of the old forces' push that comes
/// before the move: a half, or for leap-frog none, whose velocities are always those between two steps.
void integrate_first_half(Bodies& bodies, Vec3 gravity, Real dt, bool count_travel = true, Real kick = 0.5);

/// Velocities at the end of the step, from the new forces; `kick` is their part of the push.
void integrate_second_half(Bodies& bodies, Vec3 gravity, Real dt, Real kick = 0.5);

}  // namespace scree
