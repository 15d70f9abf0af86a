// Tests the measurements of the granular flow and the loader bucket: comparisons of searches, heaps,
// long runs.

#include "reproduce/embedded.hpp"
#include "reproduce/nezami/long_run.hpp"
#include "reproduce/nezami/pile.hpp"
#include "reproduce/nezami/race.hpp"
#include "scree/file.hpp"
#include "scree/math/random.hpp"
#include "scree/run/run_scene.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <chrono>
#include <functional>
#include <numbers>

namespace scree::reproduce {
namespace {

constexpr auto index = [](Racer r) { return static_cast<std::size_t>(r); };

TEST(Race, LeavesTheWorldUnchangedAndCountsQueries) {
  test::use_one_thread();
  World plain = test::small_world(60);
  test::run(plain, 1500);
  World raced = plain;
  test::run(plain, 40);
  const RaceTimes t = race(raced, 40, 20);
  EXPECT_EQ(raced.hash(), plain.hash());
  const auto queries = [&](Racer r) { return t.queries[index(r)]; };
  EXPECT_GT(queries(Racer::shortest_link), 40 * 60);
  EXPECT_EQ(queries(Racer::own_default), queries(Racer::shortest_link));
  EXPECT_NEAR(static_cast<Real>(queries(Racer::conventional)),
              0.05 * static_cast<Real>(queries(Racer::shortest_link)),
              0.01 * static_cast<Real>(queries(Racer::shortest_link)));
  EXPECT_EQ(queries(Racer::fast_plane), queries(Racer::conventional));
  EXPECT_GT(t.touching[index(Racer::own_default)], 0);
  EXPECT_NEAR(static_cast<Real>(t.touching[index(Racer::shortest_link)]),
              static_cast<Real>(t.touching[index(Racer::own_default)]),
              0.01 * static_cast<Real>(t.touching[index(Racer::own_default)]));
  EXPECT_GT(t.within(2), 0.9);
  EXPECT_GE(t.iterations_a_query(Racer::conventional),
            52);  // two ascents, each of which halves its step 26 times
  EXPECT_GE(t.iterations_a_query(Racer::fast_plane), 1);
  EXPECT_LT(t.iterations_a_query(Racer::fast_plane), 3);
  EXPECT_NEAR(t.iterations_a_query(Racer::shortest_link), 1, 0.2);
  EXPECT_EQ(t.within(static_cast<int>(RaceTimes::most_iterations)), 1);
}

TEST(Race, FollowsBodiesThatAreRenumbered) {
  test::use_one_thread();
  World w = test::small_world(4500);  // four shapes: the cache of another pair would name missing vertices
  Random random(3);
  for (Vec3& v : w.bodies.velocity) v = 20 * random.direction();
  w.pairs.rebuilds = 63;
  const std::vector<int> before = w.bodies.id;
  const RaceTimes t = race(w, 40, 20);
  EXPECT_NE(w.bodies.id, before);
  EXPECT_GT(t.within(3), 0.97);
}

TEST(Race, SpeedUpsAreRatiosOfTimesPerQuery) {
  RaceTimes t;
  t.seconds[index(Racer::conventional)] = 3, t.queries[index(Racer::conventional)] = 10;
  t.seconds[index(Racer::shortest_link)] = 6, t.queries[index(Racer::shortest_link)] = 200;
  EXPECT_DOUBLE_EQ(t.speed_up(Racer::shortest_link), 10);
  t.link_iterations = {0, 70, 20, 10};
  EXPECT_DOUBLE_EQ(t.within(2), 0.9);
  EXPECT_EQ(t.contacts_within(2), 0) << "without any contacts";
}

/// Returns a world with cubes of 2 cm. Their tops lie on a surface over the corner of the walls x = 0 and
/// y = 0.
World heap(const std::function<Real(Real x, Real y)>& surface) {
  World w = test::small_world(0);
  w.walls = {};
  for (const Vec3 inward : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    w.walls.add_plane("wall", 0, make_half_space(inward, {}));
  const int cube =
      w.shapes.add_polyhedron("cube", make_polyhedron(library_shape("cube", {}, {Size::By::edge, 0.02})));
  for (int x = 0; x < 50; ++x) {
    for (int y = 0; y < 50; ++y) {
      const Real px = 0.02 * (x + 0.5), py = 0.02 * (y + 0.5), height = surface(px, py);
      if (height > 0.02) w.add_body({cube, 0, 1, {{px, py, height - 0.01}, {}}, {}, {}});
    }
  }
  return w;
}

Real slope_of(Real degrees) { return std::tan(degrees * std::numbers::pi / 180); }

/// Returns a heap that has the form of a quarter of a cone.
World cone(Real degrees) {
  return heap([=](Real x, Real y) { return (1 - std::hypot(x, y)) * slope_of(degrees); });
}

TEST(Pile, MeasureReturnsSlopeReachAndLostGrains) {
  for (const Real degrees : {25.0, 38.0}) {
    World w = cone(degrees);
    const Pile pile = measure_pile(w, Spreads::to_x_and_y, 0.02);
    EXPECT_NEAR(pile.slope, degrees, 0.2);
    EXPECT_NEAR(pile.upper_slope, degrees, 0.3);
    EXPECT_NEAR(pile.toe, 1, 0.01);
    EXPECT_NEAR(pile.top, slope_of(degrees), 0.03);
    EXPECT_NEAR(pile.reach, std::sqrt(0.9) * (1 - 0.02 / slope_of(degrees)), 0.01);
    EXPECT_EQ(pile.outside, 0);
    w.bodies.position[3].z = -0.001;
    w.bodies.position[5].x = -0.2;
    EXPECT_EQ(lost_grains(w), 2);
    w.walls.all[0].present = false;
    EXPECT_EQ(lost_grains(w), 1) << "grains may be where the wall is gone";
  }
}

TEST(Pile, SlopeOfAPlateauWithStraightEdgesIsThatOfItsEdges) {
  // A fit of the height over the distance from the corner, as for a cone, gave 10.4 and 11.5 degrees.
  for (const Real degrees : {30.0, 20.0}) {
    const World w =
        heap([=](Real x, Real y) { return std::min(0.25, (1 - std::max(x, y)) * slope_of(degrees)); });
    const Pile pile = measure_pile(w, Spreads::to_x_and_y, 0.02);
    EXPECT_NEAR(pile.slope, degrees, 0.2);
  }
}

TEST(Pile, SlopeOfARoughWedgeIsThatOfTheWedge) {
  Random random(7);
  const World w = heap([&](Real x, Real) { return (1 - x) * slope_of(30) + random.uniform(-0.008, 0.008); });
  const Pile pile = measure_pile(w, Spreads::along_x, 0.02);
  EXPECT_NEAR(pile.slope, 30, 0.5);
  EXPECT_NEAR(pile.toe, 1, 0.02);
}

TEST(Pile, OverlapsAreTakenAtTheDeepestPoints) {
  test::use_one_thread();
  World w = test::small_world(60);
  test::run(w, 1500);
  const Overlaps found = overlaps_of(w);
  EXPECT_GT(found.mean, 0);
  EXPECT_LT(found.mean, found.largest);
  for (BatchContacts& batch : w.contacts.batches) {
    for (ManifoldPoint& p : batch.points) p.overlap *= 2;
  }
  EXPECT_DOUBLE_EQ(overlaps_of(w).mean, 2 * found.mean);
  EXPECT_EQ(overlaps_of(cone(30)).mean, 0);
}

TEST(Bucket, MovesAsPublished) {
  std::vector<std::string> set = {"run.step=1e-3", "run.force_step=true"};
  for (int k = 0; k < 8; ++k) set.push_back(fmt::format("insert[{}].start=99", k));  // no grains are inserted
  const test::ScratchFolder folder;
  const LongRun run =
      long_run("scenes/nezami/bucket.toml", {"scenes/nezami/bucket.toml", "scenes/nezami/bucket.obj"}, set,
               folder.path() / "bucket");
  World w = build(run.scene);
  const Wall& bucket = w.walls.all.back();
  struct Moment {
    Real time, forward, degrees, up;  // Table I: three phases of constant velocity, from 8.8 s on
  };
  const Vec3 start{3.25 - 1.05, 0.3, 0.04};
  for (const Moment m : {Moment{0, 0, 0, 0},
                         {5, 0.25 * 5 / 8, 0, 0},
                         {8, 0.25, 65.0 * 3 / 11, 0},
                         {13, 0.25, 65.0 * 8 / 11, 0},
                         {16, 0.25, 65, 0.18 * 3 / 7},
                         {20, 0.25, 65, 0.18}}) {
    while (w.time < 8.8 + m.time - 5e-4) step(w);
    EXPECT_NEAR(length(bucket.pose.position - (start + Vec3{-m.forward, 0, m.up})), 0, 1e-4) << m.time;
    const Vec3 lip = transform(bucket.pose, Vec3{-0.25, 0, 0}) - bucket.pose.position;
    const Real angle = m.degrees * std::numbers::pi / 180;
    EXPECT_NEAR(length(lip - Vec3{-0.25 * std::cos(angle), 0, 0.25 * std::sin(angle)}), 0, 1e-4) << m.time;
  }
}

TEST(LongRun, ContinuesAndNeverRunsTwice) {
  const test::ScratchFolder folder;
  const auto make = [&](const std::string& name, int seed) {
    std::vector<std::string> set = {"run.end=0.4",
                                    "output.checkpoints=0.1",
                                    "output.frames=0.2",
                                    "run.threads=1",
                                    "wall[0].remove={}",
                                    "run.stop_after=9",
                                    "run.seed=" + std::to_string(seed)};
    for (int k = 0; k < 4; ++k) set.push_back(fmt::format("insert[{}].count={}", k, k == 0 ? 40 : 1));
    return long_run("scenes/nezami/box_flow.toml", {"scenes/nezami/box_flow.toml"}, set,
                    folder.path() / name);
  };
  const LongRun in_sections = make("parts", 1), whole = make("whole", 1);
  testing::internal::CaptureStdout();
  const World first = kept_state(in_sections, "early", 0.2), end = run_until(in_sections, 0.4);
  EXPECT_NEAR(first.time, 0.2, 2e-4);
  EXPECT_EQ(end.hash(), run_until(whole, 0.4).hash());
  EXPECT_NE(testing::internal::GetCapturedStdout(), "");
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_until(in_sections, 0.4).hash(), end.hash());
  EXPECT_EQ(kept_state(in_sections, "early", 0.2).hash(), first.hash());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "") << "ran again";
  const std::filesystem::path scene = folder.path() / "box_flow.toml";  // lets a user run the scene by hand
  const auto long_ago = std::filesystem::last_write_time(scene) - std::chrono::hours(1);
  std::filesystem::last_write_time(scene, long_ago);
  make("whole", 1);
  EXPECT_EQ(std::filesystem::last_write_time(scene), long_ago)
      << "two races at once wrote it, and one failed";
  const RunCost cost = cost_of(in_sections);
  EXPECT_GT(cost.seconds, 0);
  EXPECT_GT(cost.particle_steps, 0);
  EXPECT_GT(cost.peak_memory, 1);
  LongRun other = make("parts", 2);
  EXPECT_ERROR(run_until(other, 0.4), "parts: there is a finished run in this folder");
  other.replace.overwrite = true;
  testing::internal::CaptureStdout();
  EXPECT_NE(run_until(other, 0.4).hash(), end.hash()) << "another scene starts from the beginning";
  EXPECT_NE(kept_state(other, "early", 0.2).hash(), first.hash())
      << "the kept state belongs to the other scene";
  testing::internal::GetCapturedStdout();
}

}  // namespace
}  // namespace scree::reproduce
