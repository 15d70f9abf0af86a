// The accuracy gate: what every answer of gjk_td on a set of pairs must keep, cold and warm, with the gap
// and by verdict alone. A time counts only together with a gate that holds.
#pragma once

#include "accuracy.hpp"

namespace scree::bench {

/// Lengths are parts of the size of a pair, the largest of each.
struct Gate {
  int answers = 0, judged = 0;  // all, and those held to `exact`; the others to each other and to the bodies
  int failed = 0, wrong_verdicts = 0;
  Real distance = 0;  // error of the overlap or gap
  Real normal = 0;    // by how much the bodies overlap more along the normal than along the best
  Real witness = 0;   // how far a witness lies outside its body

  static constexpr Real distance_limit = 1e-12, normal_limit = 1e-9, witness_limit = 1e-8;

  bool holds() const {
    return failed == 0 && wrong_verdicts == 0 && distance <= distance_limit && normal <= normal_limit &&
           witness <= witness_limit;
  }
  void add(const Gate& other);
};

/// `truth` are the overlaps of the first pairs by `exact`.
Gate gate_of(const PairSet& set, const std::vector<Real>& truth);

}  // namespace scree::bench
