#include "gate.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/pair/certificate.hpp"

namespace scree::bench {
namespace {

void check_answer(const PolyhedronPair& pair, const Contact& c, Real truth, Gate& gate) {
  ++gate.answers;
  const Real size = pair.size();
  if (!check_form(pair, c).holds()) {
    ++gate.failed;
    return;
  }
  if (std::abs(truth) > 1e-12 * size && (c.status == Status::touching) != (truth > 0)) ++gate.wrong_verdicts;
  gate.distance = std::max(gate.distance, std::abs(c.overlap - truth) / size);
  gate.normal = std::max(gate.normal, (-pair.gap(c.normal) - truth) / size);
  const Real outside_a = outside(pair.a, c.point_a);
  const Real outside_b = outside(pair.b, pair.to_b(c.point_b - pair.translation));
  gate.witness = std::max({gate.witness, outside_a / size, outside_b / size});
}

/// Checks the answer of a query that asked only for the verdict. For touching bodies it checks everything.
/// For separated bodies it checks only a lower bound on the gap, and the normal that proves it.
void check_verdict(const PolyhedronPair& pair, const Contact& c, Real truth, Gate& gate) {
  if (c.status == Status::touching) return check_answer(pair, c, truth, gate);
  ++gate.answers;
  const Real size = pair.size();
  if (c.status == Status::failed || !(std::abs(length(c.normal) - 1) < 1e-12)) ++gate.failed;
  if (truth > 1e-12 * size) ++gate.wrong_verdicts;
  // The reported gap may not exceed the gap along the normal, which may not exceed the distance.
  const Real along = pair.gap(c.normal), reported_gap = -c.overlap;
  gate.distance = std::max({gate.distance, (reported_gap - along) / size, (along + truth) / size});
}

}  // namespace

void Gate::add(const Gate& other) {
  answers += other.answers, compared += other.compared;
  failed += other.failed, wrong_verdicts += other.wrong_verdicts;
  distance = std::max(distance, other.distance);
  normal = std::max(normal, other.normal);
  witness = std::max(witness, other.witness);
}

Gate gate_of(const PairSet& set, const std::vector<Real>& truth) {
  Gate gate;
  for (int i = 0; i < set.distinct(); ++i) {
    const PolyhedronView a = set.a(i), b = set.b(i);
    const Pair& query = set.pairs[i];
    const PolyhedronPair pair(a, b, query.b_in_a);
    const bool known = i < static_cast<int>(truth.size());
    gate.compared += known ? 1 : 0;
    Real expected = known ? truth[i] : 0;
    for (const bool with_gap : {true, false}) {
      const Tolerance tolerance{.distance_cutoff = with_gap ? Tolerance{}.distance_cutoff : 0};
      Cache cold, warm;
      GjkTd::collide(a, b, query.before, warm, tolerance);
      const Contact first = GjkTd::collide(a, b, query.b_in_a, cold, tolerance);
      // Another query at the same pose starts from the cache that the first query has filled.
      const Contact answers[] = {first, GjkTd::collide(a, b, query.b_in_a, warm, tolerance),
                                 GjkTd::collide(a, b, query.b_in_a, cold, tolerance)};
      if (!known && with_gap) expected = first.overlap;
      for (const Contact& c : answers) (with_gap ? check_answer : check_verdict)(pair, c, expected, gate);
    }
  }
  return gate;
}

}  // namespace scree::bench
