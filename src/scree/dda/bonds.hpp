// Bonds of joints. A contact that exists at the beginning resists tension and cohesive shear over its area
// until one of its two strengths is exceeded. After that it is an ordinary contact.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <span>

namespace scree::dda {

/// Creates bonds for the touching springs whose materials have a strength. The points of a pair share the
/// area that they span. Call it before the first step.
void make_bonds(World& world, std::span<const Spring> springs);

/// Gives each bonded spring the strength of its bond and sets its state to locked.
void apply_bonds(const World& world, std::span<Spring> springs);

/// Removes the bonds of springs that have broken.
void drop_broken_bonds(World& world, std::span<const Spring> springs);

}  // namespace scree::dda
