// Whole files in, whole files out. A file is written beside its place and renamed: it is there complete or
// not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace scree {

/// Both throw an Error that names the file and the system's reason.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace scree
