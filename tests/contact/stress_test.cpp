#include "scree/contact/stress.hpp"

#include "scree/io/pairs.hpp"
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

TEST(RandomPairs, FamiliesAreWhatTheySay) {
  const auto families = RandomPairs::families();
  for (std::uint64_t i = 0; i < 1600; ++i) {
    const RandomPair p = pairs()(i);
    const std::string_view family = families[i % families.size()];
    ASSERT_EQ(families[p.family], family);
    const Contact exact = Exact::collide(view(*p.a), view(*p.b), p.b_in_a);
    const Real size = p.a->bounding_radius + p.b->bounding_radius, part = exact.overlap / size;
    if (family == "touching") {
      EXPECT_LT(std::abs(part), 1e-11) << i;
    } else if (family == "nearly_touching") {
      EXPECT_LT(std::abs(part), 2e-6) << i;
    } else if (family == "far") {
      EXPECT_LT(part, -0.5) << i;
    } else if (family == "coincident") {
      EXPECT_EQ(length(p.b_in_a.position), 0) << i;
      EXPECT_GT(part, 0) << i;
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
      *find_algorithm("shortest_link");  // breaks some rules: there is more to compare
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

/// An algorithm like `exact` but for a change.
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

TEST(Stress, FindsWhatIsWrong) {
  EXPECT_EQ(times(spoiled([](Contact& c) { c.status = Status::failed; }), "an answer"), 320U);
  EXPECT_EQ(times(spoiled([](Contact& c) { c.overlap = std::numeric_limits<Real>::quiet_NaN(); }),
                  "finite numbers"),
            320U);
  EXPECT_GT(
      times(spoiled([](Contact& c) { c.overlap *= 1.001; }), "witnesses an overlap apart along the normal"),
      200U);
  EXPECT_GT(times(spoiled([](Contact& c) {
                    c.overlap *= 1.001;
                    c.point_b = c.point_a - c.overlap * c.normal;
                  }),
                  "the overlap that there is along the normal"),
            200U);
  EXPECT_GT(times(*find_algorithm("fast_common_plane_classical"), "no better normal (fast_common_plane)"),
            10U);
  // A local search misses the least overlap of some deep pairs; only the judge can tell.
  EXPECT_GT(times(*find_algorithm("fast_common_plane"), "the overlap of exact", 3200), 0U);
  // A cache that makes the second answer another one.
  const Algorithm forgetful{"forgetful", "", true,
                            [](const PolyhedronView& a, const PolyhedronView& b, const Pose& pose,
                               Cache& cache, const Tolerance& tolerance) {
                              Contact contact = Exact::collide(a, b, pose, tolerance);
                              if (cache.size++ > 0) contact.overlap += 1e-3;
                              return contact;
                            }};
  EXPECT_GT(times(forgetful, "the same when warm"), 200U);
}

// The worst pairs of ten million, found by scree verify --random, and what the fuzzer found.
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

// Two hulls and a pose in bytes, what the fuzzer starts from and what it found: a broken rule aborts. In
// witness_outside_1 two corners of A lie 1e-12 of the size apart and hid the edge that carries the contact
// (the witness was 0.3 m outside a body of 12 km); in witness_outside_2 A is 1e-30 m large.
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
