#include "scree/shape/sphere.hpp"

#include "scree/shape/surface/size_range.hpp"

namespace scree {

Sphere make_sphere(Real radius) {
  check_size(radius, "the radius of the sphere");
  return {radius};
}

}  // namespace scree
