// Finds the springs of a step: the contacts between neighbours, from fast_direct_search or another search.
// Springs keep their state from the previous step.
#pragma once

#include "scree/dda/spring.hpp"
#include "scree/world/world.hpp"

#include <vector>

namespace scree::dda {

/// Returns the length of the shortest edge of all bodies.
Real shortest_edge(const World& world);

/// Rebuilds the list of neighbours if a body has moved so far that the list may lack a neighbour nearer than
/// the tolerance, or if the skin of the list is too small for the tolerance.
void find_neighbours(World& world, Real tolerance);

/// Returns all contacts within the tolerance, in the order of the pair list. A spring that pressed in the
/// previous step starts in its previous state. Any other spring pushes from the first round on if its points
/// overlap or will overlap. `h` is the length of the step; prescribed displacements depend on it.
std::vector<Spring> find_springs(World& world, Real tolerance, Real h);

}  // namespace scree::dda
