// The stress test of pairs with superquadrics finds no fault in Scree's own algorithms, and finds the faults
// of other algorithms.
#include "scree/verify/stress_round.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace scree {
namespace {

TEST(StressRound, AnswersLieWithinTheCertifiedBounds) {
  const RandomRoundPairs pairs(3);
  for (const RoundAlgorithms& chosen : round_algorithms_to_verify()) {
    const StressResult result = stress(chosen, pairs, {.count = 2800});
    EXPECT_EQ(result.done, 2800U);
    for (const FamilyResult& f : result.families) {
      EXPECT_EQ(f.pairs, 200U);
      EXPECT_LT(f.error, 1e-8);
    }
    for (const Finding& f : result.broken)
      ADD_FAILURE() << chosen.name << ", pair " << f.index << ": " << f.rule;
  }
}

TEST(StressRound, PairsDependOnTheirNumberAlone) {
  const RandomRoundPairs pairs(5), again(5), others(6);
  for (const std::uint64_t i : {std::uint64_t{0}, std::uint64_t{13}, std::uint64_t{1'000'000'007}}) {
    EXPECT_EQ(pairs(i).b_in_a.position, again(i).b_in_a.position);
    EXPECT_NE(pairs(i).b.half_length, others(i).b.half_length);
    EXPECT_EQ(pairs(i).polyhedron == nullptr, i % 14 < 7);
  }
}

/// Returns gjk_td with a changed answer. The change may depend on the number of queries of the cache and on
/// whether the gap was requested.
template <class Change>
RoundAlgorithms spoiled(Change) {
  RoundAlgorithms chosen = round_algorithms_to_verify()[1];
  chosen.name = "spoiled";
  chosen.round.collide = [](const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                            const Tolerance& tolerance) {
    Cache none;
    Contact c = GjkTdSuperquadrics::collide(a, b, none, {});
    Change{}(c, cache.count++, tolerance.distance_cutoff == 0);
    return c;
  };
  chosen.polyhedron.collide = [](const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                                 const Tolerance& tolerance) {
    Cache none;
    Contact c = GjkTdPolyhedronSuperquadric::collide(a, b, none, {});
    Change{}(c, cache.count++, tolerance.distance_cutoff == 0);
    return c;
  };
  return chosen;
}

template <class Change>
std::uint64_t times(std::string_view rule, Change change, std::uint64_t count = 112) {
  static const RandomRoundPairs pairs(3);
  const StressResult result =
      stress(spoiled(change), pairs, {.count = count, .threads = 1, .walk_sample = 1});
  const auto found = result.violations.find(rule);
  return found == result.violations.end() ? 0 : found->second;
}

void flip(Contact& c) { c.status = c.status == Status::touching ? Status::separated : Status::touching; }

/// Changes the overlap by `change` and moves a witness point to match it.
void shift(Contact& c, Real change) {
  c.overlap += change, c.point_b = c.point_a - c.overlap * c.normal;
  c.status = c.overlap >= 0 ? Status::touching : Status::separated;
}

TEST(StressRound, WrongFormIsFound) {
  EXPECT_EQ(times("an answer", [](Contact& c, int, bool) { c.status = Status::failed; }), 112U);
  EXPECT_EQ(times("finite numbers",
                  [](Contact& c, int, bool) { c.overlap = std::numeric_limits<Real>::infinity(); }),
            112U);
  EXPECT_EQ(times("a unit normal", [](Contact& c, int, bool) { c.normal = 1.001 * c.normal; }), 112U);
  EXPECT_GT(times("a status that fits the overlap", [](Contact& c, int, bool) { flip(c); }), 100U);
  EXPECT_EQ(times("a bounded number of steps", [](Contact& c, int, bool) { c.iterations = -1; }), 112U);
  EXPECT_GT(times("the true overlap along the normal", [](Contact& c, int, bool) { shift(c, 1e-2); }), 80U);
  EXPECT_GT(times("witness points that differ by the overlap along the normal",
                  [](Contact& c, int, bool) {
                    c.point_a += Vec3{1e-2, 2e-2, 3e-2};
                  }),
            80U);
}

// The answer is the plane across another normal. It has the correct form, but it is not the best plane.
TEST(StressRound, WorsePlanesAreFound) {
  RoundAlgorithms worse = round_algorithms_to_verify()[1];
  worse.round.collide = [](const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache&,
                           const Tolerance&) {
    Contact c;
    c.normal = normalized(Vec3{1, 2, 3});
    c.point_a = a.support(c.normal);
    shift(c, dot(c.normal, c.point_a) - dot(c.normal, b.support(-c.normal)));
    return c;
  };
  const RandomRoundPairs pairs(3);
  const StressResult result = stress(worse, pairs, {.count = 112, .threads = 1});
  EXPECT_GE(result.violations.at("a distance of at least the lower bound"), 30U);
}

// The error is smaller than the error that the algorithms allow, but the verdict is wrong.
TEST(StressRound, VerdictsOfBodiesThatNearlyTouchAreFound) {
  EXPECT_GT(times(
                "no false contact", [](Contact& c, int, bool) { shift(c, 3e-10); }, 1400),
            5U);
  EXPECT_GT(times(
                "no missed contact", [](Contact& c, int, bool) { shift(c, -3e-10); }, 1400),
            5U);
}

TEST(StressRound, WrongVerdictsAndWarmAnswersAreFound) {
  EXPECT_GT(times("the same overlap when warm",
                  [](Contact& c, int asked, bool) {
                    if (asked == 1) c.overlap += 1;
                  }),
            30U);
  EXPECT_GT(times("the same verdict when warm",
                  [](Contact& c, int asked, bool) {
                    if (asked == 1) flip(c);
                  }),
            80U);
  EXPECT_GT(times("the same overlap on a walk",
                  [](Contact& c, int asked, bool quick) {
                    if (asked > 4 && !quick) c.overlap += 1;
                  }),
            30U);
  EXPECT_GT(times("the same verdict on a walk",
                  [](Contact& c, int asked, bool quick) {
                    if (asked > 4 && !quick) flip(c);
                  }),
            80U);
  EXPECT_GT(times("the same verdict on a walk without the gap",
                  [](Contact& c, int asked, bool quick) {
                    if (asked > 4 && quick) flip(c);
                  }),
            80U);
}

}  // namespace
}  // namespace scree
