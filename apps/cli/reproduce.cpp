// scree reproduce: reruns the tables and figures of a paper and compares measured with published values.

#include "given_command.hpp"
#include "verbs.hpp"

#include "reproduce/embedded.hpp"
#include "reproduce/paper.hpp"
#include "reproduce/timing.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/text.hpp"
#include "scree/version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

using reproduce::Paper;

struct Options {
  std::string paper, folder, expected;
  std::vector<std::string> only;
  bool quick = false, full = false, pairs = false, planar = false, overwrite = false;
};

std::vector<std::string_view> parts_of(const Paper& paper) {
  std::vector<std::string_view> names;
  for (const reproduce::Experiment& e : paper.experiments) names.push_back(e.name);
  return names;
}

void list_papers() {
  fmt::print("papers ('scree reproduce NAME' reruns a paper, --only PART one of its parts)\n");
  for (const Paper& p : reproduce::papers())
    fmt::print("  {:<12} {}\n{:15}parts: {}\n", p.name, p.summary, "", fmt::join(parts_of(p), ", "));
}

void require_parts(const Paper& paper, const std::vector<std::string>& wanted) {
  const std::vector<std::string_view> names = parts_of(paper);
  for (const std::string& part : wanted) {
    if (std::find(names.begin(), names.end(), part) == names.end()) {
      fail("{} has no part '{}'; the nearest is '{}'. Its parts: {}.", paper.name, shown(part),
           names[nearest_word(part, names)], fmt::join(names, ", "));
    }
  }
}

const Paper& find_paper(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Paper& p : reproduce::papers()) {
    if (p.name == name) return p;
    names.push_back(p.name);
  }
  fail("there is no paper '{}' to reproduce; the nearest is '{}'. 'scree reproduce' shows all.", shown(name),
       names[nearest_word(name, names)]);
}

reproduce::Expected expected_of(const Paper& paper, const std::string& file) {
  reproduce::Expected ours(reproduce::embedded(paper.expected_file), std::string(paper.expected_file));
  if (file.empty()) return ours;
  reproduce::Expected theirs(read_file(file), file);
  theirs.require_layout_of(ours);
  return theirs;
}

/// Throws an Error if the folder has a report made with other options.
void check_folder(const Report& report, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "report.json")) return;
  const Report before = read_report(folder);
  if (before.name == report.name && before.options == report.options) return;
  fail(
      "{}: the report in this folder belongs to '{}'. Give another folder with --out, or replace it: {} "
      "--overwrite",
      folder.string(), before.command, given_command());
}

/// Returns the parts of an existing report that was made with the same options.
std::vector<ReportSection> kept_parts(const Report& report, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "report.json")) return {};
  Report before = read_report(folder);
  if (before.name != report.name || before.options != report.options) return {};
  return std::move(before.sections);
}

