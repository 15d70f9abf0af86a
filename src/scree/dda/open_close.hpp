// The displacements of one step, and which contacts are open, sliding or locked at its end (Shi 1988, of
// rigid blocks).
//
// A body has six unknowns, three in the plane: the displacement of its centroid and a small rotation. Over a
// step h the acceleration is constant, so the inertia of a displacement d is 2 M (d - v h) / h^2 and the
// velocity at the end 2 d / h - v. Springs that push add their stiffness to the equations. Rounds are
// repeated until no spring opens or closes and friction has come to rest.
//
// Where we depart, and why:
// - Locked and sliding are one: the spring along the plane is as much softer than it is as lets it pull just
//   with what friction holds, by the push and the slip of the round before. Springs that change between a
//   locked one and a given force sway for ever where they are near the limit; this comes to rest, and the
//   matrix stays symmetric.
// - Dashpots, as the explicit solver has them, act over the whole step, which makes both
//   solvers come to rest in the same state.
// - The gyroscopic torque is that of the beginning of the step.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <span>
#include <vector>

namespace scree::dda {

/// How a body moves within a step.
struct Displacement {
  Vec3 shift, turn;
};

struct OpenClose {
  bool settled = false;
  int rounds = 0;
};

/// Fills the displacements of all bodies and the end of all springs. Not settled: states went on to change
/// for as many rounds as are worth it.
OpenClose open_close(const World& world, Real h, std::span<Spring> springs,
                     std::vector<Displacement>& displacements);

}  // namespace scree::dda
