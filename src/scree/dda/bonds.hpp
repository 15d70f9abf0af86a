// Joints that hold before they break: contacts that are there at the beginning carry tension and cohesion on
// their area, until either is too much once; after that they are like any contact.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <span>

namespace scree::dda {

/// Bonds the springs that touch, where their materials have a strength; to be called before the first step.
/// The area that the points of a pair span is shared among them.
void make_bonds(World& world, std::span<const Spring> springs);

/// Gives the springs that are bonded what their bonds hold, and locks them.
void apply_bonds(const World& world, std::span<Spring> springs);

/// Forgets the bonds of springs that have lost them.
void drop_broken_bonds(World& world, std::span<const Spring> springs);

}  // namespace scree::dda
