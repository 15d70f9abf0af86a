#include "scree/verify/stress.hpp"

#include "scree/shape/library.hpp"

#include "scree/io/pairs/pairs.hpp"
#include "support/support.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);  // fuzz/contact_fuzz.cpp

namespace scree {
namespace {

using namespace test;

const RandomPairs& pairs() {
  static const RandomPairs made(3);
  return made;
}

TEST(RandomPairs, FamiliesMatchTheirNames) {
  const auto families = RandomPairs::families();
  for (std::uint64_t i = 0; i < 1600; ++i) {
    const RandomPair p = pairs()(i);
    const std::string_view family = families[i % families.size()];
    ASSERT_EQ(families[p.family], family);
    const Contact exact = Exact::collide(view(*p.a), view(*p.b), p.b_in_a);
    const Real size = p.a->bounding_radius + p.b->bounding_radius, relative_overlap = exact.overlap / size;
    if (family == "touching") {
      EXPECT_LT(std::abs(relative_overlap), 1e-11) << i;
    } else if (family == "nearly_touching") {
      EXPECT_LT(std::abs(relative_overlap), 2e-6) << i;
    } else if (family == "far") {
      EXPECT_LT(relative_overlap, -0.5) << i;
    } else if (family == "coincident") {
      EXPECT_EQ(length(p.b_in_a.position), 0) << i;
      EXPECT_GT(relative_overlap, 0) << i;
    } else if (family == "size_ratio") {
      const Real ratio = p.a->bounding_radius / p.b->bounding_radius;
      EXPECT_GT(std::max(ratio, 1 / ratio), 9.9) << i;
    } else if (family == "parallel") {
      EXPECT_EQ(p.b_in_a.orientation.w, 1) << i;
    } else if (family == "nearly_parallel") {
      EXPECT_LT(std::hypot(p.b_in_a.orientation.x, p.b_in_a.orientation.y, p.b_in_a.orientation.z), 1e-3);
    } else if (family == "scale_1e-6" || family == "scale_1e6") {
      const Real scale = family == "scale_1e6" ? 1e6 : 1e-6;
      EXPECT_TRUE(size > 0.9 * scale && size < 2.1 * scale) << i;
    }
  }
}

TEST(Stress, ExactAlgorithmsBreakNoRule) {
  const struct {
    std::string_view name;
    std::uint64_t pairs;
  } runs[] = {{"gjk_td", 20000}, {"exact", 2000}};
  for (const auto& run : runs) {
    const StressResult result = stress(*find_algorithm(run.name), pairs(), {.count = run.pairs});
    std::uint64_t seen = 0, compared = 0;
    for (const FamilyResult& f : result.families) {
      seen += f.pairs, compared += f.compared;
      EXPECT_LT(f.error, 1e-11);
    }
    EXPECT_EQ(seen, run.pairs);
    EXPECT_GT(compared, run.pairs / 3);
    for (const Finding& f : result.broken)
      ADD_FAILURE() << run.name << ", pair " << f.index << ": " << f.rule;
  }
}

TEST(Stress, TheResultDoesNotDependOnTheNumberOfThreads) {
  const Algorithm& algorithm =
      *find_algorithm("shortest_link");  // this algorithm breaks some rules, so there is more to compare
  const StressResult one = stress(algorithm, pairs(), {.count = 10000, .threads = 1});
  const StressResult three = stress(algorithm, pairs(), {.count = 10000, .threads = 3});
  EXPECT_EQ(one.violations, three.violations);
  ASSERT_EQ(one.worst.size(), 10U);
  ASSERT_EQ(three.worst.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(one.worst[i].index, three.worst[i].index);
  ASSERT_EQ(one.broken.size(), three.broken.size());
  for (std::size_t i = 0; i < one.broken.size(); ++i) EXPECT_EQ(one.broken[i].index, three.broken[i].index);
  for (std::size_t i = 0; i < one.families.size(); ++i) {
    EXPECT_EQ(one.families[i].error, three.families[i].error);
    EXPECT_EQ(one.families[i].violations, three.families[i].violations);
  }
}

/// Runs the stress test of gjk_td. Also runs `others`, algorithms that are exact for separated bodies, on
/// walks of one pair in 16.
StressResult others_of(const std::vector<const Algorithm*>& others, int threads = 1) {
  return stress(*find_algorithm("gjk_td"), pairs(),
                {.count = 8192, .threads = threads, .others = others, .others_sample = 16});
}

TEST(Stress, AlgorithmsExactForSeparatedBodiesKeepTheirVerdictsOnWalks) {
  std::vector<const Algorithm*> others;
  for (const Algorithm& a : algorithms) {
    if (exact_when_separated(a.name)) others.push_back(&a);
  }
  const StressResult result = others_of(others);
  ASSERT_EQ(result.others.size(), 3U);
  for (const OtherResult& r : result.others) {
    EXPECT_GT(r.answers, 10000U) << r.name;
    if (r.name == GjkJohnson::name) continue;  // its verdicts are wrong on rare pairs, see its page
    EXPECT_EQ(r.wrong_verdicts, 0U) << r.name;
    EXPECT_LT(r.error, 1e-9) << r.name;
    EXPECT_LT(r.off, r.answers / 1000) << r.name;
  }
  const StressResult again = others_of(others, 3);
  ASSERT_EQ(again.others.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again.others[i].answers, result.others[i].answers);
    EXPECT_EQ(again.others[i].off, result.others[i].off);
    EXPECT_EQ(again.others[i].error, result.others[i].error);
  }
}

/// Returns an algorithm that answers like `exact` with a change.
template <class Change>
Algorithm spoiled(Change) {
  return {"spoiled", "", true,
          [](const PolyhedronView& a, const PolyhedronView& b, const Pose& pose, Cache&,
             const Tolerance& tolerance) {
            Contact contact = Exact::collide(a, b, pose, tolerance);
            Change{}(contact);
            return contact;
          }};
}

std::uint64_t times(const Algorithm& algorithm, std::string_view rule, std::uint64_t count = 320) {
  const StressResult result = stress(algorithm, pairs(), {.count = count, .threads = 1});
  const auto found = result.violations.find(rule);
  return found == result.violations.end() ? 0 : found->second;
}

TEST(Stress, FindsBrokenRules) {
  EXPECT_EQ(times(spoiled([](Contact& c) { c.status = Status::failed; }), "an answer"), 320U);
  EXPECT_EQ(times(spoiled([](Contact& c) { c.overlap = std::numeric_limits<Real>::quiet_NaN(); }),
                  "finite numbers"),
            320U);
  EXPECT_GT(times(spoiled([](Contact& c) { c.overlap *= 1.001; }),
                  "witness points that differ by the overlap along the normal"),
            200U);
  EXPECT_GT(times(spoiled([](Contact& c) {
                    c.overlap *= 1.001;
                    c.point_b = c.point_a - c.overlap * c.normal;
                  }),
                  "the true overlap along the normal"),
            200U);
  EXPECT_GT(times(*find_algorithm("fast_common_plane_classical"), "no better normal (fast_common_plane)"),
            10U);
  // A local search misses the least overlap of some deep pairs. Only `exact` can detect this.
  EXPECT_GT(times(*find_algorithm("fast_common_plane"), "the overlap of exact", 3200), 0U);
  // This algorithm lets its cache change the second answer.
  const Algorithm forgetful{"forgetful", "", true,
                            [](const PolyhedronView& a, const PolyhedronView& b, const Pose& pose,
                               Cache& cache, const Tolerance& tolerance) {
                              Contact contact = Exact::collide(a, b, pose, tolerance);
                              if (cache.count++ > 0) contact.overlap += 1e-3;
                              return contact;
                            }};
  EXPECT_GT(times(forgetful, "the same overlap when warm"), 200U);
}

/// Returns an algorithm that answers like `exact` but changes later answers. It counts its queries in its
/// cache, including those with `distance_cutoff = 0`.
template <class Change>
Algorithm spoiled_later(Change, std::string_view name = "spoiled") {
  return {name, "", true,
          [](const PolyhedronView& a, const PolyhedronView& b, const Pose& pose, Cache& cache,
             const Tolerance& tolerance) {
            Contact contact = Exact::collide(a, b, pose, tolerance);
            const bool quick = tolerance.distance_cutoff == 0;
            Change{}(contact, cache.count, quick, cache.axis.x == 1);
            ++cache.count;
            if (quick) cache.axis.x = 1;
            return contact;
          }};
}

void flip(Contact& c) { c.status = c.status == Status::touching ? Status::separated : Status::touching; }

TEST(Stress, FindsWitnessPointsOutsideTheBodies) {
  // Both witness points are moved by the same vector along the normal. Only a comparison with the bodies can
  // reveal this.
  struct ShiftForward {
    void operator()(Contact& c) const { c.point_a += 10 * c.normal, c.point_b += 10 * c.normal; }
  };
  EXPECT_GT(times(spoiled(ShiftForward{}), "a witness point in A"), 300U);
  struct ShiftBackward {
    void operator()(Contact& c) const { c.point_a -= 10 * c.normal, c.point_b -= 10 * c.normal; }
  };
  EXPECT_GT(times(spoiled(ShiftBackward{}), "a witness point in A") +
                times(spoiled(ShiftBackward{}), "a witness point in B"),
            300U);
  const RandomPair pair = pairs()(1);  // pair 1 consists of two cubes
  const PolyhedronPair placed(view(*pair.a), view(*pair.b), pair.b_in_a);
  Contact contact = Exact::collide(placed.a, placed.b, pair.b_in_a);
  EXPECT_TRUE(prove(placed, contact, strict).holds());
  const Real scale = scale_of(placed, strict);
  contact.point_a += 3e-9 * scale * contact.normal, contact.point_b += 3e-9 * scale * contact.normal;
  EXPECT_EQ(check_answer(placed, contact, strict).objection, "a witness point in A");
}

TEST(Stress, FindsWrongVerdicts) {
  EXPECT_GT(times(spoiled_later([](Contact& c, int asked, bool, bool) {
                    if (asked == 1) flip(c);
                  }),
                  "the same verdict when warm"),
            200U);
  EXPECT_GT(times(spoiled_later(
                      [](Contact& c, int asked, bool quick, bool) {
                        if (asked == 2 && !quick) flip(c);
                      },
                      GjkTd::name),
                  "the same verdict after a motion"),
            200U);
  EXPECT_GT(times(spoiled_later(
                      [](Contact& c, int asked, bool quick, bool) {
                        if (asked == 2 && !quick) c.overlap += 1e-6;
                      },
                      GjkTd::name),
                  "the same overlap after a motion"),
            200U);
  EXPECT_GT(times(spoiled_later(
                      [](Contact& c, int asked, bool quick, bool) {
                        if (asked == 1 && quick) c.overlap += 1;
                      },
                      GjkTd::name),
                  "the same overlap without the gap"),
            100U);
}

// A walk follows 32 of the 320 pairs. Its caches answer more queries than the caches before it.
TEST(Stress, FindsErrorsOnAWalk) {
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool, bool after_quick) {
                    if (asked > 4 && !after_quick) c.overlap += 1e-3;
                  }),
                  "the same overlap on a walk"),
            20U);
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool, bool after_quick) {
                    if (asked > 4 && !after_quick) flip(c);
                  }),
                  "the same verdict on a walk"),
            20U);
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool quick, bool after_quick) {
                    if (asked > 4 && !quick && after_quick) c.overlap += 1e-3;
                  }),
                  "the same overlap on a walk with and without the gap"),
            20U);
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool quick, bool after_quick) {
                    if (asked > 4 && !quick && after_quick) flip(c);
                  }),
                  "the same verdict on a walk with and without the gap"),
            20U);
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool quick, bool) {
                    if (asked > 4 && quick)
                      c.overlap = c.status == Status::touching ? c.overlap + 1e-3 : -1e9;
                  }),
                  "the same overlap on a walk without the gap"),
            20U);
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool quick, bool) {
                    if (asked > 4 && quick) flip(c);
                  }),
                  "the same verdict on a walk without the gap"),
            20U);
}

