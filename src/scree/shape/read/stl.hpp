// STL, binary and ASCII: a set of triangles without shared vertices (`clean` welds them).
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <string>
#include <string_view>

namespace scree {

/// Parses an STL file. Throws an Error that names the triangle or line and the cause. The message of the
/// Error begins with `name`.
Surface parse_stl(std::string_view bytes, const std::string& name);

/// Formats a surface as STL; cuts faces with more than three corners into triangles. The binary format stores
/// single precision only.
std::string format_stl_ascii(const Surface& surface);
std::string format_stl_binary(const Surface& surface);

}  // namespace scree
