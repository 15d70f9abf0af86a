// Wavefront OBJ: vertices and polygons; what concerns appearance is passed over.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <string>
#include <string_view>

namespace scree {

/// `name` heads the messages. Throws an Error that names the line and the cause.
Surface parse_obj(std::string_view text, const std::string& name);

/// Numbers are written with the fewest digits that read back to the same double.
std::string format_obj(const Surface& surface);

}  // namespace scree
