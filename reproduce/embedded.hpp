// Files that are built into the program, so that it does not depend on the folder of the sources.
#pragma once

#include <string_view>

namespace scree::reproduce {

/// Returns the bytes of a file that reproduce/CMakeLists.txt lists. Throws an Error for any other name.
std::string_view embedded(std::string_view name);

}  // namespace scree::reproduce
