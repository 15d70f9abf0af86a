// Checkpoints: the whole state of a world in one HDF5 file, so that N + M steps and N steps, save, load, M
// steps end with the same bits. docs/reference/run-folder.md describes the file.
#pragma once

#include "scree/io/setup.hpp"

#include <filesystem>
#include <string>

namespace scree {

/// What a checkpoint says about itself, without a world to put it into.
struct CheckpointInfo {
  std::string program;  // the version that wrote it
  std::string scene;    // text that the world was built from
  std::string setup;    // what the state belongs to, see setup_of
  Real time = 0;
  std::int64_t steps = 0;
  int bodies = 0, contacts = 0;
  std::uint64_t hash = 0, state_hash = 0;  // of the physics; of every bit that the file holds
  Ledger ledger;
  Real first_total = 0;
};

/// Written beside, flushed to the disk and renamed: the file is there whole or not at all. Brings the world's
/// ledger up to date and changes nothing else. Compressed it is smaller by a third and takes longer to write:
/// for states to be kept.
void write_checkpoint(const std::filesystem::path& path, World& world, const std::string& scene_text,
                      bool compress = false);

/// Both throw an Error that names the file, the cause and what to do; the world is then as it was.
/// `load_checkpoint` refuses a world of another setup.
CheckpointInfo read_checkpoint_info(const std::filesystem::path& path);
void load_checkpoint(const std::filesystem::path& path, World& world);

}  // namespace scree
