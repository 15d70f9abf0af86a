// Making a run visible: what `view`, `run --view` and `demo` have in common.
#pragma once

#include <filesystem>

namespace scree::cli {

struct ViewOptions {
  std::filesystem::path folder;
  std::filesystem::path out = {};        // the page; empty: view.html in the folder
  std::filesystem::path recording = {};  // empty: only inside the page
  double megabytes = 60;                 // of the page, at most
  bool quiet = false;
};

/// Writes the replay page of a run and prints where it is.
void write_view(const ViewOptions& options);

}  // namespace scree::cli
