// Checkpoints: the whole state of a world in one HDF5 file. N + M steps end with the same bits as N steps, a
// save, a load and M steps. docs/reference/run-folder.md describes the file.
#pragma once

#include "scree/io/record/setup.hpp"

#include <filesystem>
#include <string>

namespace scree {

/// Information that can be read from a checkpoint without a world.
struct CheckpointInfo {
  std::string program;  // version of the program that wrote it
  std::string scene;    // text from which the world was built
  std::string setup;    // setup that the state belongs to, see setup_of
  Real time = 0;
  std::int64_t steps = 0;
  int bodies = 0, contacts = 0;
  std::uint64_t hash = 0, state_hash = 0;  // hash of the physics; hash of every bit in the file
  Ledger ledger;
  Real first_total = 0;
};

/// Writes a checkpoint to a second file, flushes it to the disk and renames it, so that the file is either
/// complete or absent. Updates the ledger of the world and changes nothing else. Compression makes the file
/// smaller by a third and takes longer: use it for checkpoints that are kept.
void write_checkpoint(const std::filesystem::path& path, World& world, const std::string& scene_text,
                      bool compress = false);

/// Read the information of a checkpoint, or load its state into a world. On failure both functions throw an
/// Error that names the file, the cause and the remedy, and leave the world unchanged. `load_checkpoint`
/// refuses a world of another setup.
CheckpointInfo read_checkpoint_info(const std::filesystem::path& path);
void load_checkpoint(const std::filesystem::path& path, World& world);

}  // namespace scree
