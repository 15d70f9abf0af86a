// Messages about a text that is not valid TOML: line and key where the fault begins, and a remedy.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace scree {

/// Returns the message for a text that toml++ rejected: "scene.toml, line 8: this is not TOML: ...".
std::string toml_fault(std::string_view text, const std::string& file, const toml::parse_error& error);

}  // namespace scree
