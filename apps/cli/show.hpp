// Writes the replay page of a run, for `view`, `run --view` and `demo`.
#pragma once

#include <filesystem>

namespace scree::cli {

struct ViewOptions {
  std::filesystem::path folder;
  std::filesystem::path out = {};        // path of the page; empty: view.html in the folder
  std::filesystem::path recording = {};  // empty: the recording is only inside the page
  double megabytes = 60;                 // largest size of the page
  bool quiet = false;
};

/// Writes the replay page of a run and prints its path.
void write_view(const ViewOptions& options);

}  // namespace scree::cli
