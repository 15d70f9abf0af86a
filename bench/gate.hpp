// The accuracy gate: limits on the errors of all answers of gjk_td on a set of pairs, for cold and warm
// queries, with the gap and with the verdict only. A measured time is valid only if the gate holds.
#pragma once

#include "accuracy.hpp"

namespace scree::bench {

/// Largest errors over a set. Lengths are fractions of the size of a pair.
struct Gate {
  // Number of all answers, and of the answers that are compared with `exact`. The other answers are compared
  // with each other and with the bodies.
  int answers = 0, compared = 0;
  int failed = 0, wrong_verdicts = 0;
  Real distance = 0;  // error of the overlap or gap
  Real normal = 0;    // excess of the overlap along the normal over the smallest overlap
  Real witness = 0;   // distance of a witness point from its body, if it lies outside

  static constexpr Real distance_limit = 1e-12, normal_limit = 1e-9, witness_limit = 1e-8;

  bool holds() const {
    return failed == 0 && wrong_verdicts == 0 && distance <= distance_limit && normal <= normal_limit &&
           witness <= witness_limit;
  }
  void add(const Gate& other);
};

/// Returns the errors over a set. `truth` contains the overlaps that `exact` computes for the first pairs.
Gate gate_of(const PairSet& set, const std::vector<Real>& truth);

}  // namespace scree::bench
