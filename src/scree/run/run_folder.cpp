#include "scree/run/run_folder.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/record/frames.hpp"
#include "scree/io/view/page.hpp"
#include "scree/io/view/run_view.hpp"
#include "scree/run/run_files.hpp"
#include "scree/run/set_aside.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;

std::vector<SeriesEntry> read_series(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  return parse_series(read_file(file), file.string());
}

/// Throws an Error that names the files that prevent a new run and says what the user can do.
[[noreturn]] void refuse(const fs::path& path, const std::vector<fs::path>& files, const NewRun& run) {
  const std::string replace =
      run.command.empty() ? std::string(".") : fmt::format(", or replace it: {} --overwrite", run.command);
  const fs::path summary = path / "summary.json";
  if (!there(path / "scene.toml")) {
    const std::vector<fs::path> aside = set_aside_in(path);
    const fs::path first = path / (!files.empty()   ? files.front()
                                   : !aside.empty() ? aside.front().filename()
                                                    : moving_folder({}));
    const std::string others = files.size() > 1 ? fmt::format(" (and {} more)", files.size() - 1) : "";
    fail("{}{}: the run would replace this file. Move it, give another folder with --out{}", first.string(),
         others, replace);
  }
  std::error_code ignored;
  const bool ended = fs::exists(summary, ignored) &&
                     read_file(summary).find("\"ended_by\": \"stopped\"") == std::string::npos;
  if (ended)
    fail("{}: there is a finished run in this folder. Give another folder with --out{}", path.string(),
         replace);
  fail(
      "{0}: there is an unfinished run in this folder. Continue it with 'scree resume {0}', give another "
      "folder with --out{1}",
      path.string(), replace);
}

}  // namespace

RunFolder RunFolder::create(const fs::path& path, const std::string& scene_text, const NewRun& run) {
  RunFolder folder(path, scene_text);
  const std::vector<fs::path> files = files_of_run(path, run.with_page);
  // A run also counts as present if it was set aside for a new run that never wrote its scene.
  const bool half_replaced =
      there(moving_folder(path)) || (!there(path / "scene.toml") && !set_aside_in(path).empty());
  if (!files.empty() || half_replaced) {
    const bool marked =
        !run.overwrite_marked.empty() && there(path / "scene.toml") &&
        read_file(path / "scene.toml").find("\n" + run.overwrite_marked + "\n") != std::string::npos;
    if (!run.overwrite && !marked) refuse(path, files, run);
    folder.replaced_ = set_aside(path, files);
  }
  make_folder(path);  // create it first, because messages name the folder
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

/// Calls `write`. If it fails, the Error names the step from which the run can be resumed.
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
    std::error_code ignored;
    const fs::path frames = path_ / "frames";
    const auto shape_file = [&](std::size_t s) { return frames / fmt::format("shape-{}.obj", s); };
    bool complete = fs::exists(frames / "names.json", ignored);
    for (std::size_t s = 0; s < world.shapes.all.size(); ++s)
      complete = complete && fs::exists(shape_file(s), ignored);
    if (!complete) {
      const ViewCast cast = view_cast(world);
      for (std::size_t s = 0; s < cast.shapes.size(); ++s) {
        if (!fs::exists(shape_file(s), ignored)) write_file(shape_file(s), format_shape(cast.shapes[s]));
      }
      if (!fs::exists(frames / "names.json", ignored)) write_file(frames / "names.json", format_names(cast));
    }
    const fs::path script = path_ / "scree-paraview.py";
    if (!fs::exists(script, ignored)) write_file(script, viewer_file("scree-paraview.py"));
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
  remove_later_files(file);
  keep_last_checkpoints();
}

/// Removes the later files of the interrupted run at the first checkpoint of the resumed run. Files that the
/// resumed run has written again are in its series by then, and stay.
void RunFolder::remove_later_files(const fs::path& new_checkpoint) {
  if (later_.empty()) return;
  std::set<fs::path> kept = {new_checkpoint};
  for (const char* name : series_names) {
    for (const SeriesEntry& e : read_series(path_ / "frames" / (std::string(name) + ".hdf.series")))
      kept.insert(path_ / "frames" / e.file);
  }
  std::error_code ignored;
  for (const fs::path& file : later_) {
    if (!kept.contains(file)) fs::remove(file, ignored);
  }
  later_.clear();
}

void RunFolder::keep_last_checkpoints() const {
  const auto all = checkpoints();
  std::error_code ignored;
  for (std::size_t i = 0; i + 2 < all.size(); ++i) fs::remove(all[i].second, ignored);
}

