// Options whose value is a fraction of a body's size.
#pragma once

#include "verbs.hpp"

#include "scree/math/hd.hpp"

#include <fmt/format.h>

#include <string>

namespace scree::cli {

/// Checks a tolerance given as a fraction of the size.
inline const CLI::Validator fraction_of_size(
    [](const std::string& text) {
      Real value = 0;
      const bool is_number = CLI::detail::lexical_cast(text, value);
      if (is_number && value >= 1e-14 && value <= 0.1) return std::string();
      return fmt::format("{} must be between 1e-14 and 0.1; 1e-6 suits most files", text);
    },
    "");

inline constexpr const char* merge_help =
    "merge neighbouring faces that deviate from one plane by at most this fraction of the size (default: "
    "only "
    "faces that are coplanar to rounding)";

}  // namespace scree::cli
