// The order of the bodies in memory. Bodies that are neighbours in space should be neighbours in memory,
// because the data of a pair is then already in the cache of the core. A body keeps its id; its index
// may change.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Smallest number of bodies that are renumbered. Smaller worlds fit into the cache in any order, and keep
/// the order in which their bodies were added.
inline constexpr int least_renumbered = 4096;

/// Sorts the bodies by cells, and all data that is numbered by bodies.
void renumber(World& world);

/// Returns the elements of a list in a given order of its indices.
template <class T>
std::vector<T> taken(const std::vector<T>& from, const std::vector<int>& order) {
  std::vector<T> to;
  to.reserve(order.size());
  for (const int i : order) to.push_back(from[i]);
  return to;
}

/// Returns the indices of the bodies, sorted by their ids.
std::vector<int> order_by_id(const Bodies& bodies);

}  // namespace scree
