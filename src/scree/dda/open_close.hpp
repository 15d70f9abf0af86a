// Displacements of one step, and the states of the contacts at its end: open, sliding or locked (Shi 1988,
// for rigid blocks).
//
// A body has six unknowns, or three in 2D: the displacement of its centroid and a small rotation. Over a step
// h the acceleration is constant, so the inertia of a displacement d is 2 M (d - v h) / h^2 and the velocity
// at the end 2 d / h - v. Springs that push add their stiffness to the equations. Rounds are repeated until
// no spring opens or closes and friction has converged.
//
// Differences from Shi, and the reasons for them:
// - Locked and sliding springs are treated alike: the spring along the plane is softened so that it pulls
//   exactly as much as friction can hold, by the push and the slip of the round before. Springs that switch
//   between locked and a given force oscillate forever near the limit. The softened springs converge, and the
//   matrix stays symmetric.
// - Dashpots, as in the explicit solver, act over the whole step, so both solvers come to rest in the
//   same state.
// - The gyroscopic torque is that of the beginning of the step.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <span>
#include <vector>

namespace scree::dda {

/// Displacement and rotation of a body in a step.
struct Displacement {
  Vec3 shift, rotation;
};

struct OpenClose {
  bool converged = false;
  int rounds = 0;
};

/// Computes the displacements of all bodies and the state of all springs at the end of the step. The result
/// has not converged if states still changed in the last round allowed.
OpenClose open_close(const World& world, Real h, std::span<Spring> springs,
                     std::vector<Displacement>& displacements);

}  // namespace scree::dda
