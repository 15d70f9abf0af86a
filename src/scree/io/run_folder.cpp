#include "scree/io/run_folder.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/frames.hpp"
#include "scree/io/page.hpp"
#include "scree/io/run_view.hpp"
#include "scree/shape/obj.hpp"
#include "scree/text.hpp"

#include <algorithm>

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr const char* series_names[] = {"bodies", "walls", "contacts", "surfaces"};

/// Steps have leading zeros, so that lists of files are in order.
std::string step_name(const char* name, std::int64_t step, const char* ending) {
  return fmt::format("{}-{:09d}{}", name, step, ending);
}

/// The step in a name like bodies-000000100.hdf.
std::optional<std::int64_t> step_in(std::string_view file, std::string_view name, std::string_view ending) {
  if (!file.starts_with(name) || !file.ends_with(ending) || file.size() <= name.size() + 1 + ending.size())
    return {};
  const std::string_view digits = file.substr(name.size() + 1, file.size() - name.size() - 1 - ending.size());
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  if (file[name.size()] != '-' || error != std::errc() || end != digits.data() + digits.size()) return {};
  return step;
}

std::vector<SeriesEntry> read_series(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  return parse_series(read_file(file), file.string());
}

}  // namespace

RunFolder RunFolder::create(const fs::path& path, const std::string& scene_text, bool replace) {
  std::error_code ignored;
  const RunFolder folder(path, scene_text);
  if (fs::exists(path / "scene.toml", ignored)) {
    if (!replace) {
      fail(
          "{}: there is a run in this folder already. Give another folder, remove this one, or go on with "
          "'scree "
          "resume {}'.",
          path.string(), path.string());
    }
    folder.cut_back(-1, {});
    for (const char* name : series_names)
      fs::remove(path / "frames" / (std::string(name) + ".hdf.series"), ignored);
    for (int s = 0; fs::remove(path / "frames" / fmt::format("shape-{}.obj", s), ignored); ++s) {}
    for (const char* name : {"history.csv", "summary.json", "failed_pairs.json", "frames/names.json",
                             "view.html", "scree-paraview.py"})
      fs::remove(path / name, ignored);
  }
  make_folder(path);  // first: messages name it
  make_folder(path / "checkpoints");
  make_folder(path / "frames");
  write_file_durably(path / "scene.toml", scene_text);
  return folder;
}

RunFolder RunFolder::open(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored))
    fail("{}: there is no such folder. Give the folder that 'scree run' wrote to.", path.string());
  if (!fs::exists(path / "scene.toml", ignored)) {
    fail(
        "{}: this is not the folder of a run: it has no scene.toml. Give the folder that 'scree run' wrote "
        "to.",
        path.string());
  }
  return {path, read_file(path / "scene.toml")};
}

void RunFolder::add_to_series(const char* name, const World& world, const std::string& bytes) const {
  const std::string file = step_name(name, world.steps, ".hdf");
  const fs::path series = path_ / "frames" / (std::string(name) + ".hdf.series");
  write_file(path_ / "frames" / file, bytes);
  std::vector<SeriesEntry> entries = read_series(series);
  std::erase_if(entries, [&](const SeriesEntry& e) { return e.file == file; });
  entries.push_back({file, world.time});
  write_file(series, format_series(entries));
}

/// Calls `write`; when that fails, the Error says from where the run can go on.
template <class Write>
void RunFolder::or_say_what_is_left(Write write) const {
  try {
    write();
  } catch (const Error& error) {
    const auto before = checkpoints();
    if (before.empty()) throw;
    fail("{} The run can be resumed from step {}, whose checkpoint is intact.", error.what(),
         before.back().first);
  }
}

void RunFolder::frame(const World& world, const FrameOptions& options) {
  or_say_what_is_left([&] {
    for (int s = 0; s < static_cast<int>(world.shapes.all.size()); ++s) {
      const fs::path file = path_ / "frames" / fmt::format("shape-{}.obj", s);
      std::error_code ignored;
      if (!fs::exists(file, ignored)) write_file(file, format_obj(surface_of(world.shapes, s)));
    }
    const fs::path names = path_ / "frames" / "names.json";
    if (std::error_code ignored; !fs::exists(names, ignored))
      write_file(names, format_names(view_cast(world)));
    const fs::path script = path_ / "scree-paraview.py";
    if (std::error_code ignored; !fs::exists(script, ignored))
      write_file(script, viewer_file("scree-paraview.py"));
    add_to_series("bodies", world, format_vtkhdf(bodies_grid(world)));
    if (options.walls) add_to_series("walls", world, format_vtkhdf(walls_grid(world)));
    if (options.contacts) add_to_series("contacts", world, format_vtkhdf(contacts_grid(world)));
    if (options.surface) add_to_series("surfaces", world, format_vtkhdf(surfaces_grid(world)));
  });
}

