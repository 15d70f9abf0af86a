#include "scree/shape/half_space.hpp"

#include "scree/error.hpp"

namespace scree {

HalfSpace make_half_space(Vec3 outward, Vec3 point) {
  const Real size = length(outward);
  if (!(size > 0) || !std::isfinite(size) || !is_finite(point)) {
    fail("a half-space needs an outward direction that is not zero and a finite point.");
  }
  const Vec3 normal = outward / size;
  return {normal, dot(normal, point)};
}

}  // namespace scree
