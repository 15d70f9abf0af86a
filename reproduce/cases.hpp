// Long reproductions in parts: each case is one simulation whose few numbers are kept in a small file, so
// that a run that was stopped goes on with what is missing. Cases run side by side, each on one thread.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <functional>
#include <map>
#include <span>

namespace scree::reproduce {

struct CaseResult {
  std::map<std::string, Real> values;
  std::string hash;  // of the world at the end
};

struct Case {
  std::string name;                    // of its file, NAME.json
  std::string scene;                   // name in embedded()
  std::vector<std::string> overrides;  // of keys of the scene, as in `scree run --set`
  std::string extra;                   // what else the result depends on
  Real work = 1;                       // how long it takes, compared with other cases; for the time left
  std::function<CaseResult(const Scene&)> run;
  std::filesystem::path product;  // a file that `run` writes beside; empty: none
};

Scene scene_of(const Case& c);

/// What a kept result must have been made from to be taken again: the scene with all its keys, `extra`, and
/// the version of the program.
std::string fingerprint(const Case& c);

/// Whether the results of all of them are in the folder already.
bool all_kept(std::span<const Case> cases, const std::filesystem::path& folder);

/// The results in the order of the cases: those kept in the folder, others run now, `workers` at a time
/// (0: as many as there are cores), the longest first. Prints a line for each that is run.
std::vector<CaseResult> run_cases(std::span<const Case> cases, const std::filesystem::path& folder,
                                  int workers = 0);

/// The scene from its beginning to its end.
World run_to_end(const Scene& scene);

}  // namespace scree::reproduce
