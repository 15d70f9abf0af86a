// Queries that a contact algorithm gave up during a run, as a file of pairs that `scree query --pair` and
// `scree verify` read.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Returns the bytes of the file, with the answers of `exact`. The file lacks the cache that the algorithm
/// had in the run, so the algorithm may find an answer when it starts with an empty cache.
std::string format_failures(const World& world);

}  // namespace scree
