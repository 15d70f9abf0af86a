// Splits long reproductions into cases. A case is one simulation whose results, a few numbers, are stored in
// a small file, so a stopped run continues with the missing cases. Cases run in parallel, each on one thread.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <functional>
#include <map>
#include <span>

namespace scree::reproduce {

struct CaseResult {
  std::map<std::string, Real> values;
  std::string hash;  // hash of the world at the end
};

struct Case {
  std::string name;                    // its file is NAME.json
  std::string scene;                   // name in embedded()
  std::vector<std::string> overrides;  // changed keys of the scene, as in `scree run --set`
  std::string extra;                   // all other inputs of the result
  Real work = 1;                       // duration relative to other cases, to estimate the time left
  std::function<CaseResult(const Scene&)> run;
  std::filesystem::path product;  // file that `run` writes besides the result; empty: none
};

Scene scene_of(const Case& c);

/// Returns a text that identifies the inputs of a result: the scene with all its keys, `extra`, and the
/// version of the program. A stored result is reused only if its fingerprint is the same.
std::string fingerprint(const Case& c);

/// True if the folder already contains the results of all cases.
bool all_kept(std::span<const Case> cases, const std::filesystem::path& folder);

/// Returns the results in the order of the cases. Reuses the results that are stored in the folder and runs
/// the other cases, the longest first, with `workers` cases at a time (0: one per core). Prints a line for
/// each case that it runs.
std::vector<CaseResult> run_cases(std::span<const Case> cases, const std::filesystem::path& folder,
                                  int workers = 0);

/// Runs the scene from its beginning to its end.
World run_to_end(const Scene& scene);

}  // namespace scree::reproduce
