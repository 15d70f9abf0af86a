// Forces of contacts that press over polygons, and of spheres by the law that goes with them.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Forces and energies of the touching pairs of a batch.
void apply_pressure(const World& world, const Batch& batch, BatchContacts& contacts);

/// What the layers of the contacts with a wall hold now.
Real pressure_energy_against_wall(const World& world, int wall);

}  // namespace scree
