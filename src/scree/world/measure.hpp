// What a packing is like.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// The part of a box that bodies fill, from points at random. Where bodies overlap it counts once.
Real solid_fraction(const World& world, Vec3 lower, Vec3 upper, int points = 100'000);

/// The highest point of a body.
Real top_of(const World& world, int body);

}  // namespace scree
