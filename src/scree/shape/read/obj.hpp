// Wavefront OBJ: vertices and polygons; statements about appearance are skipped.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <string>
#include <string_view>

namespace scree {

/// Parses an OBJ file. Throws an Error that names the line and the cause. Its message begins with `name`.
Surface parse_obj(std::string_view text, const std::string& name);

/// Formats a surface as OBJ, with the fewest digits that read back to the same double.
std::string format_obj(const Surface& surface);

}  // namespace scree
