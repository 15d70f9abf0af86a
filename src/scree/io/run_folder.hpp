// The folder of a run: what it holds, and how a run that was stopped goes on in it.
//
//   scene.toml                 the text that the world is built from
//   history.csv                a row now and then; the first column is the step
//   frames/bodies-<step>.hdf   with bodies.hdf.series; walls, contacts and surfaces alike; one OBJ per shape;
//                              names.json: of shapes, materials and walls
//   scree-paraview.py          shows the frames in ParaView
//   checkpoints/step-<n>.h5    the last two
//   summary.json               written at the end
//   failed_pairs.json          only where the contact algorithm gave up
//
// A run writes what belongs to a step in this order: history, frame, checkpoint. Then everything up to a
// checkpoint is there when the checkpoint is, and cutting back what came after it leaves the folder as it was
// at that step.
#pragma once

#include "scree/io/checkpoint.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace scree {

struct FrameOptions {
  bool surface = false;  // the faces of the bodies too: for small runs
  bool contacts = true;
  bool walls = true;
};

class RunFolder {
 public:
  /// Makes a folder for a new run. A run that is in it already is removed, file by file, or else refused with
  /// an Error.
  static RunFolder create(const std::filesystem::path& path, const std::string& scene_text,
                          bool replace = false);
  /// The folder of a run that was begun. Throws an Error when there is none.
  static RunFolder open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const std::string& scene_text() const { return scene_text_; }
  std::filesystem::path history() const { return path_ / "history.csv"; }

  /// Both throw an Error when a file cannot be written, which says from which checkpoint the run can go on.
  void frame(const World& world, const FrameOptions& options = {});
  /// The new one and the one before it stay, older ones are removed.
  void checkpoint(World& world);

  struct Found {
    std::filesystem::path file;
    CheckpointInfo info;
  };
  /// The newest checkpoint that is whole. What is wrong with newer ones is told by `note`.
  std::optional<Found> last_checkpoint(const std::function<void(const std::string&)>& note = {}) const;

  /// Steps at which rows and frames are written, so that what a stopped run wrote besides can be told from
  /// them.
  struct Intervals {
    std::int64_t history = 1, frames = 1;
  };
  /// Puts the last good checkpoint into a world built from the scene, and cuts history and frames back to it.
  /// False: there is none, and the run begins anew.
  bool resume(World& world, const Intervals& every,
              const std::function<void(const std::string&)>& note = {}) const;

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
  void cut_back(std::int64_t step, const Intervals& every) const;

  std::filesystem::path path_;
  std::string scene_text_;
};

/// The rows of a history up to a step, those at multiples of `every` only; the head stays, half a row at the
/// end is dropped.
std::string history_until(std::string_view text, std::int64_t step, std::int64_t every = 1);

}  // namespace scree
