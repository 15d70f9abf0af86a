// The stress test of stress.hpp for pairs with superquadrics. Each answer is checked against bounds of the
// signed distance that gjk_td_round.hpp certifies, against the gap along its own normal, and against the
// warm answer.
#pragma once

#include "scree/contact/round_algorithms.hpp"
#include "scree/verify/random_round_pairs.hpp"
#include "scree/verify/stress.hpp"

namespace scree {

/// One algorithm for both kinds of pairs, or one algorithm for each kind.
struct RoundAlgorithms {
  std::string_view name;
  bool exact = true;
  RoundAlgorithm<PlacedSuperquadric> round;
  RoundAlgorithm<PolyhedronView> polyhedron;
};

/// Returns "superquadric" (with polyhedron_superquadric) and "gjk_td".
std::span<const RoundAlgorithms> round_algorithms_to_verify();

/// Largest error that the algorithms claim, relative to the scale. The scale is the size of the pair or the
/// distance of the centres.
inline constexpr Real round_slack = 1e-8;
/// Largest error from rounding alone, without search.
inline constexpr Real round_form_slack = 1e-9;

/// Examines one pair with a cold query and all checks, a warm query, and a walk if `with_walk` is set.
Finding examine(const RoundAlgorithms& chosen, const RandomRoundPair& pair, std::uint64_t index,
                bool with_walk);

StressResult stress(const RoundAlgorithms& chosen, const RandomRoundPairs& pairs,
                    const StressOptions& options);

}  // namespace scree
