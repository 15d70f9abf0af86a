// Two fingerprints of a world. The hash of the physics is a sum over bodies, walls and contacts, each named
// by its id. It therefore depends neither on where they are stored nor on the caches, lists and batches of
// the program. The hash of the state covers every bit that a checkpoint stores.
#include "scree/world/state/state.hpp"

namespace scree {
namespace {

/// First word of each kind of term in the sum. It differs between kinds, so that equal numbers in two kinds
/// give different hashes.
enum class Term : std::uint64_t { world, body, wall, contact, bond };

template <class... Values>
std::uint64_t hash_of(Term term, const Values&... values) {
  FnvHash hash;
  hash.add(static_cast<std::uint64_t>(term));
  (add_to(hash, values), ...);
  return hash.value();
}

std::uint64_t sum_of_bodies(const Bodies& b) {
  std::uint64_t sum = 0;
  for (int i = 0; i < b.count(); ++i)
    sum += hash_of(Term::body, b.id[i], b.position[i], b.orientation[i], b.velocity[i], b.spin[i]);
  return sum;
}

std::uint64_t sum_of_walls(const Walls& walls) {
  std::uint64_t sum = 0;
  for (int i = 0; i < static_cast<int>(walls.all.size()); ++i) {
    const Wall& wall = walls.all[i];
    sum += hash_of(Term::wall, i, wall.pose, wall.velocity, wall.spin, wall.present);
  }
  return sum;
}

/// Returns the memory of a touching pair: its rolled angle or its held friction, or zero if the law keeps
/// neither. The law pressure has no rolling friction, so no pair has both.
Vec3 memory_of(const BatchContacts& batch, std::size_t touching) {
  if (!batch.rolled_angles.empty()) return batch.rolled_angles[touching];
  if (!batch.held_frictions.empty()) return batch.held_frictions[touching];
  return {};
}

/// Returns the sum over all touching pairs. If the law keeps memories, the memories of the pairs and of their
/// points are part of it.
std::uint64_t sum_of_contacts(const Contacts& contacts, const PairList& list, const Bodies& bodies) {
  std::uint64_t sum = 0;
  for (const BatchContacts& batch : contacts.batches) {
    for (std::size_t t = 0; t < batch.touching.size(); ++t) {
      const TouchingPair& touching = batch.touching[t];
      const ListedPair& pair = list.pairs[touching.pair];
      const int a = bodies.id[pair.a], b = with_wall(pair.kind) ? pair.b : bodies.id[pair.b];
      sum += hash_of(Term::contact, pair.kind, a, b, memory_of(batch, t));
      if (!batch.springs.empty()) sum += hash_of(Term::contact, pair.kind, a, b, batch.springs[t]);
      if (batch.histories.empty()) continue;
      for (int i = touching.first; i < touching.first + touching.count; ++i)
        sum += hash_of(Term::contact, pair.kind, a, b, batch.histories[i]);
    }
  }
  return sum;
}

}  // namespace

std::uint64_t World::hash() const {
  std::uint64_t sum = hash_of(Term::world, time, ledger.elastic, ledger.damping, ledger.friction,
                              ledger.local, ledger.walls, ledger.inserted, ledger.model, first_total);
  sum += sum_of_bodies(bodies) + sum_of_walls(walls) + sum_of_contacts(contacts, pairs, bodies);
  for (const Bond& bond : dda.bonds) sum += hash_of(Term::bond, bond);
  FnvHash total;
  total.add(sum);
  return total.value();
}

std::uint64_t World::state_hash() const {
  Hash hash;
  visit_state(*this, [&](const char*, const auto& value) { add_to(hash, value); });
  return hash.value();
}

}  // namespace scree
