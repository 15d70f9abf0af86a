#include "scree/run/set_aside.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/run/run_files.hpp"
#include "scree/text.hpp"

namespace scree {

namespace fs = std::filesystem;

namespace {

// Folder of a replaced run while its files are being moved, the file that marks the folder, and the text of
// that file. The folder gets its final name, replaced-<n>, afterwards.
constexpr const char* moving = "replaced.part";
constexpr const char* mark_file = "README.txt";
constexpr std::string_view mark =
    "Scree has set this run aside.\n"
    "It is removed when the run in the folder above has ended. To keep it, move it elsewhere.\n";

bool is_set_aside(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / mark_file, ignored) && read_file(folder / mark_file) == mark;
}

/// Removes what a program left behind that was killed before it had written the whole mark: an empty folder,
/// or one with half a mark. Anything else stays.
void remove_unmarked(const fs::path& folder) {
  if (is_set_aside(folder)) return;
  std::error_code ignored;
  fs::remove(folder / (std::string(mark_file) + ".part"), ignored);
  fs::remove(folder, ignored);  // succeeds only if the folder is empty
}

/// Renames a file. Between disks, where that is impossible, copies it and then removes the original.
void move_file(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  std::error_code error;
  fs::rename(from, to, error);
  if (error == std::errc::cross_device_link) {
    fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    if (!error) fs::remove(from, error);
  }
  if (error) fail("{}: cannot be moved to {} ({}).", from.string(), to.string(), error.message());
}

fs::path end_move(const fs::path& path) {
  int n = 1;
  while (there(path / fmt::format("replaced-{}", n))) ++n;
  const fs::path to = path / fmt::format("replaced-{}", n);
  std::error_code error;
  fs::rename(path / moving, to, error);
  if (error)
    fail("{}: cannot be renamed to {} ({}).", (path / moving).string(), to.string(), error.message());
  return to;
}

}  // namespace

fs::path moving_folder(const fs::path& path) { return path / moving; }

std::vector<fs::path> set_aside_in(const fs::path& path) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored)) {
    if (step_in(entry.path().filename().string() + ".", "replaced", ".") && is_set_aside(entry.path()))
      found.push_back(entry.path());
  }
  return found;
}

std::optional<fs::path> set_aside(const fs::path& path, const std::vector<fs::path>& files) {
  remove_unmarked(path / moving);
  if (there(path / moving) && !is_set_aside(path / moving))
    fail("{}: this blocks the replacement of a run. Move it.", (path / moving).string());
  std::optional<fs::path> done;
  if (there(path / moving / "scene.toml")) done = end_move(path);
  if (files.empty() && !there(path / moving)) return done;
  make_folder(path / moving);
  write_file(path / moving / mark_file, mark);
  for (const fs::path& file : files) move_file(path / file, path / moving / file);
  return end_move(path);
}

void remove_set_aside(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& file : files_of_run(folder, true)) fs::remove(folder / file, ignored);
  for (const char* name : {"frames", "checkpoints", mark_file})
    fs::remove(folder / name, ignored);  // a folder stays unless it is empty
  fs::remove(folder, ignored);
}

void undo_move(const fs::path& path) {
  remove_unmarked(path / moving);
  if (!is_set_aside(path / moving)) return;
  if (there(path / moving / "scene.toml")) {
    end_move(path);
    return;
  }
  for (const fs::path& file : files_of_run(path / moving, true)) move_file(path / moving / file, path / file);
  remove_set_aside(path / moving);
}

}  // namespace scree
