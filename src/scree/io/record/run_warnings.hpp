// Warnings about certain and likely faults of a run: sentences that are printed when it ends and that are
// stored in summary.json.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree {

/// Energy error, relative to the largest entry of the ledger, above which a run gets a warning.
inline constexpr Real large_energy_error = 0.01;

/// Returns the likely cause of an energy error and a remedy, as a sentence.
std::string energy_cause(const World& world);

/// Returns one sentence for each condition that the user must know. The ledger must be up to date.
std::vector<std::string> run_warnings(const Scene& scene, const World& world);

}  // namespace scree
