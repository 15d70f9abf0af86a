// Long simulations, each with its own run folder, like those of `scree run`. A run can be viewed, plotted and
// rendered, and a stopped run continues. Runs use all threads.
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

/// Continues the run in the folder and returns its state at a time. Returns the final state if the bodies
/// came to rest earlier.
World run_until(const LongRun& run, Real time);

/// Returns the state at a time. Stores it as NAME.h5 in the folder, so that it is still there after the run
/// has continued.
World kept_state(const LongRun& run, const std::string& name, Real time);

/// Cost of a run, summed over all the times it was started or resumed.
struct RunCost {
  Real seconds = 0;
  Real particle_steps = 0;  // per second
  Real detection = 0;       // time of contact detection as a fraction of the time of the steps
  Real peak_memory = 0;     // MiB, of the program that ran last
};
RunCost cost_of(const LongRun& run);

}  // namespace scree::reproduce