TEST(Stress, FindsErrorsOfOtherAlgorithmsOnSeparatedBodies) {
  const auto others_when = [](const Algorithm& algorithm) { return others_of({&algorithm}).others.at(0); };
  const OtherResult right = others_when(spoiled([](Contact&) {}));
  EXPECT_EQ(right.wrong_verdicts + right.off + right.failed, 0U);
  EXPECT_GT(right.answers, 10000U);
  const OtherResult touching = others_when(spoiled_later([](Contact& c, int asked, bool, bool) {
    if (asked == 10) c.status = Status::touching;
  }));
  EXPECT_GT(touching.wrong_verdicts, 400U);
  const OtherResult off = others_when(spoiled_later([](Contact& c, int asked, bool quick, bool) {
    if (asked == 11 && !quick) c.overlap *= 1.01;
  }));
  EXPECT_GT(off.off, 400U);
  const OtherResult short_of = others_when(spoiled_later([](Contact& c, int asked, bool quick, bool) {
    if (asked == 10 && quick) c.overlap *= 1.01;  // claims too large a gap
  }));
  EXPECT_GT(short_of.off, 200U);
  const OtherResult failed = others_when(spoiled_later([](Contact& c, int asked, bool, bool) {
    if (asked == 10) c.status = Status::failed;
  }));
  EXPECT_GT(failed.failed, 400U);
}

