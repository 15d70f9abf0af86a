// The hash of a world depends on its physics only. The hash of the state depends on every bit.
#include "scree/world/state/renumber.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace scree::test {
namespace {

World touching_world() {
  use_one_thread();
  World w = small_world();
  w.walls.all[1].velocity = {0.1, 0, 0};
  run(w, 900);
  EXPECT_GT(w.contacts.touching_count(), 40);
  return w;
}

/// Returns a batch of contacts between polyhedra with at least two contacts.
BatchContacts& batch_of_bodies(World& w) {
  for (std::size_t i = 0; i < w.contacts.batches.size(); ++i) {
    BatchContacts& batch = w.contacts.batches[i];
    if (w.pairs.batches[i].kind == PairKind::polyhedron_polyhedron && batch.touching.size() > 1) return batch;
  }
  throw std::logic_error("no batch");
}

TEST(Hash, DoesNotDependOnStorage) {
  const World w = touching_world();
  World other = w;
  renumber(other);
  ASSERT_NE(other.bodies.id, w.bodies.id);
  EXPECT_EQ(other.hash(), w.hash());
  EXPECT_NE(other.state_hash(), w.state_hash());
}

TEST(Hash, DoesNotDependOnCachesAndLists) {
  const World w = touching_world();
  World other = w;
  other.pairs.memories.assign(other.pairs.memories.size(), {});
  other.pairs.skin *= 2;
  ++other.pairs.rebuilds;
  ++other.failed_queries;
  EXPECT_EQ(other.hash(), w.hash());
  EXPECT_NE(other.state_hash(), w.state_hash());
  other = w;
  other.pairs.rebuild(other.bodies, other.shapes, other.walls);
  rebatch(other.contacts, indices_in(w.pairs.pairs, other.pairs.pairs), other.pairs);
  EXPECT_EQ(other.hash(), w.hash());
}

TEST(Hash, CoversTheWholePhysicalState) {
  const PairMemory memory;
  EXPECT_EQ(memory.cache.axis, Vec3{});
  EXPECT_EQ(memory.cache.holds, Cache::Holds::nothing);
  EXPECT_EQ(memory.cache.count, 0);
  EXPECT_EQ(memory.planar_cache.axis, Vec2{});
  EXPECT_EQ(memory.planar_cache.holds, PlanarCache::Holds::nothing);
  EXPECT_EQ(memory.planar_cache.count, 0);
}

TEST(Hash, SeesEveryPieceOfThePhysics) {
  const World w = touching_world();
  const auto next = [](Real& x) { x = std::nextafter(x, 1e9); };
  const std::vector<std::function<void(World&)>> changes = {
      [&](World& c) { next(c.time); },
      [&](World& c) { next(c.bodies.position[3].y); },
      [&](World& c) { next(c.bodies.orientation[3].x); },
      [&](World& c) { next(c.bodies.velocity[3].z); },
      [&](World& c) { next(c.bodies.spin[3].x); },
      [&](World& c) { ++c.bodies.id[3]; },
      [&](World& c) { std::swap(c.bodies.position[3], c.bodies.position[4]); },
      [&](World& c) { next(c.walls.all[1].pose.position.x); },
      [&](World& c) { next(c.walls.all[1].velocity.x); },
      [&](World& c) { next(c.walls.all[1].spin.x); },
      [&](World& c) { c.walls.all[1].present = false; },
      [&](World& c) { next(batch_of_bodies(c).histories[0].spring.x); },
      [&](World& c) { ++batch_of_bodies(c).histories[0].key; },
      [&](World& c) { next(batch_of_bodies(c).rolled_angles[0].x); },
      [&](World& c) { std::swap(batch_of_bodies(c).touching[0].pair, batch_of_bodies(c).touching[1].pair); },
      [&](World& c) { batch_of_bodies(c).touching.pop_back(); },
      [&](World& c) { next(c.ledger.elastic); },
      [&](World& c) { next(c.ledger.damping); },
      [&](World& c) { next(c.ledger.friction); },
      [&](World& c) { next(c.ledger.local); },
      [&](World& c) { next(c.ledger.walls); },
      [&](World& c) { next(c.ledger.inserted); },
      [&](World& c) { next(c.ledger.model); },
      [&](World& c) { next(c.first_total); },
  };
  std::set<std::uint64_t> seen = {w.hash()};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    World changed = w;
    changes[i](changed);
    EXPECT_TRUE(seen.insert(changed.hash()).second) << "change " << i << " is not seen";
  }
  EXPECT_EQ(World(w).hash(), w.hash());
}

/// The hash includes one stored value per touching pair, whichever of the two values the law stores.
TEST(Hash, SeesTheHeldFrictionLikeTheRolledAngle) {
  const World rolled = touching_world();
  World held = rolled;
  for (BatchContacts& c : held.contacts.batches) std::swap(c.rolled_angles, c.held_frictions);
  EXPECT_EQ(held.hash(), rolled.hash());
  Real& x = batch_of_bodies(held).held_frictions[0].x;
  x = std::nextafter(x, 1e9);
  EXPECT_NE(held.hash(), rolled.hash());
}

/// FNV-1a would miss a change of any two signs.
TEST(Hash, StateHashSeesTwoChangedSigns) {
  const World w = touching_world();
  World changed = w;
  Vec3& velocity = changed.bodies.velocity[3];
  velocity.x = -velocity.x, velocity.y = -velocity.y;
  EXPECT_NE(changed.state_hash(), w.state_hash());
}

}  // namespace
}  // namespace scree::test
