#include "scree/run/run_scene.hpp"

#include "scree/dda/step.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/record/failed_queries.hpp"
#include "scree/io/record/history.hpp"
#include "scree/io/record/run_summary.hpp"
#include "scree/io/record/run_warnings.hpp"
#include "scree/io/scene/same_scene.hpp"
#include "scree/io/scene/scene_estimate.hpp"
#include "scree/io/scene/scene_notes.hpp"
#include "scree/io/view/live_server.hpp"
#include "scree/parallel.hpp"
#include "scree/run/progress.hpp"
#include "scree/run/run_folder.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>

namespace scree {
namespace {

volatile std::sig_atomic_t stop_asked = 0;  // first signal that asked to stop

/// Ends the run after the current step at Ctrl-C, kill, a closed terminal or a limit of processor time. A
/// second Ctrl-C or kill ends it at once; a closing terminal may send its signal twice. The run also
/// continues if the reader of its output exits.
class StopOnSignal {
 public:
  StopOnSignal() {
    stop_asked = 0;
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      before_[i] = std::signal(signals[i], stop);
      // 'nohup' asks the run to outlive its terminal.
      if (signals[i] == SIGHUP && before_[i] == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    }
    before_pipe_ = std::signal(SIGPIPE, SIG_IGN);
  }
  ~StopOnSignal() {
    for (std::size_t i = 0; i < std::size(signals); ++i) std::signal(signals[i], before_[i]);
    // Output that is still buffered must not end the program after the run either if its reader has exited.
    if (std::fflush(stdout) == 0) std::signal(SIGPIPE, before_pipe_);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
  using Handler = void (*)(int);

  static void stop(int number) {
    if (stop_asked == 0) stop_asked = number;
    if (number == SIGINT || number == SIGTERM) std::signal(number, SIG_DFL);
  }

  Handler before_[std::size(signals)] = {};
  Handler before_pipe_ = SIG_DFL;
};

/// Prints to a file. The run continues even if the reader of a pipe has exited.
template <class... Args>
void say(std::FILE* file, fmt::format_string<Args...> text, Args&&... args) {
  std::fputs(fmt::format(text, std::forward<Args>(args)...).c_str(), file);
}

/// Sets the number of threads and returns it. With few bodies one thread is faster than several, so the
/// second thread is used from 400 bodies on.
int set_threads(int wanted, int bodies, bool quiet) {
  if (wanted > core_count() && !quiet) {
    say(stderr,
        "scree: {} threads share {} core{}; a run is fastest with one thread per core. Leave out --threads "
        "to get that.\n",
        wanted, core_count(), core_count() == 1 ? "" : "s");
  }
  set_thread_count(wanted > 0 ? wanted : std::clamp(bodies / 200, 1, core_count()));
  return thread_count();
}

/// Returns the text of a scene as the run folder stores it, with the mark as a comment line at its end.
std::string marked(const std::string& scene, const std::string& mark) {
  return mark.empty() ? scene : fmt::format("{}{}\n", scene, mark);
}

/// Loads the last checkpoint into the world, or starts the run again, and reports which.
RunFolder resumed(const Scene& scene, World& world, const RunFolder::Intervals& every, std::int64_t last,
                  const RunOptions& options) {
  RunFolder folder = RunFolder::open(options.folder);
  const auto note = [](const std::string& text) { say(stderr, "scree: {}\n", text); };
  if (!options.restart) {
    if (const auto found = folder.resumable(every, note)) {
      if (found->info.steps >= last) {
        fail(
            "{0}: the run has reached {1:.6g} s. To continue, give a later time: 'scree resume {0} --until "
            "{2:.6g}'.",
            options.folder.string(), found->info.time, 2 * found->info.time);
      }
      folder.resume(*found, world, every, note);
      if (!options.quiet) say(stdout, "continuing at step {}, {:.6g} s\n", world.steps, world.time);
      return folder;
    }
  }
  const bool is_demo = folder.scene_text().ends_with(fmt::format("\n{}\n", demo_mark));
  RunFolder again = folder.restarted(marked(kept_scene(scene), is_demo ? demo_mark : ""));
  if (!options.quiet) {
    say(stdout, "{}\n",
        options.restart ? "starting again from the beginning"
                        : "there is no checkpoint yet: starting from the beginning");
  }
  return again;
}

}  // namespace

Scene scene_of_run(const std::filesystem::path& folder) {
  const RunFolder run = RunFolder::open(folder);
  const std::filesystem::path file = scene_file_of(run.scene_text());
  return parse_scene(run.scene_text(), file.empty() ? folder / "scene.toml" : file);
}

std::int64_t steps_until(Real time, Real dt) {
  return static_cast<std::int64_t>(std::ceil(time / dt - 1e-6));
}

bool at_rest(const Scene& scene, const World& w) {
  if (scene.stop_energy == 0 || w.time < scene.stop_after) return false;
  for (const Insertion& i : w.insertions) {
    if (!i.state.finished) return false;
  }
  for (const Wall& wall : w.walls.all) {
    if (wall.present && wall.removed_at <= scene.end) return false;
  }
  // Speeds alone do not show rest: bodies that have just been released have no speed, but their forces are
  // not in balance.
  int moving = 0;
  Real unbalanced = 0, acting = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    if (w.bodies.freedom[i] != Freedom::free) continue;
    const Vec3 weight = w.bodies.mass[i] * w.settings.gravity;
    unbalanced += length(w.bodies.force[i] + weight);
    acting += length(w.bodies.force[i]) + length(weight);
    ++moving;
  }
  return unbalanced <= 0.1 * acting && w.bodies.kinetic_energy() < scene.stop_energy * moving;
}

std::int64_t steps_of(Real interval, Real dt) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(interval / dt)));
}