TEST(Stress, SmallErrorsOnAWalkAreFound) {
  // The change is 5e-12 of the size, half of the error that a cold answer may have.
  EXPECT_GE(times(spoiled_later([](Contact& c, int asked, bool, bool after_quick) {
                    if (asked > 4 && !after_quick && c.status == Status::touching) c.overlap += 2e-11;
                  }),
                  "the same overlap on a walk"),
            3U);
}

// Errors are relative to the smaller body, however large the other body is. Rounding of positions counts as
// an error.
TEST(Stress, ErrorsAreRelativeToTheSmallerBodyAndTheDistance) {
  const Polyhedron large = make_polyhedron(library_shape("cube", {}, {Size::By::diameter, 2000}));
  const Polyhedron small = make_polyhedron(library_shape("cube", {}, {Size::By::diameter, 2e-3}));
  const PolyhedronPair neighbours(view(large), view(small), {{800, 0, 0}, {}});
  EXPECT_NEAR(1e-11 * scale_of(neighbours, strict), 1e-9 * 2e-3 + 8 * 0x1p-52 * 800, 1e-13);
  const PolyhedronPair equal(view(small), view(small), {{1e-3, 0, 0}, {}});
  EXPECT_EQ(scale_of(equal, strict), equal.size());
  const PolyhedronPair distant(view(small), view(small), {{1e6, 0, 0}, {}});
  EXPECT_NEAR(1e-11 * scale_of(distant, strict), 8 * 0x1p-52 * 1e6, 1e-11);
}

