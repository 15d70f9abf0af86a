// Long simulations, each in its own folder as `scree run` writes it. They can be viewed, plotted and
// rendered, and continue where they were stopped. They use all threads.
#pragma once

#include "scree/io/scene/scene.hpp"
#include "scree/run/run_folder.hpp"

namespace scree::reproduce {

struct LongRun {
  Scene scene;
  std::filesystem::path folder;
  NewRun replace = {};  // treatment of a run of another scene in the folder
};

/// Returns a scene of embedded() and writes its files next to the folder, so that a user can run it by hand.
LongRun long_run(const std::string& scene, const std::vector<std::string>& files,
                 const std::vector<std::string>& overrides, const std::filesystem::path& folder,
                 const NewRun& replace = {});

/// Returns the state at a time, or at rest if the run stopped before. Continues the run in the folder.
World run_until(const LongRun& run, Real time);

/// Returns the state at a time and keeps it in NAME.h5 in the folder when the run continues.
World kept_state(const LongRun& run, const std::string& name, Real time);

/// Cost of a run, summed over all its parts.
struct RunCost {
  Real seconds = 0;
  Real particle_steps = 0;  // per second
  Real detection = 0;       // fraction of the time of the steps
  Real peak_memory = 0;     // MiB, of the program that ran it last
};
RunCost cost_of(const LongRun& run);

}  // namespace scree::reproduce
