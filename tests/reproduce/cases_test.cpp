// Tests cases of long reproductions. A case runs once, its result is kept, and it runs again if one of its
// inputs changes.

#include "reproduce/cases.hpp"
#include "scree/file.hpp"
#include "support/scratch_folder.hpp"
#include "support/support.hpp"

#include <atomic>

namespace scree::reproduce {
namespace {

struct Counted {
  std::atomic<int> runs = 0;

  Case make(const std::string& name, std::vector<std::string> overrides = {}) {
    Case c;
    c.name = name, c.scene = "scenes/smeets/latham.toml", c.overrides = std::move(overrides);
    c.run = [this](const Scene& scene) {
      ++runs;
      return CaseResult{{{"end", scene.end}}, "abc"};
    };
    return c;
  }
};

TEST(Cases, ResultsAreKeptAndReused) {
  const test::ScratchFolder folder;
  Counted counted;
  std::vector<Case> cases;
  for (int i = 1; i <= 5; ++i)
    cases.push_back(counted.make(fmt::format("c{}", i), {fmt::format("run.end={}", i)}));
  for (int round = 0; round < 2; ++round) {
    const std::vector<CaseResult> results = run_cases(cases, folder.path() / "cases", 2);
    ASSERT_EQ(results.size(), 5U);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(results[i].values.at("end"), i + 1) << "in their order";
    EXPECT_EQ(results[4].hash, "abc");
    EXPECT_EQ(counted.runs, 5);
  }
}

TEST(Cases, ChangedInputsRunTheCaseAgain) {
  const test::ScratchFolder folder;
  Counted counted;
  const auto runs = [&](const Case& c) {
    const int before = counted.runs;
    run_cases(std::vector<Case>{c}, folder.path(), 1);
    return counted.runs - before;
  };
  Case c = counted.make("c");
  EXPECT_EQ(runs(c), 1);
  EXPECT_EQ(runs(c), 0);
  EXPECT_EQ(runs(counted.make("c", {"run.seed=2"})), 1) << "another key of the scene";
  EXPECT_EQ(runs(c), 0) << "the first result was kept next to the second";
  c.extra = "more planes";
  EXPECT_EQ(runs(c), 1);
  c.product = folder.path() / "state.h5";
  EXPECT_EQ(runs(c), 1) << "its file is missing";
  write_file(c.product, "here");
  EXPECT_EQ(runs(c), 0);
  write_file(folder.path() / "c.json", "{\"fingerprint\": ");
  EXPECT_EQ(runs(c), 1) << "cut short";
}

TEST(Cases, AnErrorIsReportedAndOtherResultsStay) {
  const test::ScratchFolder folder;
  Counted counted;
  std::vector<Case> cases = {counted.make("good"), counted.make("bad")};
  cases[0].work = 2;  // the case with the most work runs first
  cases[1].run = [](const Scene&) -> CaseResult { fail("it broke"); };
  EXPECT_ERROR(run_cases(cases, folder.path(), 1), "it broke");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "good.json"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "bad.json"));
}

}  // namespace
}  // namespace scree::reproduce
