// A scene run from beginning to end, with its output: what `run`, `demo`, `resume` and long reproductions
// have in common.
#pragma once

#include "scree/io/scene/scene.hpp"
#include "scree/run/run_folder.hpp"

#include <csignal>
#include <optional>

namespace scree {

/// Thrown by a run that was stopped by a signal, when all is written.
struct Stopped {
  int signal = SIGINT;
};

/// Thrown by a run that lost or gained too much energy where RunOptions::strict_energy asks for it, when all
/// is written.
struct EnergyLost {};

struct RunOptions {
  std::filesystem::path folder;
  int threads = 0;  // 0: what the scene says
  bool quiet = false;
  bool resume = false;           // go on with the run in the folder
  bool strict_energy = false;    // throw EnergyLost where the energy error is large
  bool restart = false;          // with `resume`: from its beginning
  NewRun replace;                // without `resume`: what may be replaced
  std::optional<Real> until;     // instead of the end in the scene
  std::optional<int> live_port;  // let a browser watch; 0: any port
};

/// The steps of an interval, at least one. Counting steps and not times, a resumed run writes at the same
/// moments.
std::int64_t steps_of(Real interval, Real dt);

/// The step at which a time is reached.
std::int64_t steps_until(Real time, Real dt);

/// Whether all is calm, as run.stop_energy asks: every body has come, every wall that leaves has left, the
/// bodies hardly move and the forces on them are in balance.
bool at_rest(const Scene& scene, const World& world);

/// The scene that a run folder was begun with.
Scene scene_of_run(const std::filesystem::path& folder);

/// The line of scene.toml that `scree demo` marks its runs with.
inline constexpr const char* demo_mark = "# by scree demo";

/// Returns the world at its end. Throws Stopped after Ctrl-C, SIGTERM, SIGHUP or SIGXCPU, when everything is
/// written.
World run_scene(const Scene& scene, const RunOptions& options);

}  // namespace scree
