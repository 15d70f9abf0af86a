// The folder of a run: what it holds, and how a run that was stopped goes on in it.
//
//   scene.toml                 the text that the world is built from
//   history.csv                a row now and then; the first column is the step
//   frames/bodies-<step>.hdf   with bodies.hdf.series; walls, contacts and surfaces alike; one OBJ per shape;
//                              names.json: of shapes, materials and walls
//   scree-paraview.py          shows the frames in ParaView
//   checkpoints/step-<n>.h5    the last two
//   checkpoints/history.csv    the rows of history.csv once more, each with a checksum
//   summary.json               written at the end
//   failed_pairs.json          only where the contact algorithm gave up
//   replaced-<n>/              a run that this one replaces, until this one has ended
//
// A run writes what belongs to a step in this order: history, frame, checkpoint. Then everything up to a
// checkpoint is there when the checkpoint is, and cutting back what came after it leaves the folder as it was
// at that step.
//
// Nothing is deleted before its replacement is complete. What a resumed run will write again stays until its
// next checkpoint; a run that is replaced moves to replaced-<n>, its scene.toml last, and stays there until
// the new run has ended. A move that was cut short is undone by `resumable`.
#pragma once

#include "scree/io/record/checkpoint.hpp"
#include "scree/io/record/history.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace scree {

struct FrameOptions {
  bool surface = false;  // the faces of the bodies too: for small runs
  bool contacts = true;
  bool walls = true;
};

/// What a new run may do to files that are in its folder already.
struct NewRun {
  bool overwrite = false;             // move a run that is there out of the way
  std::string overwrite_marked = {};  // the same, but only a run whose scene.toml has this line
  bool with_page = false;             // the run will write view.html too
  std::string command = {};           // as the user gave it; messages show it with --overwrite
};

class RunFolder {
 public:
  using Note = std::function<void(const std::string&)>;

  /// Makes a folder for a new run. Throws an Error, with the folder untouched, where files are in the way
  /// that must not be replaced. Files of other names stay as they are.
  static RunFolder create(const std::filesystem::path& path, const std::string& scene_text,
                          const NewRun& run = {});
  /// The folder of a run that was begun. Throws an Error when there is none.
  static RunFolder open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const std::string& scene_text() const { return scene_text_; }
  HistoryFiles history() const { return {path_ / "history.csv", path_ / "checkpoints" / "history.csv"}; }

  /// Both throw an Error when a file cannot be written, which says from which checkpoint the run can go on.
  void frame(const World& world, const FrameOptions& options = {});
  /// The new one and the one before it stay. Older ones are removed, and what a resumed run has replaced.
  void checkpoint(World& world);

  struct Found {
    std::filesystem::path file;
    CheckpointInfo info;
  };
  /// Returns the newest checkpoint that is whole. Tells `note` what is wrong with newer ones.
  std::optional<Found> last_checkpoint(const Note& note = {}) const;

  /// Steps between rows, frames and checkpoints. They tell what a stopped run wrote besides.
  struct Intervals {
    std::int64_t history = 1, frames = 1, checkpoints = 1;
  };
  /// Returns the checkpoint to resume from, or nothing where the run never wrote one. Throws an Error, with
  /// the folder untouched, where checkpoints are damaged or lost.
  std::optional<Found> resumable(const Intervals& every, const Note& note = {}) const;
  /// Puts a checkpoint into a world built from the scene, and cuts history and frames back to it. Restores
  /// rows from their copy and lists of frames from the frames, and tells `note` what was damaged.
  void resume(const Found& checkpoint, World& world, const Intervals& every, const Note& note = {});
  /// The same run from its beginning, of a scene text; what the folder holds of it moves to replaced-<n>.
  RunFolder restarted(const std::string& scene_text) const;

  /// The folder that the run before this one has moved to, if `create` moved one.
  const std::optional<std::filesystem::path>& replaced() const { return replaced_; }
  /// Removes the runs that this one has replaced. To be called when it has ended.
  void remove_replaced() const;

  /// The number of frames written so far.
  int frame_count() const;

 private:
  RunFolder(std::filesystem::path path, std::string scene_text)
      : path_(std::move(path)), scene_text_(std::move(scene_text)) {}
  template <class Write>
  void or_say_what_is_left(Write write) const;
  void add_to_series(const char* name, const World& world, const std::string& bytes) const;
  std::vector<std::pair<std::int64_t, std::filesystem::path>> checkpoints() const;  // by step
  void keep_last_checkpoints() const;                                               // two
  void cut_history(const World& world, std::int64_t every, const Note& note);
  void cut_series(const char* name, std::int64_t step, std::int64_t every, const Note& note);
  void remove_later_files(const std::filesystem::path& new_checkpoint);

  std::filesystem::path path_;
  std::string scene_text_;
  std::optional<std::filesystem::path> replaced_;
  std::vector<std::filesystem::path> later_;  // files of steps that a resumed run comes to again
};

}  // namespace scree
