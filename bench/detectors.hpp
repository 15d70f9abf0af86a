// Measures speed and accuracy of the contact algorithms on a set of pairs, for `scree bench detectors`.
#pragma once

#include "accuracy.hpp"

#include "scree/contact/algorithms.hpp"

namespace scree::bench {

struct Effort {
  int poses = 1024;       // poses per random set
  int rounds = 9;         // timed rounds
  double round_ns = 1e7;  // largest time of one algorithm per round; slow algorithms get fewer poses
  double work = 1e7;      // pairs of edges that `exact` may test per set; limits the number of checked poses

  static Effort quick() { return {128, 3, 1e6, 1e6}; }
};

/// Measurements of one algorithm on one set, cold (empty cache) or warm.
struct Measured {
  int timed = 0;  // queries per round
  double nanoseconds = 0;
  double mean_iterations = 0;
  int most_iterations = 0;
  Accuracy accuracy;
  int used_fallback = 0;  // answers handed to `exact`
};

struct DetectorRow {
  const Algorithm* algorithm = nullptr;
  Measured cold, warm;
};

std::vector<DetectorRow> measure_detectors(const PairSet& set,
                                           const std::vector<const Algorithm*>& algorithms,
                                           const Effort& effort);

}  // namespace scree::bench
