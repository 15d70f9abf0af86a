#include "scree/world/state/renumber.hpp"

#include "scree/world/state/state.hpp"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

/// Spreads the bits of a number to every third bit, from the lowest.
std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

/// Returns the bodies sorted by their cells along a Morton curve, and within a cell by id. A cell is as wide
/// as the mean diameter of the bodies.
std::vector<int> order_by_cell(const Bodies& b) {
  const Real width = 2 * std::accumulate(b.radius.begin(), b.radius.end(), 0.0) / b.count();
  std::vector<std::uint64_t> key(b.count());
  for (int i = 0; i < b.count(); ++i) {
    const auto along = [&](Real x) {
      return static_cast<std::uint64_t>(std::clamp(std::floor(x / width) + (1 << 20), 0.0, 2097151.0));
    };
    const Vec3 p = b.position[i];
    key[i] = spread(along(p.x)) | spread(along(p.y)) << 1 | spread(along(p.z)) << 2;
  }
  std::vector<int> order(b.count());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return key[i] != key[j] ? key[i] < key[j] : b.id[i] < b.id[j]; });
  return order;
}

/// Reorders all arrays of the state that have one entry per body.
void reorder_bodies(World& w, const std::vector<int>& order) {
  visit_state(w, [&]<class V>(const std::string& name, V&& value) {
    if constexpr (requires { value.push_back(value[0]); }) {
      const bool of_bodies = name.starts_with("bodies/") || name == "pairs/position" ||
                             name == "pairs/orientation" || name == "pairs/slack";
      if (of_bodies && value.size() == order.size()) value = taken(value, order);
    }
  });
}

}  // namespace

std::vector<int> order_by_id(const Bodies& b) {
  std::vector<int> order(b.count());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) { return b.id[i] < b.id[j]; });
  return order;
}

void renumber(World& w) {
  const std::vector<int> order = order_by_cell(w.bodies);
  if (std::is_sorted(order.begin(), order.end())) return;
  std::vector<int> new_index(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) new_index[order[i]] = static_cast<int>(i);
  reorder_bodies(w, order);

  // Gives the pairs their new numbers and sorts them again, with their memories.
  PairList& list = w.pairs;
  for (ListedPair& p : list.pairs) {
    p.a = new_index[p.a];
    if (!with_wall(p.kind)) p.b = new_index[p.b];
  }
  std::vector<int> sorted(list.pairs.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::sort(sorted.begin(), sorted.end(), [&](int p, int q) { return list.pairs[p] < list.pairs[q]; });
  list.pairs = taken(list.pairs, sorted);
  std::vector<int> with_memory = sorted;  // the order starts with the kind, so pairs with memories come first
  with_memory.resize(list.memories.size());
  list.memories = taken(list.memories, with_memory);
  if (list.mesh_memories.size() == with_memory.size())
    list.mesh_memories = taken(list.mesh_memories, with_memory);
  list.index(w.bodies.count());
  std::vector<int> new_pair_index(sorted.size());
  for (std::size_t p = 0; p < sorted.size(); ++p) new_pair_index[sorted[p]] = static_cast<int>(p);
  rebatch(w.contacts, new_pair_index, list);
}

}  // namespace scree
