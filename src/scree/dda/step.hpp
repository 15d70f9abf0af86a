// Discontinuous deformation analysis of rigid blocks (Shi 1988; Zheng, Jiao, Gardner and Sitar 2017): a
// second solver of the same worlds, with implicit steps.
//
// A step finds the contacts within a tolerance (find_springs.hpp), then displacements and states of contacts
// together (open_close.hpp). It is done again with half its length where states do not settle or a corner
// goes farther than the limit, and its parts are joined: one step of the world is always as long as the
// settings say. The distance tolerance is that of the paper, min(2 d_max, d_small / 2), with d_max the way
// that a corner can come in this step; overlaps that are there already are added.
//
// The energy that neither friction nor springs nor gravity account for is what dashpots and the constant
// acceleration of a step take away; the ledger counts both as damping.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

namespace dda {

/// Instead of scree::prepare. Fails, with the reason, where the world has bodies or walls that the solver
/// does not know.
void prepare(World& world);

/// One step.
void step(World& world);

}  // namespace dda

/// prepare() and step() by the solver of the settings.
void prepare_solver(World& world);
void advance(World& world);

}  // namespace scree