std::optional<RunFolder::Found> RunFolder::last_checkpoint(const Note& note) const {
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

namespace {

/// Returns the last step in the history and the frames of a run; -1 if there is none. If the history cannot
/// be read, returns the largest number.
std::int64_t last_step_seen(const fs::path& path) {
  std::int64_t last = -1;
  std::error_code ignored;
  for (const fs::path& file : {path / "history.csv", path / "checkpoints" / "history.csv"}) {
    if (!fs::exists(file, ignored)) continue;
    const std::string bytes = read_file(file);
    if (const std::string_view head = "step,time_s";
        bytes.substr(0, head.size()) != head.substr(0, bytes.size()))
      return std::numeric_limits<std::int64_t>::max();
    std::string_view text = bytes;
    for (next_line(text); text.find('\n') != std::string_view::npos;)
      last = std::max(last, step_of_row(next_line(text)).value_or(-1));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path / "frames", ignored)) {
    for (const char* name : series_names)
      last = std::max(last, step_in(entry.path().filename().string(), name, ".hdf").value_or(-1));
  }
  return last;
}

/// Returns a name for a damaged file that is kept: FILE.damaged, or FILE.damaged-2 and so on.
fs::path damaged_name(const fs::path& file) {
  fs::path name = file;
  name += ".damaged";
  for (int n = 2; there(name); ++n) name = file, name += fmt::format(".damaged-{}", n);
  return name;
}

}  // namespace

std::optional<RunFolder::Found> RunFolder::resumable(const Intervals& every, const Note& note) const {
  undo_move(path_);
  const auto say = [&](const std::string& text) {
    if (note) note(text);
  };
  std::vector<std::string> damaged;
  std::optional<Found> found = last_checkpoint([&](const std::string& text) { damaged.push_back(text); });
  for (const std::string& text : damaged) say(text);
  const std::string remedy = fmt::format(
      "Nothing was changed. Put an intact checkpoint into {}, or start again from the beginning: 'scree "
      "resume "
      "{} "
      "--restart'.",
      (path_ / "checkpoints").string(), path_.string());
  if (!found && !damaged.empty())
    fail("{}: no checkpoint of this run can be read. {}", path_.string(), remedy);
  const std::int64_t last = last_step_seen(path_);
  if (!found) {
    // Only the first checkpoint may be missing, and only if the run was killed while writing it.
    if (last > every.checkpoints || there(path_ / "summary.json"))
      fail("{}: the checkpoints of this run are missing, although it had written some. {}", path_.string(),
           remedy);
    return {};
  }
  if (damaged.empty() && last > found->info.steps + every.checkpoints &&
      last < std::numeric_limits<std::int64_t>::max()) {
    say(fmt::format(
        "{}: the run had reached step {}, but its newest checkpoint is of step {}. The resumed run "
        "computes the steps in between again.",
        path_.string(), last, found->info.steps));
  }
  return found;
}

void RunFolder::resume(const Found& checkpoint, World& world, const Intervals& every, const Note& note) {
  const auto say = [&](const std::string& text) {
    if (note) note(text);
  };
  load_checkpoint(checkpoint.file, world);
  make_folder(path_ / "checkpoints");
  make_folder(path_ / "frames");
  later_.clear();
  cut_history(world, every.history, say);
  for (const char* name : series_names) cut_series(name, world.steps, every.frames, say);
  std::error_code ignored;
  for (const fs::path& file : files_of_run(path_, true)) {
    if (file.extension() == ".part")
      fs::remove(path_ / file, ignored);  // the run was killed while writing this file
  }
  for (const auto& [at, file] : checkpoints()) {
    if (at > world.steps) later_.push_back(file);  // unreadable, or the run would resume from it
  }
  if (checkpoints().back().first == world.steps)
    keep_last_checkpoints();  // the run was killed before it could do this
}

RunFolder RunFolder::restarted(const std::string& scene_text) const {
  return create(path_, scene_text, {.overwrite = true});
}

void RunFolder::remove_replaced() const {
  for (const fs::path& folder : set_aside_in(path_)) remove_set_aside(folder);
}

