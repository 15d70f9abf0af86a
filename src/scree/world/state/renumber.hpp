// The order of the bodies in memory. Bodies that are neighbours in space should be neighbours in memory: what
// a pair needs is then in the cache of the core already. A body keeps its id; its index may change.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Worlds with fewer bodies fit into the cache in any order, and keep the one in which their bodies were
/// added.
inline constexpr int least_renumbered = 4096;

/// Sorts the bodies by cells, and all that is numbered by them.
void renumber(World& world);

/// What a list holds in some order of its indices.
template <class T>
std::vector<T> taken(const std::vector<T>& from, const std::vector<int>& order) {
  std::vector<T> to;
  to.reserve(order.size());
  for (const int i : order) to.push_back(from[i]);
  return to;
}

/// Indices of the bodies by their ids.
std::vector<int> order_by_id(const Bodies& bodies);

}  // namespace scree
