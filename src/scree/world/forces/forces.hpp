// From contacts to forces on bodies and walls.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// The law of the world at every contact of a batch: forces of the pairs, memories, energies.
void apply_law(const World& world, const Batch& batch, BatchContacts& contacts);

/// Each body adds up its own contacts in the order of the list, so the sum is the same for any number of
/// threads.
void sum_forces(World& world);

/// What the normal springs between a wall and the bodies hold, as of the last step, J.
Real energy_against_wall(const World& world, int wall);

}  // namespace scree
