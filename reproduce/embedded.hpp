// Files that are built into the program, so that it works wherever it is started and wherever it is moved.
#pragma once

#include <string_view>

namespace scree::reproduce {

/// The bytes of one of the files that reproduce/CMakeLists.txt lists; an Error for any other name.
std::string_view embedded(std::string_view name);

}  // namespace scree::reproduce
