// Whether a run goes on with the scene that it was begun with: every key is compared, and the content of
// every file that a key names, except for the keys that `changeable_keys` lists.
#pragma once

#include "scree/io/scene/scene.hpp"

#include <optional>

namespace scree {

/// What a run folder and its checkpoints keep of a scene: where it lies, a hash of each file that it names,
/// and every key with its value. `parse_scene` reads it again. Throws an Error where a file cannot be read.
std::string kept_scene(const Scene& scene);

/// The scene file in the first line of a kept scene; empty: it does not say.
std::filesystem::path scene_file_of(std::string_view kept);

/// The first difference of two kept scenes, but for keys that may change: "run.seed is 2 and was 1". None:
/// they are the same. `place` heads the messages about a text that is no scene.
std::optional<std::string> scene_difference(std::string_view begun, std::string_view now,
                                            const std::string& place);

/// Throws an Error when a scene is not the one that the run in a folder was begun with.
void check_begun_with(const Scene& given, std::string_view begun, const std::filesystem::path& folder);

/// Throws an Error when the scene of a run folder, or a file that it names, is not what it was when a
/// checkpoint was written. Here run.end may not change either: the intervals of the output follow from it.
void check_unchanged(const Scene& scene, std::string_view saved, const std::filesystem::path& folder);

}  // namespace scree
