// Names of the files in the folder of a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

inline constexpr const char* series_names[] = {"bodies", "walls", "contacts", "surfaces"};

/// Returns a name like bodies-000000100.hdf. Steps have leading zeros, so that sorted names are in order
/// of steps.
std::string step_name(const char* name, std::int64_t step, const char* ending);

/// Returns the step in a name that `step_name` made, or nothing for any other name.
std::optional<std::int64_t> step_in(std::string_view file, std::string_view name, std::string_view ending);

/// True if this path exists. A symbolic link without a target exists, too.
bool there(const std::filesystem::path& path);

/// Returns the files in a folder that a run would replace or delete, relative to the folder. scene.toml comes
/// last. `with_page` includes view.html.
std::vector<std::filesystem::path> files_of_run(const std::filesystem::path& path, bool with_page);

}  // namespace scree
