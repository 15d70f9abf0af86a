// summary.json: the scene of a run, its computing time and memory, and the reason for its end.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <string>

namespace scree {

struct RunFacts {
  std::string ended;          // "time", "energy", "stopped"
  double seconds = 0;         // time of the step loop, over all parts of a resumed run that have a summary
  std::int64_t steps = 0;     // number of steps in this time
  double particle_steps = 0;  // number of bodies, summed over the steps
  int threads = 1;
  Real critical_step = 0;
};

/// Returns the text of summary.json. The ledger of the world must be up to date.
std::string run_summary(const Scene& scene, const World& world, const RunFacts& facts);

/// Adds the times and the steps of an earlier part of the run from its summary. Adds nothing if the text is
/// not a summary.
void add_earlier_times(std::string_view summary, World& world, RunFacts& facts);

/// Returns the peak memory of the program, MiB.
double peak_memory_mib();

/// Returns the error of the energy ledger divided by its largest entry; 0 if there is no energy at all.
Real ledger_error(const World& world);

}  // namespace scree
