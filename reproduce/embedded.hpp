// Files that are built into the program, so that it works in any folder and after a move.
#pragma once

#include <string_view>

namespace scree::reproduce {

/// Returns the bytes of a file that reproduce/CMakeLists.txt lists. Throws an Error for any other name.
std::string_view embedded(std::string_view name);

}  // namespace scree::reproduce