int RunFolder::frame_count() const {
  return static_cast<int>(read_series(path_ / "frames" / "bodies.hdf.series").size());
}

std::vector<std::pair<std::int64_t, fs::path>> RunFolder::checkpoints() const {
  std::vector<std::pair<std::int64_t, fs::path>> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ / "checkpoints", ignored)) {
    if (const auto step = step_in(entry.path().filename().string(), "step", ".h5"))
      found.emplace_back(*step, entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void RunFolder::checkpoint(World& world) {
  const fs::path file = path_ / "checkpoints" / step_name("step", world.steps, ".h5");
  or_say_what_is_left([&] { write_checkpoint(file, world, scene_text_); });
  keep_last_checkpoints();
}

void RunFolder::keep_last_checkpoints() const {
  const auto all = checkpoints();
  std::error_code ignored;
  for (std::size_t i = 0; i + 2 < all.size(); ++i) fs::remove(all[i].second, ignored);
}

std::optional<RunFolder::Found> RunFolder::last_checkpoint(
    const std::function<void(const std::string&)>& note) const {
  const auto all = checkpoints();
  for (auto c = all.rbegin(); c != all.rend(); ++c) {
    try {
      return Found{c->second, read_checkpoint_info(c->second)};
    } catch (const Error& error) {
      if (note) note(error.what());
    }
  }
  return {};
}

bool RunFolder::resume(World& world, const Intervals& every,
                       const std::function<void(const std::string&)>& note) const {
  make_folder(path_ / "checkpoints");
  make_folder(path_ / "frames");
  const std::optional<Found> found = last_checkpoint(note);
  if (found) load_checkpoint(found->file, world);
  cut_back(found ? found->info.steps : -1, every);
  return found.has_value();
}

void RunFolder::cut_back(std::int64_t step, const Intervals& every) const {
  std::error_code ignored;
  if (fs::exists(history(), ignored))
    write_file_durably(history(), history_until(read_file(history()), step, every.history));
  for (const char* name : series_names) {
    const fs::path series = path_ / "frames" / (std::string(name) + ".hdf.series");
    std::vector<SeriesEntry> kept;
    for (const SeriesEntry& e : read_series(series)) {
      const auto at = step_in(e.file, name, ".hdf");
      if (at && *at <= step && *at % every.frames == 0) kept.push_back(e);
    }
    if (fs::exists(series, ignored)) write_file(series, format_series(kept));
    // Files too: the last may have been written without its series.
    for (const fs::directory_entry& entry : fs::directory_iterator(path_ / "frames", ignored)) {
      const std::string file = entry.path().filename().string();
      const bool listed =
          std::any_of(kept.begin(), kept.end(), [&](const SeriesEntry& e) { return e.file == file; });
      if (step_in(file, name, ".hdf") && !listed) fs::remove(entry.path(), ignored);
    }
  }
  for (const char* folder : {"frames", "checkpoints"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path_ / folder, ignored)) {
      if (entry.path().extension() == ".part")
        fs::remove(entry.path(), ignored);  // the run was killed while writing
    }
  }
  for (const auto& [at, file] : checkpoints()) {
    if (at > step) fs::remove(file, ignored);  // unreadable, else it would have been the last
  }
  keep_last_checkpoints();  // killed after a checkpoint was written, before the oldest was removed
}

std::string history_until(std::string_view text, std::int64_t step, std::int64_t every) {
  std::string kept;
  bool head = true;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(0, end + 1);
    text.remove_prefix(line.size());
    std::int64_t at = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), at);
    const bool row =
        error == std::errc() && rest != line.data() + line.size() && (*rest == ',' || *rest == '\n');
    if (head || (row && at <= step && at % every == 0)) kept += line;
    head = false;
  }
  return kept;
}

}  // namespace scree
