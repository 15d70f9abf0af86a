// Measures the accuracy of answers by comparing them with `exact`.
#pragma once

#include "pair_sets.hpp"

#include "scree/contact/pair/contact.hpp"

namespace scree::bench {

/// The checked values of an answer. The overlap of separated bodies is NaN if the peer computes no gap.
struct Answer {
  Status status = Status::failed;
  Real overlap = 0;
};

struct Accuracy {
  int checked = 0, failed = 0, wrong_verdicts = 0;
  int measured = 0, beyond = 0;  // answers with an overlap or gap; answers with an error above `limit`
  Real sum = 0, largest = 0;     // sum and maximum of the errors, as fractions of the size
  static constexpr Real limit = 1e-10;

  void add(const Answer& answer, Real true_overlap, Real size);
  Real mean() const { return measured > 0 ? sum / measured : 0; }
  Real share_beyond() const { return measured > 0 ? static_cast<Real>(beyond) / measured : 0; }
};

/// Returns the overlaps that `exact` computes for the first pairs of a set. Stops when it has tested `work`
/// pairs of edges, but not before the fourth pair.
std::vector<Real> true_overlaps(const PairSet& set, double work);

}  // namespace scree::bench