void run(const Options& o) {
  if (o.paper.empty()) return list_papers();
  const Paper& paper = find_paper(o.paper);
  if (o.full && !paper.has_full) {
    fail("{} has no --full, because it always reruns everything as published. Leave --full out.", paper.name);
  }
  const auto on_pairs = [](const reproduce::Experiment& e) { return e.on_pairs; };
  if (o.pairs && std::none_of(paper.experiments.begin(), paper.experiments.end(), on_pairs)) {
    fail("{} has only simulations and no part for --pairs. Leave --pairs out; --quick shortens the runs.",
         paper.name);
  }
  const auto planar = [](const reproduce::Experiment& e) { return e.planar; };
  if (o.planar && std::none_of(paper.experiments.begin(), paper.experiments.end(), planar)) {
    fail("{} has no planar part for --planar. Leave --planar out.", paper.name);
  }
  require_parts(paper, o.only);
  const auto asked_for = [&](const reproduce::Experiment& e) {
    const bool named = o.only.empty() || std::find(o.only.begin(), o.only.end(), e.name) != o.only.end();
    return named && (!o.pairs || e.on_pairs) && (!o.planar || e.planar);
  };
  if (std::none_of(paper.experiments.begin(), paper.experiments.end(), asked_for))
    fail("no part of {} remains with these options. Leave out --pairs or --planar.", paper.name);
  const reproduce::Expected expected = expected_of(paper, o.expected);
  Report report;
  report.name = paper.name;
  report.source = expected.text("source");
  report.options = fmt::format("{}{}",
                               o.quick  ? " --quick"
                               : o.full ? " --full"
                                        : "",
                               o.expected.empty() ? "" : " --expected " + o.expected);
  report.command = fmt::format("scree reproduce {}{}{}{}{}", paper.name,
                               o.only.empty() ? "" : fmt::format(" --only {}", fmt::join(o.only, " ")),
                               o.pairs ? " --pairs" : "", o.planar ? " --planar" : "", report.options);
  report.machine = fmt::format("{}, scree {}", reproduce::machine(), version());
  const std::string folder = o.folder.empty() ? fmt::format("out/reproduce/{}", paper.name) : o.folder;
  make_folder(folder);  // first, so that a bad name or report does not fail after hours of work
  const bool partial = !o.only.empty() || o.pairs || o.planar;  // keeps other parts of the report
  const auto kept = [&] { return partial ? kept_parts(report, folder) : std::vector<ReportSection>{}; };
  if (!o.overwrite) check_folder(report, folder);
  fmt::print("{}\n", report.source);
  std::fflush(stdout);
  int differs = 0;
  std::vector<ReportSection> sections;
  for (const reproduce::Experiment& experiment : paper.experiments) {
    if (!asked_for(experiment)) continue;
    ReportSection section = experiment.run(
        {expected, o.quick, o.full, folder, {.overwrite = o.overwrite, .command = given_command()}});
    section.part = experiment.name, section.made = report.made();
    fmt::print("\n{}", to_text(section));
    std::fflush(stdout);
    differs += section.count(Verdict::differs);
    sections.push_back(std::move(section));
  }
  for (ReportSection& section : kept()) sections.push_back(std::move(section));  // as they are after the run
  for (const reproduce::Experiment& experiment : paper.experiments) {
    const auto part = std::find_if(sections.begin(), sections.end(), [&](const ReportSection& section) {
      return section.part == experiment.name;
    });
    if (part != sections.end()) report.sections.push_back(std::move(*part));
  }
  const std::vector<std::string> files = write_report(report, folder);
  fmt::print("\n{}. Written to {}: {}\n", summary(report), folder, fmt::join(files, ", "));
  if (differs > 0) throw CheckFailed();
}

}  // namespace

void add_reproduce(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand(
      "reproduce", "rerun the tables and figures of a paper and compare them with the published values");
  verb->add_option("paper", o.paper, "short name of the paper; without a name the papers are listed");
  verb->add_flag(
      "--quick", o.quick,
      "run a short version: a few seconds, for smeets and nezami some minutes; times are shown but "
      "not checked");
  verb->add_flag("--full", o.full, "smeets: simulate as long as the published runs, which takes days")
      ->excludes("--quick");
  verb->add_option("--only", o.only,
                   "run only these parts of the paper ('scree reproduce' lists them); others stay in the "
                   "report")
      ->type_name("PART ...");
  verb->add_flag("--pairs", o.pairs, "run only single pairs of bodies, no simulations");
  verb->add_flag("--planar", o.planar, "run only the planar part: nezami, nine pairs of polygons");
  verb->add_option("--out", o.folder, "the folder to write to (default: out/reproduce/PAPER)");
  verb->add_flag(
      "--overwrite", o.overwrite,
      "replace a report that was made with other options, and the runs of other scenes in its folder");
  verb->add_option("--expected", o.expected,
                   "read published values and tolerances from this file instead of "
                   "reproduce/PAPER/expected.toml");
  verb->footer(
      "Writes report.md, report.json, plots (SVG) and pictures (PNG). The exit code is 1 if a check fails "
      "(DIFFERS).\n"
      "smeets and nezami take hours. A stopped reproduction continues when it is started again. "
      "The long\n"
      "runs of nezami have folders of their own inside the report's folder, for 'scree view', 'scree plot' "
      "and\n"
      "'scree render'.");
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
