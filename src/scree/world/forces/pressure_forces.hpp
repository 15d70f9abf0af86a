// Forces of the law pressure: at contacts that press over polygons, and at contacts of spheres.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Computes the forces and energies of the touching pairs of a batch. `dt` is the length of the step that
/// ends now, 0 if nothing moves or slides.
void apply_pressure(const World& world, const Batch& batch, Real dt, BatchContacts& contacts);

/// Returns the energy that the layers of the contacts with a wall store now, J.
Real pressure_energy_against_wall(const World& world, int wall);

}  // namespace scree
