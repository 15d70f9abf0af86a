// Accuracy of answers, compared with `exact`.
#pragma once

#include "pair_sets.hpp"

#include "scree/contact/pair/contact.hpp"

namespace scree::bench {

/// The checked values of an answer. A peer that computes no gap leaves the overlap of separated bodies NaN.
struct Answer {
  Status status = Status::failed;
  Real overlap = 0;
};

struct Accuracy {
  int checked = 0, failed = 0, wrong_verdicts = 0;
  int measured = 0, beyond = 0;  // answers with an overlap or gap, and those off by more than `limit`
  Real sum = 0, largest = 0;     // sum and maximum of the errors, as fractions of the size
  static constexpr Real limit = 1e-10;

  void add(const Answer& answer, Real true_overlap, Real size);
  Real mean() const { return measured > 0 ? sum / measured : 0; }
  Real share_beyond() const { return measured > 0 ? static_cast<Real>(beyond) / measured : 0; }
};

/// Overlaps by `exact` of the first pairs of a set: of all, or as many as `work` pairs of edges allow.
std::vector<Real> true_overlaps(const PairSet& set, double work);

}  // namespace scree::bench