void RunFolder::cut_history(const World& world, std::int64_t every, const Note& note) {
  const HistoryFiles files = history();
  std::error_code ignored;
  const auto text_of = [&](const fs::path& file) {
    return fs::exists(file, ignored) ? read_file(file) : std::string();
  };
  const std::string rows = text_of(files.rows), copy = text_of(files.copy);
  const HistoryAtStep found = history_at(rows, copy, history_head(world), world.steps, every);
  const std::string name = files.rows.string();
  std::string kept;
  if (found.damaged && !rows.empty()) {
    const fs::path original = damaged_name(files.rows);
    write_file_durably(original, rows);
    kept = fmt::format(" The damaged file is kept as {}.", original.string());
  }
  const auto count = [&](const std::vector<std::int64_t>& steps) {
    return fmt::format("{} row{} (step{} {})", steps.size(), steps.size() == 1 ? "" : "s",
                       steps.size() == 1 ? "" : "s", steps_in_words(steps, every));
  };
  if (!found.restored.empty()) {
    note(fmt::format("{}: damaged or missing: {}, restored from the copy in {}.{}", name,
                     count(found.restored), files.copy.string(), found.lost.empty() ? kept : ""));
  }
  if (!found.lost.empty()) {
    note(fmt::format(
        "{}: lost: {}, damaged or missing here and in the copy in {}. The run continues without them.{}",
        name, count(found.lost), files.copy.string(), kept));
  }
  if (found.damaged && found.restored.empty() && found.lost.empty())
    note(
        fmt::format("{}: its first line was damaged, or other lines were not rows. Both are now corrected.{}",
                    name, kept));
  if (!found.has_copy) {
    note(fmt::format("{}: {} is missing, so the rows up to step {} cannot be checked.", name,
                     files.copy.string(), world.steps));
  } else if (!found.unchecked.empty()) {
    note(fmt::format(
        "{}: not checked: {}, whose checksums in {} are damaged or missing. They stay as they are.", name,
        count(found.unchecked), files.copy.string()));
  }
  if (rows != found.rows && !rows.empty()) {
    fs::path uncut = files.rows;
    uncut += ".uncut";
    if (!found.damaged && !there(uncut)) write_file_durably(uncut, rows);
    later_.push_back(uncut);
  }
  if (copy != found.copy) write_file_durably(files.copy, found.copy);
  if (rows != found.rows) write_file_durably(files.rows, found.rows);
}

/// Finds the existing frames of a series at multiples of `every` up to a step, lists them and checks them.
void RunFolder::cut_series(const char* name, std::int64_t step, std::int64_t every, const Note& note) {
  const fs::path frames = path_ / "frames", series = frames / (std::string(name) + ".hdf.series");
  std::map<std::int64_t, fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(frames, ignored)) {
    if (const auto at = step_in(entry.path().filename().string(), name, ".hdf")) files[*at] = entry.path();
  }
  const bool listed = fs::exists(series, ignored);
  if (!listed && files.empty() && name != series_names[0]) return;  // the run does not write this series
  std::map<std::int64_t, SeriesEntry> before;
  try {
    for (const SeriesEntry& e : read_series(series)) {
      if (const auto at = step_in(e.file, name, ".hdf")) before[*at] = e;
    }
  } catch (const Error&) {
    note(fmt::format("{}: the list of frames is damaged. It is rebuilt from the frames.", series.string()));
  }
  std::vector<SeriesEntry> kept;
  std::vector<std::string> damaged;
  for (std::int64_t s = 0; s <= step; s += every) {
    const auto entry = before.find(s);
    const auto file = files.find(s);
    std::optional<double> time;
    try {
      if (file == files.end()) {
        fail("{}: the frame is missing.", (frames / step_name(name, s, ".hdf")).string());
      }
      time = check_vtkhdf(read_file(file->second), file->second.string());
    } catch (const Error& error) { damaged.emplace_back(error.what()); }
    if (entry != before.end()) {
      kept.push_back(entry->second);
      if (time) kept.back().time = *time;
    } else if (time) {
      kept.push_back({file->second.filename().string(), *time});
    }
    files.erase(s);
  }
  constexpr std::size_t shown_at_most = 10;
  for (std::size_t i = 0; i < std::min(damaged.size(), shown_at_most); ++i) note(damaged[i]);
  if (!damaged.empty()) {
    note(
        fmt::format("{}: {} of its {} frames up to step {} are damaged or missing. The run continues; only a "
                    "new run of the scene can replace them.",
                    series.string(), damaged.size(), step / every + 1, step));
  }
  for (const auto& [at, file] : files) later_.push_back(file);
  const std::string text = format_series(kept);
  if (!listed || read_file(series) != text) write_file(series, text);
}

}  // namespace scree
