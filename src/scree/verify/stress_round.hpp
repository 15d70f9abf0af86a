// The stress test of stress.hpp for pairs with superquadrics: each answer is held to bounds of the signed
// distance that gjk_td_round.hpp certifies, to the gap along its own normal, and to what it says when it
// remembers.
#pragma once

#include "scree/contact/round_algorithms.hpp"
#include "scree/verify/random_round_pairs.hpp"
#include "scree/verify/stress.hpp"

namespace scree {

/// The same algorithm for both kinds of pairs, or the two that measure in their own way.
struct RoundAlgorithms {
  std::string_view name;
  bool exact = true;
  RoundAlgorithm<PlacedSuperquadric> round;
  RoundAlgorithm<PolyhedronView> polyhedron;
};

/// "superquadric" (with polyhedron_superquadric) and "gjk_td".
std::span<const RoundAlgorithms> round_algorithms_to_verify();

/// What the claims of the algorithms allow, parts of the scale: the size of the pair or the distance of the
/// centres.
inline constexpr Real round_slack = 1e-8;
/// What is rounding, not search.
inline constexpr Real round_form_slack = 1e-9;

/// One pair: a cold query, all checks, a warm query, and, where it is asked for, a walk.
Finding examine(const RoundAlgorithms& chosen, const RandomRoundPair& pair, std::uint64_t index,
                bool with_walk);

StressResult stress(const RoundAlgorithms& chosen, const RandomRoundPairs& pairs,
                    const StressOptions& options);

}  // namespace scree
