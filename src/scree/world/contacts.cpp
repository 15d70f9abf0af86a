#include "scree/world/contacts.hpp"

#include <algorithm>

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

void rebatch(Contacts& contacts, const std::vector<int>& new_index, const PairList& list) {
  struct Memory {
    int pair;
    const BatchContacts* batch;
    int index;
  };
  std::vector<Memory> memories;
  for (const BatchContacts& b : contacts.batches) {
    for (int i = 0; i < static_cast<int>(b.touching.size()); ++i) {
      if (const int pair = new_index[b.touching[i].pair]; pair >= 0) memories.push_back({pair, &b, i});
    }
  }
  const auto by_pair = [](const Memory& x, const Memory& y) { return x.pair < y.pair; };
  if (!std::is_sorted(memories.begin(), memories.end(), by_pair))
    std::sort(memories.begin(), memories.end(), by_pair);
  std::vector<BatchContacts> sorted(list.batches.size());
  for (const Memory& m : memories) {
    BatchContacts& target = sorted[list.batch_of[m.pair]];
    const BatchContacts& source = *m.batch;
    const TouchingPair& t = source.touching[m.index];
    target.touching.push_back({m.pair, static_cast<int>(target.points.size()), t.count});
    for (int i = t.first; i < t.first + t.count; ++i) {
      target.points.push_back(source.points[i]);
      if (!source.areas.empty()) target.areas.push_back(source.areas[i]);
      if (!source.histories.empty()) target.histories.push_back(source.histories[i]);
    }
    target.forces.push_back(source.forces[m.index]);
    if (!source.springs.empty()) target.springs.push_back(source.springs[m.index]);
    if (!source.rolled_angles.empty()) target.rolled_angles.push_back(source.rolled_angles[m.index]);
    if (!source.held_frictions.empty()) target.held_frictions.push_back(source.held_frictions[m.index]);
  }
  contacts.batches = std::move(sorted);
}

std::vector<int> indices_in(const std::vector<ListedPair>& old_pairs, const std::vector<ListedPair>& pairs) {
  std::vector<int> index(old_pairs.size(), -1);
  std::size_t p = 0;
  for (std::size_t o = 0; o < old_pairs.size(); ++o) {
    while (p < pairs.size() && pairs[p] < old_pairs[o]) ++p;
    if (p < pairs.size() && pairs[p] == old_pairs[o]) index[o] = static_cast<int>(p);
  }
  return index;
}

namespace {

/// Calls visit(t, o) for each pair that touches now and touched before. t and o are its indices in the new
/// and in the old list.
template <class Visit>
void for_each_still_touching(const std::vector<TouchingPair>& before, const std::vector<TouchingPair>& now,
                             Visit visit) {
  std::size_t o = 0;
  for (std::size_t t = 0; t < now.size(); ++t) {
    while (o < before.size() && before[o].pair < now[t].pair) ++o;
    if (o == before.size()) return;
    if (before[o].pair == now[t].pair) visit(t, o);
  }
}

/// Gives each touching pair the value that it had one step earlier, and zero to a pair that did not touch.
void carry(const BatchMemory& before, const std::vector<Vec3>& old_values,
           const std::vector<TouchingPair>& touching, std::vector<Vec3>& values) {
  values.assign(touching.size(), {});
  if (old_values.empty()) return;
  for_each_still_touching(before.touching, touching,
                          [&](std::size_t t, std::size_t o) { values[t] = old_values[o]; });
}

}  // namespace

void carry_points(const BatchMemory& before, BatchContacts& now) {
  now.histories.assign(now.points.size(), {});
  for (std::size_t i = 0; i < now.points.size(); ++i) now.histories[i].key = now.points[i].key;
  for_each_still_touching(before.touching, now.touching, [&](std::size_t t, std::size_t o) {
    const TouchingPair &pair = now.touching[t], &old = before.touching[o];
    for (int i = pair.first; i < pair.first + pair.count; ++i) {
      for (int j = old.first; j < old.first + old.count; ++j) {
        if (before.histories[j].key == now.points[i].key) now.histories[i] = before.histories[j];
      }
    }
  });
}

void carry_rolled_angles(const BatchMemory& before, BatchContacts& now) {
  carry(before, before.rolled_angles, now.touching, now.rolled_angles);
}

void carry_held_frictions(const BatchMemory& before, BatchContacts& now) {
  carry(before, before.held_frictions, now.touching, now.held_frictions);
}

}  // namespace scree
