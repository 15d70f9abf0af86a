// The springs of a step: what fast_direct_search, or another search, finds between neighbours, with the
// memory of the step before.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <vector>

namespace scree::dda {

/// The shortest edge of all bodies.
Real shortest_edge(const World& world);

/// Lists the neighbours anew where a body has come so far that one nearer than the tolerance may be missing.
void find_neighbours(World& world, Real tolerance);

/// All contacts within the tolerance, in the order of the list of pairs. Springs that pressed in the step
/// before begin as they were; others push from the first round on where they overlap or will. `h` is the
/// length of the step: for what is driven.
std::vector<Spring> find_springs(World& world, Real tolerance, Real h);

}  // namespace scree::dda
