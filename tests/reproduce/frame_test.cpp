// Tests the framework of the reproductions: expected values, built-in files, times.

#include "reproduce/embedded.hpp"
#include "reproduce/expected.hpp"
#include "reproduce/paper.hpp"
#include "reproduce/timing.hpp"
#include "scree/file.hpp"
#include "support/support.hpp"

namespace scree::reproduce {
namespace {

TEST(Expected, ReadsByPath) {
  const Expected e(
      "a = 1\nb = { c = [1, 2.5] }\nrows = [{ name = \"x\" }, { name = \"y\" }]\nt = [\"p\", \"q\"]",
      "e.toml");
  EXPECT_EQ(e.number("a"), 1);
  EXPECT_EQ(e.numbers("b.c"), (std::vector<Real>{1, 2.5}));
  EXPECT_EQ(e.count("rows"), 2);
  EXPECT_EQ(e.text("rows[1].name"), "y");
  EXPECT_EQ(e.texts("t"), (std::vector<std::string>{"p", "q"}));
}

TEST(Expected, NamesMissingValues) {
  const Expected e("a = 1\nt = [\"p\", 2]", "e.toml");
  EXPECT_ERROR(e.number("b"), "e.toml: there is no number at 'b'");
  EXPECT_ERROR(e.text("a"), "there is no text at 'a'");
  EXPECT_ERROR(e.texts("t"), "there is no text at 't'");
  EXPECT_ERROR(e.count("a"), "there is no list at 'a'");
  EXPECT_ERROR(Expected("a = 1\nb =", "e.toml"), "e.toml, line 2");
}

TEST(Expected, AnotherFileMustHaveTheSameLayout) {
  const Expected model("a = 1\nt = { x = 1, y = \"z\" }\nrows = [{ n = 1 }]", "model");
  Expected("t = { y = \"other\", x = 2.5 }\na = 2\nrows = [{ n = 3 }, { n = 4 }]\nmore = 1", "e")
      .require_layout_of(model);
  EXPECT_ERROR(Expected("a = 1\nrows = []\nt = { x = 1 }", "e").require_layout_of(model),
               "e: there is no text at 't.y'");
  EXPECT_ERROR(Expected("a = []\nrows = []\nt = { x = 1, y = \"z\" }", "e").require_layout_of(model),
               "no number at 'a'");
  EXPECT_ERROR(Expected("a = 1\nt = { x = 1, y = \"z\" }\nrows = [{ n = 1 }, { m = 1 }]", "e")
                   .require_layout_of(model),
               "no number at 'rows[1].n'");
}

TEST(Embedded, FilesEqualThoseOfTheTree) {
  const std::string root = std::string(SCREE_TEST_FOLDER) + "/../";
  EXPECT_EQ(embedded("descantes/expected.toml"), read_file(root + "reproduce/descantes/expected.toml"));
  EXPECT_EQ(embedded("nezami/expected.toml"), read_file(root + "reproduce/nezami/expected.toml"));
  EXPECT_EQ(embedded("peng/expected.toml"), read_file(root + "reproduce/peng/expected.toml"));
  EXPECT_EQ(embedded("smeets/expected.toml"), read_file(root + "reproduce/smeets/expected.toml"));
  for (const std::string scene : {"latham", "wachs", "drum"}) {
    const std::string file = "scenes/smeets/" + scene + ".toml";
    EXPECT_EQ(embedded(file), read_file(root + file));
  }
  for (const std::string file : {"box_flow.toml", "bucket.toml", "bucket.obj"})
    EXPECT_EQ(embedded("scenes/nezami/" + file), read_file(root + "scenes/nezami/" + file));
  EXPECT_EQ(embedded("zheng/expected.toml"), read_file(root + "reproduce/zheng/expected.toml"));
  EXPECT_EQ(embedded("descantes-nine.json"), read_file(root + "tests/reference/descantes-nine.json"));
  EXPECT_ERROR(embedded("no such"), "not built into the program");
}

TEST(Timing, ASlowJobTakesLonger) {
  const auto work = [](int n) {
    return [n] {
      volatile Real sum = 0;
      for (int i = 0; i < n; ++i) sum = sum + 1;
    };
  };
  const std::function<void()> jobs[] = {work(100), work(2000)};
  const std::vector<Real> times = seconds_per_call(jobs, {5, 1e-4});
  EXPECT_GT(times[0], 0);
  EXPECT_GT(times[1], 5 * times[0]);
  EXPECT_EQ(mean(std::vector<Real>{1, 2, 6}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
}

TEST(Papers, TimesAreCheckedOnlyInAFullRun) {
  const Expected e("", "");
  EXPECT_EQ((reproduce::Run{e, true}.verdict_on_times(false)), Verdict::not_checked);
  EXPECT_EQ((reproduce::Run{e, false}.verdict_on_times(false)), Verdict::differs);
  EXPECT_EQ((reproduce::Run{e, false}.verdict_on_times(true)), Verdict::ok);
}

}  // namespace
}  // namespace scree::reproduce
