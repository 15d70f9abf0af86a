// Simulations that take long: each in a folder of its own, as `scree run` writes it, so that it can be looked
// at, plotted and drawn, and goes on where it was stopped. Uses all threads.
#pragma once

#include "scree/io/scene/scene.hpp"
#include "scree/run/run_folder.hpp"

namespace scree::reproduce {

struct LongRun {
  Scene scene;
  std::filesystem::path folder;
  NewRun replace = {};  // what happens to a run of another scene in the folder
};

/// A scene of embedded() with its files, which are put beside the folder: it can be run again by hand.
LongRun long_run(const std::string& scene, const std::vector<std::string>& files,
                 const std::vector<std::string>& overrides, const std::filesystem::path& folder,
                 const NewRun& replace = {});

/// The state at a time, or at rest before. What is there already is not run again.
World run_until(const LongRun& run, Real time);

/// The state at a time, kept in NAME.h5 in the folder when the run goes on.
World kept_state(const LongRun& run, const std::string& name, Real time);

/// What a run took, of all its parts together.
struct RunCost {
  Real seconds = 0;
  Real particle_steps = 0;  // a second
  Real detection = 0;       // part of the time in steps
  Real peak_memory = 0;     // MiB, of the program that ran it last
};
RunCost cost_of(const LongRun& run);

}  // namespace scree::reproduce
