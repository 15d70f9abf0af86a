// Discontinuous deformation analysis of rigid blocks (Shi 1988; Zheng, Jiao, Gardner and Sitar 2017): a
// second solver for the same worlds, with implicit steps.
//
// A step first finds the contacts within a tolerance (find_springs.hpp). It then finds the displacements
// together with the states of the contacts (open_close.hpp). If the states do not converge, or a corner moves
// farther than the limit, the step is repeated with half its length. Substeps follow until the whole step is
// done, so one step of the world is always as long as the settings say. The distance tolerance of the paper
// is min(2 d_max, d_small / 2), where d_max is the largest possible displacement of a corner in this step and
// d_small the shortest edge. Existing overlaps are added to it.
//
// Dashpots dissipate energy. The assumption of a constant acceleration over a step dissipates energy, too.
// The ledger counts both losses as damping: the energy that friction, springs and gravity do not account for.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

namespace dda {

/// Prepares a world for this solver, in place of scree::prepare. Throws an Error with the reason if the world
/// has bodies or walls that the solver does not support.
void prepare(World& world);

/// Advances the world by one step.
void step(World& world);

}  // namespace dda

/// Prepares or advances a world with the solver of its settings.
void prepare_solver(World& world);
void advance(World& world);

}  // namespace scree