/// Returns a finding whose rule, error and rank depend only on the number.
Finding made_up(std::uint64_t i) {
  Finding f;
  f.index = i, f.error = 1e-12 * static_cast<Real>(i * 7919 % 1009), f.iterations = static_cast<int>(i % 17);
  if (i % 1000 == 1) f.rule = "made up";
  return f;
}

TEST(Stress, RunsOfAnyLengthStartAndStopWithoutGaps) {
  for (const int threads : {1, 3}) {
    int calls = 0;
    const StressResult stopped = stress(7,
                                        {.first = 5,
                                         .count = 1'000'000'000'000,
                                         .threads = threads,
                                         .go_on =
                                             [&](const StressResult& so_far) {
                                               ++calls;
                                               return so_far.done < 50'000;
                                             }},
                                        made_up);
    EXPECT_GT(calls, 5);
    EXPECT_GE(stopped.done, 50'000U);
    EXPECT_LT(stopped.done, 200'000U);
    // The result is the same as that of a test of exactly these pairs, run in pieces or at once.
    const StressResult whole = stress(7, {.first = 5, .count = stopped.done, .threads = 1}, made_up);
    EXPECT_EQ(whole.violations, stopped.violations);
    ASSERT_EQ(whole.worst.size(), stopped.worst.size());
    for (std::size_t i = 0; i < whole.worst.size(); ++i)
      EXPECT_EQ(whole.worst[i].index, stopped.worst[i].index);
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(whole.families[i].pairs, stopped.families[i].pairs);
      pairs += stopped.families[i].pairs;
    }
    EXPECT_EQ(pairs, stopped.done);
    const StressResult rest = stress(7, {.first = 5 + stopped.done, .count = 10'000, .threads = 1}, made_up);
    const StressResult both = stress(7, {.first = 5, .count = stopped.done + 10'000, .threads = 1}, made_up);
    EXPECT_EQ(both.violations.at("made up"), whole.violations.at("made up") + rest.violations.at("made up"));
  }
}

// The files contain the worst pairs of ten million from scree verify --random, and the findings of
// the fuzzer.
TEST(PairCorpus, ExactAlgorithmsAreRightOnEveryPair) {
  int count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(SCREE_TEST_FOLDER) / "corpus/pairs")) {
    for (const ReferencePair& p : read_pairs(file.path())) {
      ++count;
      const PolyhedronPair placed(view(p.a), view(p.b), p.b_in_a);
      for (const Algorithm& algorithm : algorithms) {
        if (!algorithm.exact) continue;
        Cache cache;
        for (const bool warm : {false, true}) {
          const Contact contact = algorithm.collide(placed.a, placed.b, p.b_in_a, cache, {});
          const PairError error = compare(p, contact);
          EXPECT_TRUE(error.verdict) << algorithm.name << ' ' << p.id << (warm ? " warm" : "");
          EXPECT_LT(error.distance, 1e-11) << algorithm.name << ' ' << p.id << (warm ? " warm" : "");
          EXPECT_LT(error.normal, 1e-7) << algorithm.name << ' ' << p.id << (warm ? " warm" : "");
          const Certificate certificate = prove(placed, contact);
          EXPECT_TRUE(certificate.holds() || certificate.unproven) << certificate.objection << ' ' << p.id;
        }
      }
    }
  }
  EXPECT_GE(count, 10);
}

// The files are the seeds and findings of the fuzzer, each with two hulls and a pose in bytes. A broken rule
// aborts the test. In witness_outside_1 two corners of A lie 1e-12 of the size apart and hid the edge that
// carries the contact (the witness was 0.3 m outside a body of 12 km). In witness_outside_2 the size of A is
// 1e-30 m.
TEST(PairCorpus, EveryInputOfTheFuzzerKeepsTheRules) {
  int count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(SCREE_TEST_FOLDER) / "corpus/contact")) {
    SCOPED_TRACE(file.path());
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace scree
