// Moves runs that are to be replaced into a folder of their own, where they stay until the new run has ended.
// The program may be killed at any moment. Then no file has moved, or all files are in the new folder, or
// `undo_move` can bring all of them back.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace scree {

/// Moves files of a run, given relative to its folder, into replaced-<n> in that folder; scene.toml moves
/// last. Returns the new folder, if there was anything to move.
std::optional<std::filesystem::path> set_aside(const std::filesystem::path& path,
                                               const std::vector<std::filesystem::path>& files);

/// Returns the temporary folder that files move to before it gets its number. It exists only during the move.
std::filesystem::path moving_folder(const std::filesystem::path& path);

/// Returns the runs that were set aside in a folder.
std::vector<std::filesystem::path> set_aside_in(const std::filesystem::path& path);

/// Removes a run that was set aside; files that do not belong to a run stay.
void remove_set_aside(const std::filesystem::path& folder);

/// Brings back the files of a run that was about to be replaced when the program was killed.
void undo_move(const std::filesystem::path& path);

}  // namespace scree
