// Round bodies of `scree query`, given by name and numbers: sphere:r=1, ellipsoid:a=1,b=2,c=0.5, or for
// example superquadric:a=1,b=1,c=2,n1=8,n2=4.
#pragma once

#include "scree/shape/superquadric.hpp"

#include <optional>
#include <string>

namespace scree::cli {

/// Returns the body, or nothing if the text names another kind. Throws an Error for a wrong key or number.
std::optional<Superquadric> round_body(const std::string& text);

}  // namespace scree::cli
