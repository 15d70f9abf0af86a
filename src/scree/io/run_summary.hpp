// summary.json: what a run was, what it took and how it ended.
#pragma once

#include "scree/io/scene.hpp"

#include <string>

namespace scree {

struct RunFacts {
  std::string ended;   // "time", "energy", "stopped"
  double seconds = 0;  // of the loop
  int threads = 1;
  Real critical_step = 0;
};

/// The ledger of the world must be up to date.
std::string run_summary(const Scene& scene, const World& world, const RunFacts& facts);

/// The error of the energy ledger over the largest of its entries; 0 when there is no energy at all.
Real ledger_error(const World& world);

}  // namespace scree
