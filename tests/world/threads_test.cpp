// Results have the same bits for any number of threads, and all algorithms build the same heap.
#include "scenes.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/math/random.hpp"

namespace scree::test {
namespace {

/// Returns a world in which cubes, grains and spheres of several sizes fall into a box.
World mixed_bed(int per_side, int layers, bool spheres) {
  Material m = smooth(0.3);
  m.friction = 0.4, m.rolling_friction = 0.05;
  World w = world_of(m);
  w.settings.gravity = {0, 0, -9.81};
  const Real cell = 0.0135, width = per_side * cell;
  add_floor(w);
  for (int axis = 0; axis < 2; ++axis) {
    const Vec3 inward = axis == 0 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    w.walls.add_plane("low", 0, make_half_space(inward, {}));
    w.walls.add_plane("high", 0, make_half_space(-inward, width * inward));
  }
  const int shapes[] = {
      w.shapes.add_polyhedron("cube", box({0.009, 0.009, 0.009})),
      w.shapes.add_polyhedron(
          "grain", make_polyhedron(library_shape("rhombic_dodecahedron", {}, {Size::By::diameter, 0.013}))),
      w.shapes.add_polyhedron("tetrahedron",
                              make_polyhedron(library_shape("tetrahedron", {}, {Size::By::diameter, 0.015}))),
      w.shapes.add_sphere("ball", 0.006)};
  Random random(11);
  for (int z = 0; z < layers; ++z) {
    for (int y = 0; y < per_side; ++y) {
      for (int x = 0; x < per_side; ++x) {
        const int shape = shapes[random.below(spheres ? 4 : 3)];
        const Quat orientation = random.rotation();
        const Vec3 velocity = Vec3{0, 0, -1} + 2 * random.direction(), spin = 20 * random.direction();
        add_body(w, shape, cell * Vec3{x + 0.5, y + 0.5, z + 0.5}, orientation, velocity, spin, Freedom::free,
                 random.uniform(0.8, 0.95));
      }
    }
  }
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  return w;
}

TEST(Threads, StateHashDoesNotDependOnThreads) {
  std::uint64_t expected = 0;
  for (const int threads : {1, 2, 3, 4}) {
    World w = mixed_bed(5, 4, true);
    set_thread_count(threads);
    run(w, 450);
    if (threads == 1) expected = w.state_hash();
    EXPECT_EQ(w.state_hash(), expected) << threads << " threads";
    EXPECT_GT(w.contacts.touching_count(), 5);
    EXPECT_GT(w.pairs.batches.size(), 4U);
  }
  set_thread_count(1);
  World other = mixed_bed(5, 4, true);  // negative control: one velocity differs slightly
  other.bodies.velocity[77].x += 1e-12;
  run(other, 450);
  EXPECT_NE(other.state_hash(), expected);
}

TEST(Algorithms, AllBuildTheSameHeap) {
  struct Heap {
    Real height, coordination;
  };
  std::vector<Heap> heaps;
  for (const Algorithm& algorithm : algorithms) {
    if (!finds_overlap(algorithm.name)) continue;  // without overlaps bodies fly apart
    World w = mixed_bed(2, 2, false);
    w.settings.algorithm = algorithm.name;
    w.settings.local_damping = 0.3;
    run(w, static_cast<int>(0.05 / w.settings.dt));
    Heap heap{0, 2.0 * w.contacts.touching_count() / w.bodies.count()};
    for (const Vec3& p : w.bodies.position) heap.height += p.z / w.bodies.count();
    std::printf("%-28s height %.2f mm, contacts a body %.2f, failed %lld\n",
                std::string(algorithm.name).c_str(), 1e3 * heap.height, heap.coordination,
                static_cast<long long>(w.failed_queries));
    heaps.push_back(heap);
  }
  for (const Heap& heap : heaps) {
    EXPECT_NEAR(heap.height, heaps[0].height, 0.1 * heaps[0].height);
    EXPECT_NEAR(heap.coordination, heaps[0].coordination, 1.5);
  }
}

}  // namespace
}  // namespace scree::test
