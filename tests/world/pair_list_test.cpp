// The pair list contains every touching pair because of its skin, however the bodies have moved since the
// list was built.
#include "scenes.hpp"

#include "scree/math/random.hpp"
#include "scree/world/detect/detect.hpp"

#include <algorithm>

namespace scree::test {
namespace {

struct Motion {
  int steps = 0, rebuilds = 0, missed = 0, touching = 0;
};

/// Moves grains and spheres of several sizes at random beside two walls, one of which moves. Every tenth body
/// is fast. Counts the touching pairs that are missing in the list, which must stay valid for some steps.
Motion move_at_random(Real leash, Real lasting = 0) {
  World w = world_of(smooth());
  const int cube = w.shapes.add_polyhedron("cube", box({1, 1, 1})),
            plate = w.shapes.add_polyhedron("plate", box({2, 1, 0.3})),
            ball = w.shapes.add_sphere("ball", 0.6);
  add_floor(w);
  const int lid = w.walls.add_plane("lid", 0, make_half_space({0, 0.1, -1}, {0, 0, 8}));
  Random random(3);
  for (int i = 0; i < 120; ++i) {
    const Vec3 p{random.uniform(0, 8), random.uniform(0, 8), random.uniform(0, 8)};
    add_body(w,
             i % 3 == 0   ? cube
             : i % 3 == 1 ? plate
                          : ball,
             p, random.rotation(), {}, {}, Freedom::free, random.uniform(0.3, 1.5));
  }
  w.pairs.skin = 0.15;
  prepare(w);
  const auto detect = detectors("gjk_td");
  const DetectInput input{&w.bodies, &w.shapes, &w.walls, &w.materials, true, 2};
  Motion motion;
  for (; motion.steps < 120; ++motion.steps) {
    for (int i = 0; i < w.bodies.count(); ++i) {
      const Real speed = i % 10 == 0 ? 0.04 : 0.015;
      w.bodies.position[i] += speed * random.direction();
      w.bodies.velocity[i] = {speed, 0, 0};
      const Vec3 h = (0.01 / w.bodies.radius[i]) * random.direction();
      w.bodies.orientation[i] = normalized(Quat{1, h.x, h.y, h.z} * w.bodies.orientation[i]);
    }
    Pose& wall = w.walls.all[lid].pose;
    wall.position += Vec3{0, 0, -0.004};
    wall.orientation = normalized(Quat{1, 0.0002, 0, 0} * wall.orientation);
    // Negative control: the list assumes a wider skin than it has.
    PairList believing = w.pairs;
    believing.skin *= leash;
    for (Real& s : believing.slack) s *= leash;
    if (believing.outdated(w.bodies, w.walls))
      w.pairs.rebuild(w.bodies, w.shapes, w.walls, lasting), ++motion.rebuilds;

    // Finds every pair, touching or not, with the same algorithms.
    PairList all;
    all.skin = 1e3;
    all.rebuild(w.bodies, w.shapes, w.walls);
    for (const Batch& batch : all.batches) {
      BatchContacts contacts;
      detect[static_cast<std::size_t>(batch.kind)](input, all, batch, contacts);
      for (const TouchingPair& t : contacts.touching) {
        ++motion.touching;
        if (!std::binary_search(w.pairs.pairs.begin(), w.pairs.pairs.end(), all.pairs[t.pair]))
          ++motion.missed;
      }
    }
  }
  return motion;
}

TEST(PairList, MissesNoTouchingPair) {
  const Motion motion = move_at_random(1);
  EXPECT_EQ(motion.missed, 0);
  EXPECT_GT(motion.touching, 10000);
  EXPECT_GT(motion.rebuilds, 5);
  EXPECT_LT(motion.rebuilds, 2 * motion.steps / 3);  // otherwise the test shows nothing about the skin
}

TEST(PairList, LastsLongerWhereFastBodiesHaveMoreSlack) {
  const Motion motion = move_at_random(1, 6);
  EXPECT_EQ(motion.missed, 0);
  EXPECT_LT(1.5 * motion.rebuilds, move_at_random(1).rebuilds);
}

TEST(PairList, ExaggeratedSlackMissesPairs) {
  EXPECT_GT(move_at_random(1e3).missed, 0);
  EXPECT_GT(move_at_random(1e3, 6).missed, 0);
}

TEST(PairList, FixedBodiesArePairedOnlyWithFreeOnes) {
  World w = world_of(smooth());
  const int ball = w.shapes.add_sphere("ball", 1);
  for (int i = 0; i < 3; ++i) {
    add_body(w, ball, {1.5 * i, 0, 0}, {}, {}, {},
             i == 2   ? Freedom::free
             : i == 1 ? Freedom::prescribed
                      : Freedom::fixed);
  }
  prepare(w);
  step(w);
  ASSERT_EQ(w.pairs.pairs.size(), 1U);
  EXPECT_EQ(w.pairs.pairs[0].a, 1);
  EXPECT_EQ(w.pairs.pairs[0].b, 2);
}

}  // namespace
}  // namespace scree::test
