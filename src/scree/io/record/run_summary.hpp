// summary.json: what a run was, what it took and how it ended.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <string>

namespace scree {

struct RunFacts {
  std::string ended;   // "time", "energy", "stopped"
  double seconds = 0;  // of the loop, and its steps; of all parts of a resumed run whose summary was written
  std::int64_t steps = 0;
  double particle_steps = 0;  // over the steps, of all bodies
  int threads = 1;
  Real critical_step = 0;
};

/// The ledger of the world must be up to date.
std::string run_summary(const Scene& scene, const World& world, const RunFacts& facts);

/// Adds what the summary of an earlier part of the run says: times, and the steps they are of. Nothing where
/// the text is none.
void add_earlier_part(std::string_view summary, World& world, RunFacts& facts);

/// The most memory that the program has had.
double peak_memory_mib();

/// The error of the energy ledger over the largest of its entries; 0 when there is no energy at all.
Real ledger_error(const World& world);

}  // namespace scree
