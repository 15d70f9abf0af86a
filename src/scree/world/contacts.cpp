#include "scree/world/contacts.hpp"

namespace scree {

int Contacts::touching_count() const {
  int count = 0;
  for (const BatchContacts& b : batches) count += static_cast<int>(b.touching.size());
  return count;
}

int Contacts::point_count() const {
  int count = 0;
  for (const BatchContacts& b : batches) count += static_cast<int>(b.points.size());
  return count;
}

void rebatch(Contacts& contacts, const std::vector<ListedPair>& old_pairs, const PairList& list) {
  struct Memory {
    const BatchContacts* batch;
    int index;
  };
  std::vector<Memory> memories;  // sorted by pair, as the batches are
  for (const BatchContacts& b : contacts.batches) {
    for (int i = 0; i < static_cast<int>(b.touching.size()); ++i) memories.push_back({&b, i});
  }
  std::vector<BatchContacts> sorted(list.batches.size());
  std::size_t m = 0;
  for (std::size_t k = 0; k < list.batches.size(); ++k) {
    BatchContacts& target = sorted[k];
    for (int p = list.batches[k].begin; p < list.batches[k].end; ++p) {
      const auto pair_of = [&](const Memory& memory) -> const ListedPair& {
        return old_pairs[memory.batch->touching[memory.index].pair];
      };
      while (m < memories.size() && pair_of(memories[m]) < list.pairs[p]) ++m;
      if (m == memories.size() || !(pair_of(memories[m]) == list.pairs[p])) continue;
      const BatchContacts& source = *memories[m].batch;
      const TouchingPair& t = source.touching[memories[m].index];
      target.touching.push_back({p, static_cast<int>(target.points.size()), t.count});
      for (int i = t.first; i < t.first + t.count; ++i) {
        target.points.push_back(source.points[i]);
        if (!source.histories.empty()) target.histories.push_back(source.histories[i]);
      }
      target.forces.push_back(source.forces[memories[m].index]);
      if (!source.rolling.empty()) target.rolling.push_back(source.rolling[memories[m].index]);
    }
  }
  contacts.batches = std::move(sorted);
  contacts.slot.assign(list.pairs.size(), -1);
}

void carry_history(const BatchMemory& before, BatchContacts& now) {
  now.histories.assign(now.points.size(), {});
  std::size_t o = 0;
  for (std::size_t t = 0; t < now.touching.size(); ++t) {
    const TouchingPair& pair = now.touching[t];
    for (int i = pair.first; i < pair.first + pair.count; ++i) now.histories[i].key = now.points[i].key;
    while (o < before.touching.size() && before.touching[o].pair < pair.pair) ++o;
    if (o == before.touching.size() || before.touching[o].pair != pair.pair) continue;
    const TouchingPair& old = before.touching[o];
    for (int i = pair.first; i < pair.first + pair.count; ++i) {
      for (int j = old.first; j < old.first + old.count; ++j) {
        if (before.histories[j].key == now.points[i].key) now.histories[i] = before.histories[j];
      }
    }
    if (!before.rolling.empty()) now.rolling[t] = before.rolling[o];
  }
}

}  // namespace scree
