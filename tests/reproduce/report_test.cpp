#include "reproduce/report.hpp"

#include "scree/file.hpp"
#include "support/scratch_folder.hpp"
#include "support/support.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

Report two_rows() {
  Plot plot{Plot::Kind::bars, "a < b & c", "x", "y", {"one", "two"}, false, true, {{"s", {1e-3, 0}, {}}}};
  ReportSection section{"First", "text", {}, {"a note"}, {{"bars", plot}}};
  section.pictures.push_back({"heap", "a heap", "bytes"});
  section.rows.push_back(near_row("near", "1 | 2", "1.1", 0.1, 0.2));
  section.rows.push_back({"time", "-", "3 s", Verdict::shown, ""});
  return {"paper", "source", "scree reproduce paper", "a machine", {section}};
}

int count(const std::string& text, const std::string& fragment) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(fragment, at)) != std::string::npos; at += fragment.size()) ++n;
  return n;
}

TEST(Report, ANearRowPassesUpToItsTolerance) {
  EXPECT_EQ(near_row("", "", "", 1e-12, 1e-12).verdict, Verdict::ok);
  EXPECT_EQ(near_row("", "", "", 1.1e-12, 1e-12).verdict, Verdict::differs);
  EXPECT_EQ(near_row("", "", "", std::nan(""), 1e-12).verdict, Verdict::differs);
}

TEST(Report, CountsVerdicts) {
  Report report = two_rows();
  EXPECT_EQ(summary(report), "1 ok, 1 shown");
  report.sections[0].rows[0].verdict = Verdict::differs;
  EXPECT_EQ(report.count(Verdict::differs), 1);
  EXPECT_EQ(summary(report), "1 DIFFERS, 1 shown");
  EXPECT_EQ(summary(Report{}), "no rows");
}

TEST(Report, MarkdownKeepsItsTable) {
  const std::string text = to_markdown(two_rows());
  EXPECT_NE(text.find("| near | 1 \\| 2 | 1.1 | ok: off by 1.0e-01, allowed 2e-01 |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("![a < b & c](bars.svg)"), std::string::npos) << text;
  EXPECT_NE(text.find("![a heap](heap.png)"), std::string::npos) << text;
  EXPECT_NE(text.find("Made by `scree reproduce paper` on a machine."), std::string::npos) << text;
}

TEST(Report, JsonReadsBack) {
  const auto json = nlohmann::json::parse(to_json(two_rows()));
  EXPECT_EQ(json["rows"]["ok"], 1);
  EXPECT_EQ(json["sections"][0]["rows"][0]["verdict"], "ok");
  EXPECT_EQ(json["sections"][0]["plots"][0]["series"][0]["y"][0], 1e-3);
}

TEST(Report, WritesAllFiles) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "scree_report_test" / "deep";
  EXPECT_EQ(write_report(two_rows(), folder),
            (std::vector<std::string>{"report.md", "report.json", "bars.svg", "heap.png"}));
  EXPECT_EQ(read_file(folder / "report.md"), to_markdown(two_rows()));
  EXPECT_ERROR(write_report(two_rows(), folder / "report.md" / "inside"), "folder cannot be created");
  std::filesystem::remove_all(folder.parent_path());
}

TEST(Report, ReadsBackWhatItWrote) {
  const test::ScratchFolder scratch;
  Report report = two_rows();
  report.options = " --quick";
  ReportSection& section = report.sections[0];
  section.part = "first", section.made = "`another command` on another machine";
  section.drawings.push_back({"drawing", "a drawing", "<svg/>"});
  section.plots[0].plot.series.push_back({"gaps", {std::nan(""), 2}, {1, 2}, {0.1, 0.2}});
  write_report(report, scratch.path() / "first");
  const Report again = read_report(scratch.path() / "first");
  EXPECT_EQ(to_json(again), to_json(report));
  EXPECT_EQ(to_markdown(again), to_markdown(report));
  EXPECT_EQ(again.sections[0].pictures[0].png, "bytes");
  EXPECT_EQ(again.sections[0].drawings[0].svg, "<svg/>");
  EXPECT_EQ(to_svg(again.sections[0].plots[0].plot), to_svg(section.plots[0].plot));
  EXPECT_NE(to_markdown(again).find("Made by `another command` on another machine."), std::string::npos);
  std::filesystem::remove(scratch.path() / "first" / "heap.png");
  EXPECT_ERROR(read_report(scratch.path() / "first"), "heap.png");
  write_file(scratch.path() / "report.json", "{\"paper\": \"x\"}");
  EXPECT_ERROR(read_report(scratch.path()), "not a report of this version");
}

TEST(Plot, DrawsEachValueOnce) {
  Plot plot{Plot::Kind::bars, "t",   "x",   "y",
            {"one", "two"},   false, false, {{"s", {1, 4}, {}}, {"r", {2, std::nan("")}, {}}}};
  EXPECT_EQ(count(to_svg(plot), "<polygon"), 2 + 3);  // legend and bars
  plot.kind = Plot::Kind::lines;
  EXPECT_EQ(count(to_svg(plot), "<circle"), 3);
}

TEST(Plot, EscapesTextAndStaysFinite) {
  Plot plot = two_rows().sections[0].plots[0].plot;
  EXPECT_NE(to_svg(plot).find("a &lt; b &amp; c"), std::string::npos);
  for (const bool log : {false, true}) {
    for (const std::vector<Real>& y : {std::vector<Real>{}, {0}, {5, 5}, {-1, 1e-300}, {1e300, 1}}) {
      plot.log_y = log, plot.series[0].y = y, plot.categories.clear(), plot.kind = Plot::Kind::lines;
      const std::string svg = to_svg(plot);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
  }
}

TEST(Plot, ALogarithmicAxisIsEven) {
  Plot plot{Plot::Kind::lines, "t", "x", "y", {}, true, true, {{"s", {1, 10, 100}, {1, 10, 100}}}};
  const std::string svg = to_svg(plot);
  Real x[3], y[3];
  std::size_t at = 0;
  for (int i = 0; i < 3; ++i) {
    at = svg.find("<circle", at) + 1;
    ASSERT_EQ(std::sscanf(svg.c_str() + at, "circle cx=\"%lf\" cy=\"%lf\"", &x[i], &y[i]), 2);
  }
  EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.2);
  EXPECT_NEAR(y[1] - y[0], y[2] - y[1], 0.2);
  EXPECT_LT(y[2], y[0]);
}

}  // namespace
}  // namespace scree
