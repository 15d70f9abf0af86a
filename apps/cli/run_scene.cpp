#include "run_scene.hpp"

#include "progress.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/history.hpp"
#include "scree/io/run_summary.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace scree::cli {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

/// Ctrl-C and kill end the run after the step; a second one ends it at once.
class StopOnSignal {
 public:
  StopOnSignal() {
    stop_asked = 0;
    for (const int s : {SIGINT, SIGTERM}) {
      std::signal(s, [](int number) {
        stop_asked = 1;
        std::signal(number, SIG_DFL);
      });
    }
  }
  ~StopOnSignal() {
    for (const int s : {SIGINT, SIGTERM}) std::signal(s, SIG_DFL);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

/// Returns how many threads there are. With few bodies one thread is faster than many.
int set_threads([[maybe_unused]] int wanted, [[maybe_unused]] int bodies) {
#ifdef _OPENMP
  omp_set_num_threads(wanted > 0 ? wanted : std::clamp(bodies / 200, 1, omp_get_num_procs()));
  return omp_get_max_threads();
#else
  return 1;
#endif
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    fail("{}: the folder cannot be made ({}). Choose another with --out.", folder.string(), error.message());
}

/// Whether all is calm: every body has come, every wall that leaves has left, the bodies hardly move
/// and the forces on them are in balance.
bool at_rest(const Scene& scene, const World& w) {
  if (scene.stop_energy == 0 || w.time < scene.stop_after) return false;
  for (const Insertion& i : w.insertions) {
    if (!i.state.finished) return false;
  }
  for (const Wall& wall : w.walls.all) {
    if (wall.present && wall.removed_at <= scene.end) return false;
  }
  // Bodies that are just let go have no speed either, but their forces are not in balance.
  int moving = 0;
  Real unbalanced = 0, acting = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    if (w.bodies.freedom[i] != Freedom::free) continue;
    const Vec3 weight = w.bodies.mass[i] * w.settings.gravity;
    unbalanced += length(w.bodies.force[i] + weight), acting += length(w.bodies.force[i]) + length(weight);
    ++moving;
  }
  return unbalanced <= 0.1 * acting && w.bodies.kinetic_energy() < scene.stop_energy * moving;
}

}  // namespace

std::int64_t steps_of(Real interval, Real dt) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(interval / dt)));
}

World run_scene(const Scene& scene, const RunOptions& options) {
  RunFacts facts;
  World world = build(scene);
  facts.threads = set_threads(options.threads > 0 ? options.threads : scene.threads,
                              world.bodies.count() + still_to_come(world));
  facts.critical_step = critical_step_of_all(world);
  make_folder(options.folder);

  const Real dt = world.settings.dt;
  const std::int64_t last = static_cast<std::int64_t>(std::ceil(scene.end / dt - 1e-6));
  const std::int64_t row = steps_of(scene.history.value_or(scene.end / 200), dt);
  if (!options.quiet) {
    fmt::print(
        "{}: {} bodies, {} to come, {} walls; {} steps of {:.3g} s (critical: {:.3g} s); {} thread{}\n",
        scene.name, world.bodies.count(), still_to_come(world), world.walls.all.size(), last, dt,
        facts.critical_step, facts.threads, facts.threads == 1 ? "" : "s");
  }
  History history(options.folder / "history.csv", world);
  history.add(world);
  const StopOnSignal guard;
  Progress progress(world, last, options.quiet);
  facts.ended = "time";
  while (world.steps < last) {
    step(world);
    progress.show(world);
    for (const Recurring& r : options.recurring) {
      if (world.steps % r.every == 0) r.write(world);
    }
    const bool rest = world.steps % row == 0 && at_rest(scene, world);
    if (rest) facts.ended = "energy";
    if (stop_asked != 0) facts.ended = "stopped";
    const bool ends = rest || stop_asked != 0 || world.steps == last;
    if (world.steps % row == 0 || ends) history.add(world);
    if (ends) break;
  }
  facts.seconds = progress.seconds();
  progress.end();
  for (const Recurring& r : options.recurring) {
    if (world.steps % r.every != 0) r.write(world);
  }
  world.update_ledger();
  write_file(options.folder / "summary.json", run_summary(scene, world, facts));
  if (!options.quiet) {
    fmt::print(
        "{} at {:.4g} s after {} steps in {:.1f} s; {} bodies, {} contacts; energy error {:.2g}; hash "
        "{:016x}\n",
        facts.ended == "stopped"  ? "stopped"
        : facts.ended == "energy" ? "at rest"
                                  : "done",
        world.time, world.steps, facts.seconds, world.bodies.count(), world.contacts.touching_count(),
        ledger_error(world), world.hash());
    fmt::print("Written to {}: summary.json, history.csv\n", options.folder.string());
  }
  if (facts.ended == "stopped") {
    std::fprintf(stderr,
                 "scree: stopped at %.4g of %.4g s. What was computed is in %s. Run it again to start "
                 "from the beginning.\n",
                 world.time, scene.end, options.folder.c_str());
    throw Stopped{};
  }
  return world;
}

}  // namespace scree::cli
