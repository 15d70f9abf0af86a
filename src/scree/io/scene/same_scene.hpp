// Checks that a run continues with the scene that it was started with. Compares every key, and the content of
// every file that a key names, except for the keys that `changeable_keys` lists.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <optional>

namespace scree {

/// Returns the text that a run folder and its checkpoints store for a scene: the path of the scene, a hash of
/// each file that the scene names, and every key with its value. `parse_scene` reads this text again. Throws
/// an Error if a file cannot be read.
std::string kept_scene(const Scene& scene);

/// Returns the scene file in the first line of a kept scene; empty if the text does not name it.
std::filesystem::path scene_file_of(std::string_view kept);

/// Returns the first difference of two kept scenes except for keys that may change, such as "run.seed is 2
/// and was 1"; none if they agree. Messages about a text that is not a scene begin with `location`.
std::optional<std::string> scene_difference(std::string_view begun, std::string_view now,
                                            const std::string& location);

/// Throws an Error if the run in a folder was started with another scene.
void check_begun_with(const Scene& given, std::string_view begun, const std::filesystem::path& folder);

/// Throws an Error if the scene of a run folder, or a file that it names, has changed since a checkpoint was
/// written. Here run.end may not change either, because the intervals of the output depend on it.
void check_unchanged(const Scene& scene, std::string_view saved, const std::filesystem::path& folder);

}  // namespace scree
