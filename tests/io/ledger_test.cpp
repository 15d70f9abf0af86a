// The ledger of every scene closes to 1e-3 of its largest entry at every moment. The scenes have fewer bodies
// here, and they run until the bodies have fallen, touched and slid. The full scenes print their error at the
// end of `scree run`; docs/explanation/energy-ledger.md has the figures.
#include "scree/io/record/run_summary.hpp"
#include "scree/io/scene/scene.hpp"

#include <gtest/gtest.h>
#include "scree/parallel.hpp"

#include <cstdio>

namespace scree {
namespace {

struct LedgerCase {
  const char* scene;
  Real end;
  std::vector<std::string> set;
  int contacts = 20;  // least number of contacts at the end
};

/// Returns the largest error of the ledger after the first tenth of the run.
Real worst_error(const LedgerCase& run) {
  set_thread_count(1);
  const std::filesystem::path folder = SCREE_TEST_FOLDER;
  World w = build(read_scene(folder.parent_path() / "scenes" / (std::string(run.scene) + ".toml"), run.set));
  const auto steps = static_cast<std::int64_t>(run.end / w.settings.dt);
  Real worst = 0;
  while (w.steps < steps) {
    step(w);
    if (w.steps % 100 != 0 || 10 * w.steps < steps) continue;
    w.update_ledger();
    worst = std::max(worst, ledger_error(w));
  }
  const Ledger& e = w.ledger;
  std::printf(
      "%-20s %6lld steps, %3d bodies, %3d contacts: worst error %.1e; lost %.1e J by damping, %.1e by "
      "friction\n",
      run.scene, static_cast<long long>(w.steps), w.bodies.count(), w.contacts.touching_count(), worst,
      e.damping, e.friction);
  EXPECT_GT(w.contacts.touching_count(), run.contacts) << run.scene;
  EXPECT_GT(e.friction, 0) << run.scene;
  return worst;
}

TEST(Ledger, ClosesInEveryScene) {
  for (const LedgerCase& run : {
           LedgerCase{"drop", 0.25, {}},
           LedgerCase{"demo",
                      0.35,
                      {"insert[0].count=40", "wall[1].upper=[0.07,0.07,1]", "insert[0].upper=[0.07,0.07,0.2]",
                       "wall[1].remove={\"x+\"=0.2,\"y+\"=0.25}"}},
           LedgerCase{"drum", 0.4, {"insert[0].count=30"}},
           LedgerCase{"bed", 0.02, {}},
           LedgerCase{
               "mixed_spheres",
               0.15,
               {"insert[0].count=60", "wall[0].upper=[0.05,0.05,0.3]", "insert[0].upper=[0.05,0.05,0.12]"}},
           LedgerCase{
               "mixed",
               0.15,
               {"insert[0].count=60", "wall[0].upper=[0.05,0.05,0.3]", "insert[0].upper=[0.05,0.05,0.12]"}},
       }) {
    EXPECT_LT(worst_error(run), 1e-3) << run.scene;
  }
}

/// Elastic packings of cubes, with every kind of contact, keep their energy at the default time step. While
/// bodies touch, velocity Verlet lets the energy oscillate by an amount of second order in their forces. The
/// mean over the last tenth of a run shows the gain.
TEST(Ledger, ElasticPackingsKeepTheirEnergyToAThousandthASecond) {
  set_thread_count(1);
  const std::filesystem::path scenes =
      std::filesystem::path(SCREE_TEST_FOLDER).parent_path() / "scenes/elastic";
  for (const auto& [scene, end] : {std::pair{"hertz.toml", 1.0}, std::pair{"linear.toml", 2.0}}) {
    for (int seed = 1; seed <= 3; ++seed) {
      World w = build(read_scene(scenes / scene, {"run.seed=" + std::to_string(seed)}));
      Real first = 0, sum = 0, swing = 0;
      int moments = 0;
      while (w.time < end) {
        step(w);
        if (w.steps == 1) {
          w.update_ledger();
          first = w.ledger.total();
        }
        if (w.steps % 10 != 0) continue;
        w.update_ledger();
        const Real error = w.ledger.total() / first - 1;
        swing = std::max(swing, std::abs(error));
        if (w.time > 0.9 * end) {
          sum += error;
          ++moments;
        }
      }
      const Real gained = sum / moments;
      std::printf("%s, seed %d: gained %.1e in %g s; at most %.1e off at any moment\n", scene, seed, gained,
                  end, swing);
      EXPECT_LT(std::abs(gained), 1e-3 * end) << scene << " seed " << seed;
      EXPECT_LT(swing, 1e-2) << scene << " seed " << seed;
      EXPECT_EQ(w.ledger.damping + w.ledger.friction, 0);
    }
  }
}

/// Negative control: the ledger does not close with a step near the stability limit.
TEST(Ledger, DoesNotCloseWithALongStep) {
  EXPECT_GT(worst_error({"drop", 0.1, {"run.step_fraction=0.9"}, 0}), 1e-3);
}

}  // namespace
}  // namespace scree
