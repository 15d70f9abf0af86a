// The stress test of verify/stress.hpp for polygons. It examines random pairs (random_polygons.hpp). The
// certificate of each answer proves or disproves it, and the answer is compared with `exact`.
#pragma once

#include "scree/planar/algorithms.hpp"
#include "scree/verify/planar/random_polygons.hpp"
#include "scree/verify/stress.hpp"

namespace scree::planar {

/// Examines one pair with a cold query and all checks, a warm query that must agree, a query after a motion,
/// and a walk if `with_walk` is set.
Finding examine(const Algorithm& algorithm, const PlanarCase& pair, std::uint64_t index, bool with_walk);

StressResult stress(const Algorithm& algorithm, std::uint64_t seed, const StressOptions& options);

}  // namespace scree::planar
