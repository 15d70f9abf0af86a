// Motion of the bodies: velocity Verlet in two halves, before and after the forces are computed,
// or leap-frog.
#pragma once

#include "scree/world/bodies.hpp"
#include "scree/world/integrate/rigid_motion.hpp"

namespace scree {

/// Advances positions and orientations to the end of the step and velocities to its middle. Also predicts
/// velocities for the end from the old forces, so that velocity-dependent laws are second-order accurate.
/// With `count_path`, increases the path bounds of the bodies. `kick` is the fraction of the old forces'
/// impulse that acts before the move: a half, or 0 for leap-frog, whose velocities always lie halfway between
/// two steps.
void integrate_first_half(Bodies& bodies, Vec3 gravity, Real dt, bool count_path = true, Real kick = 0.5);

/// Advances velocities to the end of the step with the new forces. `kick` is the fraction of their impulse
/// that acts here.
void integrate_second_half(Bodies& bodies, Vec3 gravity, Real dt, Real kick = 0.5);

}  // namespace scree
