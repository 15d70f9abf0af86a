// The planar stress test finds no fault in gjk_td, and finds the faults of other algorithms.
#include "scree/verify/planar/stress.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);  // fuzz/planar_fuzz.cpp

namespace scree {
namespace {

using planar::Algorithm;

TEST(PlanarStress, FindsNothingInGjkTd) {
  const StressResult result = planar::stress(*planar::find_algorithm("gjk_td"), 5, {.count = 24000});
  EXPECT_EQ(result.violation_count(), 0U);
  ASSERT_EQ(result.families.size(), planar_families.size());
  for (const FamilyResult& f : result.families) EXPECT_EQ(f.pairs, 2000U);
}

TEST(PlanarStress, DoesNotDependOnThreads) {
  const Algorithm& link = *planar::find_algorithm("shortest_link");
  const StressResult one = planar::stress(link, 1, {.count = 9000, .threads = 1}),
                     three = planar::stress(link, 1, {.count = 9000, .threads = 3});
  EXPECT_GT(one.violation_count(), 0U);  // the algorithm misses deep overlaps
  EXPECT_EQ(one.violations, three.violations);
  ASSERT_FALSE(one.worst.empty());
  EXPECT_EQ(one.worst[0].index, three.worst[0].index);
}

/// The stress test reports wrong answers of all kinds.
TEST(PlanarStress, WrongAnswersAreFound) {
  using Collide = PlanarContact (*)(const PolygonView&, const PolygonView&, const PlanarPose&, PlanarCache&,
                                    const Tolerance&);
  const Collide too_deep = [](const PolygonView& a, const PolygonView& b, const PlanarPose& pose,
                              PlanarCache&, const Tolerance& t) {
    PlanarContact c = planar::Exact::collide(a, b, pose, t);
    c.overlap += 1e-9 * (a.bounding_radius + b.bounding_radius);
    return c;
  };
  const Collide mirrored = [](const PolygonView& a, const PolygonView& b, const PlanarPose& pose,
                              PlanarCache&, const Tolerance& t) {
    PlanarContact c = planar::Exact::collide(a, b, pose, t);
    c.normal = -c.normal;
    return c;
  };
  const Collide forgetful = [](const PolygonView& a, const PolygonView& b, const PlanarPose& pose,
                               PlanarCache& cache, const Tolerance& t) {
    PlanarContact c = planar::Exact::collide(a, b, pose, t);
    if (cache.count++ > 0) c.overlap *= 1 + 1e-6;
    return c;
  };
  for (const Collide wrong : {too_deep, mirrored}) {
    const StressResult result = planar::stress({"wrong", "", true, wrong}, 1, {.count = 120});
    EXPECT_EQ(result.violation_count(), 120U);
  }
  const StressResult warm = planar::stress({"forgetful", "", true, forgetful}, 1, {.count = 1200});
  EXPECT_TRUE(warm.violations.contains("the same overlap when warm"));
}

/// The inputs are the seeds and findings of the fuzzer (./scree fuzz planar).
TEST(PlanarStress, EveryInputOfTheFuzzerKeepsTheRules) {
  int count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(SCREE_TEST_FOLDER) / "corpus/planar")) {
    SCOPED_TRACE(file.path());
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GE(count, 8);
}

}  // namespace
}  // namespace scree
