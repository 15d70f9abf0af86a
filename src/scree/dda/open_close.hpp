// Finds the displacements of one step together with the states of the contacts at its end: open, sliding or
// locked (Shi 1988, for rigid blocks).
//
// A body has six unknowns, or three in 2D: the displacement of its centroid and a small rotation. The
// acceleration is constant over a step of length h. The inertial force of a displacement d is therefore
// 2 M (d - v h) / h^2, and the velocity at the end of the step is 2 d / h - v. Springs that push add their
// stiffness to the equations. The equations are solved in rounds until no spring opens or closes and friction
// has converged.
//
// Differences from Shi, and the reasons for them:
// - Locked and sliding springs are treated alike: the tangential spring is softened until its force equals
//   the friction limit. The normal force and the slip of the previous round determine how much. Springs that
//   switch between the locked state and a given friction force oscillate forever near the limit. The softened
//   springs converge, and the matrix stays symmetric.
// - Dashpots act over the whole step, as in the explicit solver. Both solvers therefore come to rest in the
//   same state.
// - The gyroscopic torque is evaluated at the beginning of the step.
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
/// has not converged if states still change in the last allowed round.
OpenClose open_close(const World& world, Real h, std::span<Spring> springs,
                     std::vector<Displacement>& displacements);

}  // namespace scree::dda
