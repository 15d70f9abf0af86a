// The papers that can be reproduced. A paper is a list of experiments, and each produces one section of the
// report. Published values and tolerances are data in reproduce/<paper>/expected.toml.
//
// To add an experiment, add its function to reproduce/<paper>, a line to papers.cpp, and its values to
// expected.toml of the paper.
#pragma once

#include "reproduce/expected.hpp"
#include "reproduce/report.hpp"
#include "scree/run/run_folder.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace scree::reproduce {

struct Run {
  const Expected& expected;
  bool quick = false;  // fewer and shorter rounds; times are shown but not checked
  bool full = false;   // true: simulate as long as in the paper; only for papers with a shorter default
  std::filesystem::path folder = {};  // folder of the report; long experiments store their cases there
  NewRun replace = {};                // treatment of another scene's run in the folder of a long experiment

  /// Returns the verdict on a comparison of times. Quick runs do not check times, because a busy machine
  /// could make the check fail.
  Verdict verdict_on_times(bool holds) const {
    return quick ? Verdict::not_checked : holds ? Verdict::ok : Verdict::differs;
  }
};

struct Experiment {
  std::string_view name;  // value of the option --only
  ReportSection (*run)(const Run& run);
  bool on_pairs;        // true: queries single pairs of bodies; false: runs a simulation
  bool planar = false;  // true: a 2D problem
};

struct Paper {
  std::string_view name, summary;
  std::string_view expected_file;  // name of the file in embedded()
  std::vector<Experiment> experiments;
  bool has_full = false;  // the default run is shorter than the published one
};

std::span<const Paper> papers();

inline Verdict verdict(bool holds) { return holds ? Verdict::ok : Verdict::differs; }

}  // namespace scree::reproduce
