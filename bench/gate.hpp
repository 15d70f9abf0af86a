// The accuracy gate: limits that every answer of gjk_td on a set of pairs must keep, cold and warm, with the
// gap and by verdict alone. A measured time counts only if the gate holds.
#pragma once

#include "accuracy.hpp"

namespace scree::bench {

/// Largest errors over a set. Lengths are fractions of the size of a pair.
struct Gate {
  int answers = 0,
      compared = 0;  // all, and those compared with `exact`; others: with each other and the bodies
  int failed = 0, wrong_verdicts = 0;
  Real distance = 0;  // error of the overlap or gap
  Real normal = 0;    // excess of the overlap along the normal over the smallest overlap
  Real witness = 0;   // distance of a witness outside its body

  static constexpr Real distance_limit = 1e-12, normal_limit = 1e-9, witness_limit = 1e-8;

  bool holds() const {
    return failed == 0 && wrong_verdicts == 0 && distance <= distance_limit && normal <= normal_limit &&
           witness <= witness_limit;
  }
  void add(const Gate& other);
};

/// Returns the gate of a set. `truth` holds the overlaps of the first pairs by `exact`.
Gate gate_of(const PairSet& set, const std::vector<Real>& truth);

}  // namespace scree::bench
