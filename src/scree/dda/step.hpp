// Discontinuous deformation analysis of rigid blocks (Shi 1988; Zheng, Jiao, Gardner and Sitar 2017): a
// second solver for the same worlds, with implicit steps.
//
// A step finds the contacts within a tolerance (find_springs.hpp), then displacements and states of contacts
// together (open_close.hpp). If states do not converge or a corner moves farther than the limit, the step is
// repeated with half its length. The substeps are joined, so one step of the world is always as long as the
// settings say. The distance tolerance is that of the paper, min(2 d_max, d_small / 2), where d_max is the
// largest displacement that a corner can have in this step; existing overlaps are added.
//
// Dashpots and the constant acceleration of a step take the energy that friction, springs and gravity do not
// account for. The ledger counts both as damping.
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