namespace {

/// A run between its preparation and its end. Members are created in this order and destroyed in
/// reverse order.
struct PreparedRun {
  World world;
  RunFacts facts;
  Real end = 0;
  std::int64_t last = 0;  // last step of the run
  RunFolder::Intervals every;
  std::unique_ptr<LiveServer> live;
  std::unique_ptr<FolderLock> lock;
  std::unique_ptr<StopOnSignal> stop_on_signal;
  std::optional<RunFolder> folder;
};

/// Builds the world, and creates the folder or loads its last checkpoint.
PreparedRun prepare_run(const Scene& scene, const RunOptions& options) {
  PreparedRun run;
  if (options.resume && !options.restart) {
    // Check this before the world is built, because an edited file may be unreadable.
    const auto found = RunFolder::open(options.folder).last_checkpoint();
    if (found) check_unchanged(scene, found->info.scene, options.folder);
  }
  run.world = build(scene);
  World& world = run.world;
  if (!options.resume && !options.quiet) {
    for (const std::string& note : scene_notes(scene, world)) say(stderr, "scree: note: {}\n", note);
  }
  run.facts.threads = set_threads(options.threads > 0 ? options.threads : scene.threads,
                                  world.bodies.count() + remaining_count(world), options.quiet);
  run.facts.critical_step = critical_step_of_all(world);
  const Real dt = world.settings.dt;
  run.end = options.until.value_or(scene.end);
  run.last = steps_until(run.end, dt);
  run.every.history = steps_of(scene.history.value_or(scene.end / 200), dt);
  run.every.frames = steps_of(scene.frames.value_or(scene.end / 100), dt);
  run.every.checkpoints = steps_of(scene.checkpoints.value_or(scene.end / 20), dt);
  // Start the server first: nothing is written if its port is taken.
  if (options.live_port)
    run.live = std::make_unique<LiveServer>(view_cast(world), scene.name, *options.live_port);
  if (!options.resume) make_folder(options.folder);
  run.lock = std::make_unique<FolderLock>(options.folder);
  // Catch signals before the first file is written, because a user who sees a file may stop the run.
  run.stop_on_signal = std::make_unique<StopOnSignal>();
  if (options.resume) {
    run.folder = resumed(scene, world, run.every, run.last, options);
  } else {
    run.folder = RunFolder::create(
        options.folder, marked(kept_scene(scene), options.replace.overwrite_marked), options.replace);
  }
  if (run.folder->replaced() && !options.quiet)
    say(stdout, "the previous contents of the folder stay in {} until this run has ended\n",
        run.folder->replaced()->string());
  if (!options.quiet) {
    say(stdout,
        "{}: {} bodies, {} pending, {} walls; {} steps of {:.3g} s (critical: {:.3g} s); {} thread{}\n",
        scene.name, world.bodies.count(), remaining_count(world), world.walls.all.size(), run.last, dt,
        run.facts.critical_step, run.facts.threads, run.facts.threads == 1 ? "" : "s");
  }
  if (run.live) {
    say(stdout, "Watch it in a browser on this machine: {}\n", run.live->address());
    std::fflush(stdout);
  }
  return run;
}

/// Advances the world to the end of the run and writes rows, frames and checkpoints. Fills in the facts.
void run_loop(const Scene& scene, const RunOptions& options, PreparedRun& run) {
  World& world = run.world;
  RunFacts& facts = run.facts;
  History history(run.folder->history(), world, world.steps > 0);
  // This order guarantees that all output of a step exists once its checkpoint exists.
  const auto write_due = [&](bool ends) {
    if (ends || world.steps % run.every.history == 0) history.add(world);
    if (ends || world.steps % run.every.frames == 0) {
      run.folder->frame(world, {.surface = scene.surface});
      if (run.live) run.live->add(view_frame(world), view_walls(world));
    }
    if (ends || (world.steps > 0 && world.steps % run.every.checkpoints == 0)) {
      history.sync();
      run.folder->checkpoint(world);
    }
  };
  if (world.steps == 0) write_due(false);
  const std::int64_t first_step = world.steps;
  Progress progress(world, run.last, options.quiet);
  facts.ended = "time";
  while (world.steps < run.last) {
    advance(world);
    progress.show(world);
    const bool rest = world.steps % run.every.history == 0 && at_rest(scene, world);
    if (rest) facts.ended = "energy";
    if (stop_asked != 0) facts.ended = "stopped";
    const bool ends = rest || stop_asked != 0 || world.steps == run.last;
    write_due(ends);
    if (ends) break;
  }
  facts.seconds = progress.seconds();
  facts.particle_steps = progress.particle_steps();
  facts.steps = world.steps - first_step;
  progress.end();
}

/// Prints the results of a run that has ended, and the location of its files.
void print_results(const RunOptions& options, const PreparedRun& run, double seconds,
                   const std::filesystem::path& failed) {
  const World& world = run.world;
  say(stdout,
      "{} at {:.4g} s after {} steps in {:.1f} s; {} bodies, {} contacts; energy error {:.2g}; hash "
      "{:016x}\n",
      run.facts.ended == "stopped"  ? "stopped"
      : run.facts.ended == "energy" ? "at rest"
                                    : "done",
      world.time, world.steps, seconds, world.bodies.count(), world.contacts.touching_count(),
      ledger_error(world), world.hash());
  if (world.settings.solver == Solver::dda) {
    const DdaState& d = world.dda;
    say(stdout,
        "dda: {} substeps, {:.1f} open-close rounds each, {} not converged; pairs searched from scratch "
        "{}, updated {}, proven apart {}, too deep {}\n",
        d.substeps,
        static_cast<double>(d.rounds) / static_cast<double>(std::max<std::int64_t>(1, d.substeps)),
        d.unconverged, d.paths.initial, d.paths.updated, d.paths.excluded, d.paths.deep);
  }
  say(stdout, "Written to {}: summary.json, history.csv, frames, checkpoints\n", options.folder.string());
  if (!world.failures.empty()) {
    say(stdout,
        "{} gave up {} queries, which 'exact' answered; to examine the first pairs: scree verify {}\n",
        world.settings.algorithm, world.failed_queries, failed.string());
  }
}

void print_warnings(const Scene& scene, const World& world) {
  if (world.deep_contacts > 0) {
    const DeepContact& first = world.first_deep;
    const std::string other = first.id_b < 0 ? fmt::format("wall '{}'", world.walls.all[-1 - first.id_b].name)
                                             : fmt::format("body {}", first.id_b);
    say(stderr,
        "scree: contacts were pressed as deep as their layers allow, or deeper, {} times (counted in every "
        "step), first body {} and {} in step {}. Contacts that are this deep get "
        "lost: raise layer_stiffness.\n",
        world.deep_contacts, first.id_a, other, first.step);
  }
  for (const std::string& warning : run_warnings(scene, world)) say(stderr, "scree: warning: {}\n", warning);
}

/// Writes the summary, prints the results, and throws Stopped or EnergyLost if the run ended that way.
void report_run(const Scene& scene, const RunOptions& options, PreparedRun& run) {
  World& world = run.world;
  const double seconds = run.facts.seconds;  // without the time before the run was resumed
  const std::filesystem::path summary = options.folder / "summary.json";
  if (options.resume && std::filesystem::exists(summary))
    add_earlier_times(read_file(summary), world, run.facts);
  world.update_ledger();
  write_file(summary, run_summary(scene, world, run.facts));
  const bool stopped = run.facts.ended == "stopped";
  if (!stopped) run.folder->remove_replaced();
  const std::filesystem::path failed = options.folder / "failed_pairs.json";
  if (!world.failures.empty()) write_file(failed, format_failures(world));
  if (!options.quiet) print_results(options, run, seconds, failed);
  print_warnings(scene, world);
  if (stopped) {
    std::fprintf(stderr, "scree: stopped at %.4g of %.4g s. 'scree resume %s' continues the run.\n",
                 world.time, run.end, options.folder.c_str());
    throw Stopped{static_cast<int>(stop_asked)};
  }
  if (options.strict_energy && ledger_error(world) > large_energy_error) throw EnergyLost{};
}

}  // namespace

World run_scene(const Scene& scene, const RunOptions& options) {
  try {
    PreparedRun run = prepare_run(scene, options);
    run_loop(scene, options, run);
    report_run(scene, options, run);
    return std::move(run.world);
  } catch (const std::bad_alloc&) {
    const double bodies = expected_bodies(scene);
    fail(
        "{}: the memory of this machine, or the limit of the shell (ulimit -v), does not suffice: {:.0f} "
        "bodies can take {:.3g} MB. Use fewer bodies or a larger machine; the run in the folder can be "
        "resumed there.",
        scene.name, bodies, memory_of(bodies));
  }
}

}  // namespace scree
