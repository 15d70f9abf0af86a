// Joints that hold until they break. Contacts that exist at the beginning carry tension and cohesion on their
// area until either is exceeded once. After that they are ordinary contacts.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <span>

namespace scree::dda {

/// Bonds the springs that touch if their materials have a strength. Call it before the first step. The points
/// of a pair share the area that they span.
void make_bonds(World& world, std::span<const Spring> springs);

/// Gives bonded springs the strength of their bonds, and locks them.
void apply_bonds(const World& world, std::span<Spring> springs);

/// Removes the bonds of springs that have broken.
void drop_broken_bonds(World& world, std::span<const Spring> springs);

}  // namespace scree::dda
