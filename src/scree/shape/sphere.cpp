#include "scree/shape/sphere.hpp"

#include "scree/error.hpp"

namespace scree {

Sphere make_sphere(Real radius) {
  if (!(radius > 0) || !std::isfinite(radius))
    fail("a sphere's radius must be positive, it is {} m.", radius);
  return {radius};
}

}  // namespace scree
