// The queries that a contact algorithm gave up during a run, as a file of pairs that `scree query --pair` and
// `scree verify` read.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// The bytes of the file, with the answers of `exact`. The cache that an algorithm had in the run is not in
/// it: asked again with an empty one it may find an answer.
std::string format_failures(const World& world);

}  // namespace scree
