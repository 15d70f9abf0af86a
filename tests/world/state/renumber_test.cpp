// Renumbering the bodies in memory changes neither their motion nor their contacts.

#include "scree/world/state/renumber.hpp"

#include "support/small_world.hpp"
#include "world/scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace scree::test {
namespace {

/// Returns the contacts of all bodies by id: partner (walls negative), normal force, tangential springs.
std::multiset<std::string> meetings(const World& w) {
  std::multiset<std::string> all;
  for (const BatchContacts& c : w.contacts.batches) {
    for (std::size_t t = 0; t < c.touching.size(); ++t) {
      const ListedPair& p = w.pairs.pairs[c.touching[t].pair];
      const int b = with_wall(p.kind) ? -1 - p.b : w.bodies.id[p.b];
      std::string text =
          fmt::format("{} {} {} {}", w.bodies.id[p.a], b, c.forces[t].on_b.x, c.rolled_angles[t].x);
      for (int i = c.touching[t].first; i < c.touching[t].first + c.touching[t].count; ++i)
        text += fmt::format(" {} {} {}", c.histories[i].key, c.points[i].overlap, c.histories[i].spring.y);
      all.insert(text);
    }
  }
  return all;
}

World by_ids(const World& w) {
  World sorted = w;
  const std::vector<int> order = order_by_id(w.bodies);
  sorted.bodies.position = taken(w.bodies.position, order);
  sorted.bodies.force = taken(w.bodies.force, order);
  return sorted;
}

TEST(Renumber, KeepsEveryContactAndItsMemory) {
  World w = small_world(150);
  run(w, 900);
  const std::multiset<std::string> before = meetings(w);
  ASSERT_GT(before.size(), 100U);
  World renumbered = w;
  renumber(renumbered);
  EXPECT_NE(renumbered.bodies.id, w.bodies.id) << "the bodies were in order by chance";
  EXPECT_EQ(meetings(renumbered), before);
  EXPECT_FALSE(renumbered.pairs.outdated(renumbered.bodies, renumbered.walls))
      << "the list is as good as before";
  EXPECT_TRUE(std::is_sorted(renumbered.pairs.pairs.begin(), renumbered.pairs.pairs.end()));
  const World again = by_ids(renumbered), first = by_ids(w);
  EXPECT_EQ(again.bodies.position, first.bodies.position);
}

TEST(Renumber, TheRunContinuesTheSameExceptForRounding) {
  World w = small_world(150);
  run(w, 900);
  World renumbered = w;
  renumber(renumbered);
  run(w, 40), run(renumbered, 40);
  const World a = by_ids(w), b = by_ids(renumbered);
  Real farthest = 0;
  for (int i = 0; i < a.bodies.count(); ++i)
    farthest = std::max(farthest, length(a.bodies.position[i] - b.bodies.position[i]));
  EXPECT_LT(farthest, 1e-9);
  EXPECT_EQ(w.contacts.touching_count(), renumbered.contacts.touching_count());
}

TEST(Renumber, NeighboursLieTogether) {
  World w = small_world(150);
  run(w, 900);
  renumber(w);
  const auto distance = [&](int from, int to) {
    return length(w.bodies.position[from] - w.bodies.position[to]);
  };
  Real next = 0, any = 0;
  for (int i = 0; i + 75 < w.bodies.count(); ++i) {
    next += distance(i, i + 1);
    any += distance(i, i + 75);
  }
  EXPECT_LT(2 * next, any);
  const std::vector<int> ids = w.bodies.id;
  renumber(w);
  EXPECT_EQ(w.bodies.id, ids) << "in order already";
}

TEST(Renumber, LargeWorldsAreKeptInOrder) {
  World w = world_of(smooth());
  const int ball = w.shapes.add_sphere("ball", 0.01);
  Random random(4);
  for (int i = 0; i < least_renumbered; ++i)
    add_body(w, ball, {random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)});
  prepare(w);
  EXPECT_FALSE(std::is_sorted(w.bodies.id.begin(), w.bodies.id.end()));
  EXPECT_EQ(order_by_id(w.bodies).size(), static_cast<std::size_t>(least_renumbered));
}

}  // namespace
}  // namespace scree::test
