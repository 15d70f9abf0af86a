// Checks options that name a file to write.
#pragma once

#include "scree/error.hpp"
#include "scree/text.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace scree::cli {

inline void check_ending(std::string_view option, const std::string& file, std::string_view ending) {
  if (!file.empty() && !is_word(std::filesystem::path(file).extension().string(), ending))
    fail("{} {}: the name must end in {}.", option, file, ending);
}

}  // namespace scree::cli
