// Measurements of a packing.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Returns the fraction of a box that bodies fill, estimated from random points. Overlapping bodies
/// count once.
Real solid_fraction(const World& world, Vec3 lower, Vec3 upper, int points = 100'000);

/// Returns the z of the highest point of a body.
Real top_of(const World& world, int body);

}  // namespace scree
