// The papers that can be reproduced. A paper is a list of experiments; each makes one section of the report.
// What is published and what is allowed to differ is data: reproduce/<paper>/expected.toml.
//
// To add an experiment: its function in reproduce/<paper>, one line in papers.cpp, its values in
// expected.toml.
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
  bool full =
      false;  // simulations as long as the published ones; only for papers that have a shorter default
  std::filesystem::path folder = {};  // of the report; long experiments keep their parts in it
  NewRun replace = {};                // what long experiments do with runs of other scenes in their folders

  /// The verdict on a check of times: a busy machine must not fail a quick run.
  Verdict verdict_on_times(bool holds) const {
    return quick ? Verdict::not_checked : holds ? Verdict::ok : Verdict::differs;
  }
};

struct Experiment {
  std::string_view name;  // for --only
  ReportSection (*run)(const Run& run);
  bool on_pairs;        // of single pairs of bodies; false: a simulation
  bool planar = false;  // in the plane
};

struct Paper {
  std::string_view name, summary;
  std::string_view expected_file;  // its name in embedded()
  std::vector<Experiment> experiments;
  bool has_full = false;  // its default is shorter than what is published
};

std::span<const Paper> papers();

inline Verdict verdict(bool holds) { return holds ? Verdict::ok : Verdict::differs; }

}  // namespace scree::reproduce
