// Runs a scene from beginning to end and writes its output: the common code of `run`, `demo`, `resume` and
// long reproductions.
#pragma once

#include "scree/io/scene/scene.hpp"
#include "scree/run/run_folder.hpp"

#include <csignal>
#include <optional>

namespace scree {

/// Thrown when a signal has stopped a run, after all output is written.
struct Stopped {
  int signal = SIGINT;
};

/// Thrown if RunOptions::strict_energy is set and a run lost or gained too much energy, after all output
/// is written.
struct EnergyLost {};

struct RunOptions {
  std::filesystem::path folder;
  int threads = 0;  // 0: number in the scene
  bool quiet = false;
  bool resume = false;           // continue the run in the folder
  bool strict_energy = false;    // throw EnergyLost if the energy error is large
  bool restart = false;          // with `resume`: start again from the beginning
  NewRun replace;                // without `resume`: files that may be replaced
  std::optional<Real> until;     // end time instead of the one in the scene
  std::optional<int> live_port;  // port for a browser that watches the run; 0: any
};

/// Returns the number of steps in an interval, at least one. Output is scheduled by steps, not by times, so
/// that a resumed run writes output at the same moments.
std::int64_t steps_of(Real interval, Real dt);

/// Returns the step at which a time is reached.
std::int64_t steps_until(Real time, Real dt);

/// True if the run may stop by run.stop_energy: no body is pending, every wall that disappears has done so,
/// the bodies hardly move, and the forces on them are in balance.
bool at_rest(const Scene& scene, const World& world);

/// Returns the scene that a run folder was started with.
Scene scene_of_run(const std::filesystem::path& folder);

/// Line of scene.toml that marks the runs of `scree demo`.
inline constexpr const char* demo_mark = "# by scree demo";

/// Runs a scene and returns the world at its end. Throws Stopped after Ctrl-C, SIGTERM, SIGHUP or SIGXCPU,
/// once all output is written.
World run_scene(const Scene& scene, const RunOptions& options);

}  // namespace scree
