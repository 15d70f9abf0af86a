// Code that the tests of the common plane algorithms share: the reference pairs, the check of a plane, and
// counts of correct answers.
#pragma once

#include "reproduce/descantes/situations.hpp"
#include "scree/contact/algorithms.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/verify/random_pairs.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

namespace scree::test {

inline const ReferencePair& situation(const std::string& id) {
  for (const ReferencePair& p : nine_situations()) {
    if (p.id == id) return p;
  }
  throw Error("no situation " + id);
}

template <class Algorithm>
Contact cold(const ReferencePair& p) {
  Cache cache;
  return Algorithm::collide(view(p.a), view(p.b), p.b_in_a, cache);
}

inline ReferencePair swapped(const ReferencePair& pair) {
  ReferencePair p = pair;
  std::swap(p.a, p.b);
  p.b_in_a = inverse(pair.b_in_a);
  for (ReferenceContact& c : p.contacts) c.normal = -rotate(p.b_in_a.orientation, c.normal);
  return p;
}

/// Checks the properties that every answer of a plane algorithm must have, correct or not. Returns an empty
/// string if the answer has them. The plane must lie where the answer says. The answer must not claim a
/// smaller overlap, or a wider gap, than the true one.
inline std::string objection(const ReferencePair& p, const Contact& contact) {
  const PolyhedronPair pair(view(p.a), view(p.b), p.b_in_a);
  // The reference values of bodies far from the origin are more precise than the rounded coordinates allow.
  const Real rounding = (p.id.starts_with("far-origin") ? 1e-8 : 1e-13) * p.size;
  if (contact.status == Status::failed) return "failed";
  if (!is_finite(contact.normal) || !is_finite(contact.point_a) || !is_finite(contact.point_b))
    return "not a number";
  if (std::abs(length(contact.normal) - 1) > 1e-14) return "the normal is not a unit vector";
  if (std::abs(pair.gap(contact.normal) + contact.overlap) > 1e-14 * pair.size())
    return "the gap is not that along the normal";
  if (-contact.overlap > p.signed_distance + rounding) return "too little overlap";
  if (length(contact.point_a - contact.point_b - contact.overlap * contact.normal) > 1e-13 * pair.size()) {
    return "the witnesses are not an overlap apart along the normal";
  }
  return {};
}

/// Expects the same answer as from the published version, which scans all vertices for every trial. The fast
/// version omits some vertices, which may change the answer only by rounding.
template <class Algorithm>
void expect_the_same_as_published() {
  const RandomPairs pairs(7);
  for (int i = 0; i < 500; ++i) {
    const RandomPair p = pairs(i);
    const Real size = PolyhedronPair(view(*p.a), view(*p.b), p.b_in_a).size();
    Cache cache, published_cache;
    for (int round = 0; round < 2; ++round) {
      const Contact c = Algorithm::collide(view(*p.a), view(*p.b), p.b_in_a, cache);
      const Contact published =
          Algorithm::collide_as_published(view(*p.a), view(*p.b), p.b_in_a, published_cache);
      ASSERT_EQ(c.status, published.status) << i;
      ASSERT_NEAR(c.overlap, published.overlap, 1e-9 * size) << i;
    }
  }
}

struct Counts {
  int shallow = 0, deep = 0, separated = 0, touching = 0;
  bool operator==(const Counts&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << "{shallow " << c.shallow << ", deep " << c.deep << ", apart " << c.separated << ", touching "
             << c.touching << "}";
}

/// True if two counts differ by at most a few pairs. The point at which a plane search stalls depends on the
/// last bits of the bodies, so the numbers of failures may shift.
inline bool about(const Counts& a, const Counts& b) {
  const auto near = [](int x, int y) { return std::abs(x - y) <= 2; };
  return near(a.shallow, b.shallow) && near(a.deep, b.deep) && near(a.separated, b.separated) &&
         near(a.touching, b.touching);
}

/// Returns the number of reference pairs in each set that satisfy a condition.
template <class Condition>
Counts count(Condition condition) {
  Counts counts;
  for (const ReferencePair& p : reference_pairs()) {
    int& of_set = p.signed_distance == 0                      ? counts.touching
                  : p.signed_distance > 0                     ? counts.separated
                  : p.id.find("shallow") != std::string::npos ? counts.shallow
                                                              : counts.deep;
    of_set += condition(p) ? 1 : 0;
  }
  return counts;
}

/// Counts the pairs whose signed distance is off by more than a fraction of the size.
template <class Algorithm>
Counts count_wrong(Real tolerance) {
  return count([&](const ReferencePair& p) { return compare(p, cold<Algorithm>(p)).distance > tolerance; });
}

template <class Algorithm>
Counts count_wrong_verdicts() {
  return count([](const ReferencePair& p) { return !compare(p, cold<Algorithm>(p)).verdict; });
}

/// Counts the pairs for which a warm second query gives another distance than the cold first one.
template <class Algorithm>
Counts count_warm_differs(Real tolerance) {
  return count([&](const ReferencePair& p) {
    Cache cache;
    const Contact first = Algorithm::collide(view(p.a), view(p.b), p.b_in_a, cache);
    const Contact second = Algorithm::collide(view(p.a), view(p.b), p.b_in_a, cache);
    return std::abs(first.overlap - second.overlap) > tolerance * p.size;
  });
}

/// Counts the pairs for which B against A gives another distance than A against B.
template <class Algorithm>
Counts count_swap_differs(Real tolerance) {
  return count([&](const ReferencePair& p) {
    return std::abs(cold<Algorithm>(p).overlap - cold<Algorithm>(swapped(p)).overlap) > tolerance * p.size;
  });
}

/// Returns the number of frames of A, out of 36, in which the answer is correct.
template <class A>
int right_frames(const ReferencePair& p, Real tolerance) {
  return reproduce::right_frames(*find_algorithm(A::name), p, tolerance);
}

}  // namespace scree::test
