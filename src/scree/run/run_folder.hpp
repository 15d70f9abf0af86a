// The folder of a run: which files it contains, and how a stopped run continues in it.
//
//   scene.toml                 the text from which the world is built
//   history.csv                rows at regular intervals; the first column is the step
//   frames/bodies-<step>.hdf   with bodies.hdf.series; likewise walls, contacts, surfaces; one OBJ per shape;
//                              names.json: names of shapes, materials and walls
//   scree-paraview.py          shows the frames in ParaView
//   checkpoints/step-<n>.h5    the last two
//   checkpoints/history.csv    the rows of history.csv again, each with a checksum
//   summary.json               written at the end
//   failed_pairs.json          only if the contact algorithm gave up queries
//   replaced-<n>/              a run that this one replaces, until this one ends
//
// A run writes the files of a step in this order: history, frame, checkpoint. So if a checkpoint exists,
// everything up to its step exists, and removing everything later restores the folder as it was at that step.
//
// Nothing is deleted before its replacement is complete. Files that a resumed run will write again stay until
// its next checkpoint. A run that is replaced moves to replaced-<n>, its scene.toml last, and stays there
// until the new run has ended. `resumable` undoes an interrupted move.
#pragma once

#include "scree/io/record/checkpoint.hpp"
#include "scree/io/record/history.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace scree {

struct FrameOptions {
  bool surface = false;  // also writes the faces of the bodies; meant for small runs
  bool contacts = true;
  bool walls = true;
};

/// Permissions of a new run for files that already exist in its folder.
struct NewRun {
  bool overwrite = false;             // moves an existing run out of the way
  std::string overwrite_marked = {};  // like `overwrite`, but only for a run whose scene.toml has this line
  bool with_page = false;             // the run will also write view.html
  std::string command = {};           // command of the user; messages show it with --overwrite
};

class RunFolder {
 public:
  using Note = std::function<void(const std::string&)>;

  /// Creates a folder for a new run. Throws an Error and leaves the folder unchanged if it contains files
  /// that must not be replaced. Files with other names stay.
  static RunFolder create(const std::filesystem::path& path, const std::string& scene_text,
                          const NewRun& run = {});
  /// Opens the folder of an earlier run. Throws an Error if there is none.
  static RunFolder open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const std::string& scene_text() const { return scene_text_; }
  HistoryFiles history() const { return {path_ / "history.csv", path_ / "checkpoints" / "history.csv"}; }

  /// Writes a frame. If a file cannot be written, throws an Error that names the checkpoint from which the
  /// run can be resumed. `checkpoint` does the same.
  void frame(const World& world, const FrameOptions& options = {});
  /// Writes a checkpoint and keeps the previous one. Removes older checkpoints and the files that a resumed
  /// run has replaced.
  void checkpoint(World& world);

  struct Found {
    std::filesystem::path file;
    CheckpointInfo info;
  };
  /// Returns the newest complete checkpoint. Reports faults of newer checkpoints to `note`.
  std::optional<Found> last_checkpoint(const Note& note = {}) const;

  /// Numbers of steps between rows, frames and checkpoints. They determine what else a stopped run
  /// has written.
  struct Intervals {
    std::int64_t history = 1, frames = 1, checkpoints = 1;
  };
  /// Returns the checkpoint to resume from, or nothing if the run never wrote one. Throws an Error and leaves
  /// the folder unchanged if checkpoints are damaged or lost.
  std::optional<Found> resumable(const Intervals& every, const Note& note = {}) const;
  /// Loads a checkpoint into a world built from the scene, and cuts history and frames back to it. Restores
  /// rows from their copy and lists of frames from the frames, and reports damage to `note`.
  void resume(const Found& checkpoint, World& world, const Intervals& every, const Note& note = {});
  /// Starts the same run again from a scene text. All files of the run in the folder move to replaced-<n>.
  RunFolder restarted(const std::string& scene_text) const;

  /// Folder that the previous run has moved to, if `create` moved one.
  const std::optional<std::filesystem::path>& replaced() const { return replaced_; }
  /// Removes the runs that this one has replaced. Call it when this run has ended.
  void remove_replaced() const;

  /// Returns the number of frames written so far.
  int frame_count() const;

 private:
  RunFolder(std::filesystem::path path, std::string scene_text)
      : path_(std::move(path)), scene_text_(std::move(scene_text)) {}
  template <class Write>
  void or_say_what_is_left(Write write) const;
  void add_to_series(const char* name, const World& world, const std::string& bytes) const;
  std::vector<std::pair<std::int64_t, std::filesystem::path>> checkpoints() const;  // sorted by step
  void keep_last_checkpoints() const;                                               // keeps the last two
  void cut_history(const World& world, std::int64_t every, const Note& note);
  void cut_series(const char* name, std::int64_t step, std::int64_t every, const Note& note);
  void remove_later_files(const std::filesystem::path& new_checkpoint);

  std::filesystem::path path_;
  std::string scene_text_;
  std::optional<std::filesystem::path> replaced_;
  std::vector<std::filesystem::path> later_;  // files of steps that a resumed run will reach again
};

}  // namespace scree
