// What went wrong in a run, or looks as if it did: sentences for the end of a run and for summary.json.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree {

/// Energy error, over the largest entry of the ledger, from which a run gets a warning.
inline constexpr Real large_energy_error = 0.01;

/// Returns the likely cause of an energy error, with what to do, as a sentence.
std::string energy_cause(const World& world);

/// Returns one sentence for each condition that a user must hear about. The ledger must be up to date.
std::vector<std::string> run_warnings(const Scene& scene, const World& world);

}  // namespace scree
