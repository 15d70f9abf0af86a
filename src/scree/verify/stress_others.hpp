// Tests the algorithms that are exact for separated bodies, while a pair moves along a walk. Each algorithm
// keeps a cache. Every answer is checked against the answer of the algorithm under test without a cache.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/contact/pair/certificate.hpp"
#include "scree/verify/random_pairs.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace scree {

/// Counts and errors of one algorithm over the steps in which the bodies are clearly separated.
struct OtherResult {
  std::string_view name;
  std::uint64_t answers = 0, failed = 0;
  std::uint64_t wrong_verdicts = 0;  // touching instead of separated
  std::uint64_t off = 0;             // distances wrong by more than the slack
  Real error = 0;                    // largest error of a distance, relative to the scale of the pair
};

/// Adds the counts in `from` to `to`. Both contain the same algorithms in the same order.
void add(std::vector<OtherResult>& to, const std::vector<OtherResult>& from);

/// Moves one pair along a walk of `walk_steps` steps. Each algorithm computes the gap at every step with one
/// cache. With another cache it alternates between the gap and the verdict alone.
std::vector<OtherResult> follow_others(const Algorithm& reference,
                                       const std::vector<const Algorithm*>& others, const RandomPair& pair,
                                       std::uint64_t index, const Slack& slack);

}  // namespace scree
