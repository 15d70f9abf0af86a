// A stress test of one algorithm: random pairs, each answer held to the certificates, to the plane of another
// algorithm, and, where that is affordable, to the judge. The result does not depend on the number of
// threads.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/contact/certificate.hpp"
#include "scree/contact/random_pairs.hpp"
#include "scree/contact/stress_others.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace scree {

struct StressResult;

struct StressOptions {
  std::uint64_t first = 0, count = 0;         // which pairs
  int threads = 0;                            // 0: as many as the machine has
  int small = 14;                             // pairs of bodies with up to so many vertices all go to `exact`
  int sample = 100;                           // and one in so many of the others
  int walk_sample = 16;                       // one in so many pairs is followed by a walk
  std::vector<const Algorithm*> others = {};  // follow one in so many pairs too, see stress_others.hpp
  int others_sample = 64;
  // Called now and then, by one thread at a time, with what was found so far; false stops the test.
  std::function<bool(const StressResult&)> go_on = {};
};

/// What was found on one pair.
struct Finding {
  std::uint64_t index = 0;
  std::string_view rule;  // the rule broken; empty: none
  Real error = 0;         // of the signed distance, part of the scale of the pair: as far as it is known
  Real witness = 0;       // how far the witnesses are off, part of the scale
  int iterations = 0;
  bool judged = false;    // the algorithm handed the pair to `exact`
  bool compared = false;  // we did
  double seconds = 0;
  std::vector<OtherResult> others = {};  // mostly empty
};

/// One pair: a cold query, all checks, a warm query that must say the same, one after a motion, and, where it
/// is asked for, a walk (stress_walk.hpp).
Finding examine(const Algorithm& algorithm, const RandomPair& pair, std::uint64_t index, bool with_exact,
                bool with_walk);

struct FamilyResult {
  std::uint64_t pairs = 0, judged = 0, compared = 0, violations = 0;
  Real error = 0, witness = 0;
  int iterations = 0;  // most
  double seconds = 0;  // of all cold queries
};

struct StressResult {
  std::uint64_t done = 0;                                // pairs, from the first on
  std::vector<FamilyResult> families;                    // in the order of RandomPairs::families
  std::map<std::string_view, std::uint64_t> violations;  // how often each rule was broken
  std::vector<Finding> broken;                           // the first of each rule
  std::vector<OtherResult> others;                       // in the order of StressOptions::others
  std::vector<Finding> worst;  // ten at most: largest error, then judged, then most iterations; two a family

  std::uint64_t violation_count() const;
};

StressResult stress(const Algorithm& algorithm, const RandomPairs& pairs, const StressOptions& options);

/// The same with any pairs, drawn from so many families in turn; `examine` is called on several threads. What
/// is kept does not grow with the number of pairs.
StressResult stress(std::size_t families, const StressOptions& options,
                    const std::function<Finding(std::uint64_t)>& examine);

}  // namespace scree
