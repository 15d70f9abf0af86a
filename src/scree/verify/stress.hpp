// A stress test of one algorithm on random pairs. Each answer is checked against the certificates and against
// the plane of another algorithm. Where the cost allows, it is also compared with `exact`. The result does
// not depend on the number of threads.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/contact/pair/certificate.hpp"
#include "scree/verify/random_pairs.hpp"
#include "scree/verify/stress_others.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace scree {

struct StressResult;

struct StressOptions {
  std::uint64_t first = 0, count = 0;  // range of the pairs
  int threads = 0;                     // 0: one per core of the machine
  int small = 14;                      // largest number of vertices of bodies whose pairs all go to `exact`
  int sample = 100;                    // one in this many of the other pairs goes to `exact`
  int walk_sample = 16;                // one in this many pairs is also moved along a walk
  std::vector<const Algorithm*> others = {};  // also tested on some walks (stress_others.hpp)
  int others_sample = 64;                     // one in this many pairs is walked with `others`
  // Called at intervals, by one thread at a time, with the results so far. If it returns false, the
  // test stops.
  std::function<bool(const StressResult&)> go_on = {};
};

/// Result of one pair.
struct Finding {
  std::uint64_t index = 0;
  std::string_view rule;  // rule that the answer broke; empty: none
  Real error = 0;         // largest known error of the signed distance, relative to the scale of the pair
  Real witness = 0;       // distance of the witness points from the bodies, relative to the scale
  int iterations = 0;
  bool used_fallback = false;  // the algorithm used `exact` for the answer
  bool compared = false;       // the test compared the pair with `exact`
  double seconds = 0;
  std::vector<OtherResult> others = {};  // empty for most pairs
};

/// Examines one pair with a cold query and all checks, a warm query that must agree, a query after a motion,
/// and a walk (stress_walk.hpp) if `with_walk` is set.
Finding examine(const Algorithm& algorithm, const RandomPair& pair, std::uint64_t index, bool with_exact,
                bool with_walk);

struct FamilyResult {
  std::uint64_t pairs = 0, used_fallback = 0, compared = 0, violations = 0;
  Real error = 0, witness = 0;
  int iterations = 0;  // largest number of iterations
  double seconds = 0;  // time of all cold queries
};

struct StressResult {
  std::uint64_t done = 0;                                // number of examined pairs, from the first one on
  std::vector<FamilyResult> families;                    // in the order of RandomPairs::families
  std::map<std::string_view, std::uint64_t> violations;  // number of violations of each rule
  std::vector<Finding> broken;                           // first violation of each rule
  std::vector<OtherResult> others;                       // in the order of StressOptions::others
  std::vector<Finding> worst;  // at most 10, 2 per family, ranked by error, use of `exact` and iterations

  std::uint64_t violation_count() const;
};

StressResult stress(const Algorithm& algorithm, const RandomPairs& pairs, const StressOptions& options);

/// Runs the test on pairs of any kind, drawn from the given number of families in turn. Calls `examine` on
/// several threads. The memory does not grow with the number of pairs.
StressResult stress(std::size_t families, const StressOptions& options,
                    const std::function<Finding(std::uint64_t)>& examine);

}  // namespace scree
