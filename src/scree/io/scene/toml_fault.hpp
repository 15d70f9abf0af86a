// What is wrong with a text that is no TOML, in words: the line and the key where the fault begins, and how
// to correct it.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace scree {

/// Returns the message for a text that toml++ refused: "scene.toml, line 8: this is not TOML: ...".
std::string toml_fault(std::string_view text, const std::string& file, const toml::parse_error& error);

}  // namespace scree
