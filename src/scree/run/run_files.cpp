#include "scree/run/run_files.hpp"

#include "scree/text.hpp"

#include <algorithm>
#include <charconv>

namespace scree {

namespace fs = std::filesystem;

std::string step_name(const char* name, std::int64_t step, const char* ending) {
  return fmt::format("{}-{:09d}{}", name, step, ending);
}

std::optional<std::int64_t> step_in(std::string_view file, std::string_view name, std::string_view ending) {
  if (!file.starts_with(name) || !file.ends_with(ending) || file.size() <= name.size() + 1 + ending.size())
    return {};
  const std::string_view digits = file.substr(name.size() + 1, file.size() - name.size() - 1 - ending.size());
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  if (file[name.size()] != '-' || error != std::errc() || end != digits.data() + digits.size()) return {};
  return step;
}

bool there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

namespace {

constexpr const char* top_files[] = {"history.csv",  "history.csv.damaged", "history.csv.uncut",
                                     "summary.json", "failed_pairs.json",   "scree-paraview.py"};

/// True if a run writes a file of this name in this subfolder.
bool is_name_of_run(std::string_view folder, std::string_view file) {
  if (file.ends_with(".part")) file.remove_suffix(5);
  if (folder == "checkpoints") return file == "history.csv" || step_in(file, "step", ".h5");
  if (file == "names.json" || step_in(file, "shape", ".obj")) return true;
  return std::ranges::any_of(series_names, [&](const char* name) {
    return step_in(file, name, ".hdf") || file == std::string(name) + ".hdf.series";
  });
}

}  // namespace

std::vector<fs::path> files_of_run(const fs::path& path, bool with_page) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& file) {
    for (const char* ending : {"", ".part"}) {
      if (there(path / (file.string() + ending))) files.push_back(file.string() + ending);
    }
  };
  std::error_code ignored;
  for (const char* folder : {"frames", "checkpoints"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path / folder, ignored)) {
      const fs::path file = entry.path().filename();
      if (is_name_of_run(folder, file.string())) files.push_back(folder / file);
    }
  }
  std::ranges::sort(files);
  for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored)) {
    const fs::path file = entry.path().filename();
    if (file.string().starts_with("history.csv.damaged")) files.push_back(file);
  }
  for (const char* file : top_files) add(file);
  if (with_page || there(path / "scene.toml")) add("view.html");
  add("scene.toml.part");
  add("scene.toml");
  return files;
}

}  // namespace scree
