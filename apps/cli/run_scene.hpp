// A scene run from beginning to end, with its output: what `run` and `demo` have in common.
#pragma once

#include "scree/io/scene.hpp"

#include <functional>

namespace scree::cli {

/// Something written every so many steps, and once at the end: frames and checkpoints hang on here.
struct Recurring {
  std::int64_t every = 1;
  std::function<void(World&)> write;
};

struct RunOptions {
  std::filesystem::path folder;
  int threads = 0;  // 0: what the scene says
  bool quiet = false;
  std::vector<Recurring> recurring;
};

/// The steps of an interval, at least one. Counting steps and not times, a resumed run writes at the same
/// moments.
std::int64_t steps_of(Real interval, Real dt);

/// Returns the world at its end. Throws Stopped after Ctrl-C, when everything is written.
World run_scene(const Scene& scene, const RunOptions& options);

}  // namespace scree::cli
