// The springs of a step: the contacts that fast_direct_search or another search finds between neighbours,
// with the memory of the step before.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <vector>

namespace scree::dda {

/// Returns the length of the shortest edge of all bodies.
Real shortest_edge(const World& world);

/// Lists the neighbours again if a body has moved so far that a neighbour nearer than the tolerance may be
/// missing, or if the skin of the list is too small for the tolerance.
void find_neighbours(World& world, Real tolerance);

/// Returns all contacts within the tolerance, in the order of the pair list. Springs that pressed in the step
/// before begin as they were. Others push from the first round on if they overlap or will overlap. `h` is the
/// length of the step, on which prescribed displacements depend.
std::vector<Spring> find_springs(World& world, Real tolerance, Real h);

}  // namespace scree::dda
