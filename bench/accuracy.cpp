#include "accuracy.hpp"

#include "scree/contact/pair/exact.hpp"

namespace scree::bench {

void Accuracy::add(const Answer& answer, Real true_overlap, Real size) {
  ++checked;
  if (answer.status == Status::failed) {
    ++failed;
    return;
  }
  const bool clear = std::abs(true_overlap) > 1e-12 * size;  // otherwise either verdict is right
  if (clear && (answer.status == Status::touching) != (true_overlap > 0)) ++wrong_verdicts;
  if (std::isnan(answer.overlap)) return;
  const Real error = std::abs(answer.overlap - true_overlap) / size;
  ++measured;
  sum += error;
  largest = std::max(largest, error);
  if (error > limit) ++beyond;
}

std::vector<Real> true_overlaps(const PairSet& set, double work) {
  std::vector<Real> overlaps;
  for (int i = 0; i < set.distinct() && (work > 0 || i < 4); ++i) {
    const PolyhedronView a = set.a(i), b = set.b(i);
    overlaps.push_back(Exact::collide(a, b, set.pairs[i].b_in_a).overlap);
    work -= a.halfedge_count / 2.0 * (b.halfedge_count / 2.0);
  }
  return overlaps;
}

}  // namespace scree::bench
