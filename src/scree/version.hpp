// The version of the library, as given to CMake.
#pragma once

namespace scree {

const char* version();

}  // namespace scree
