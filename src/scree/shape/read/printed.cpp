#include "scree/shape/read/printed.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Half a unit of the last decimal place of a number with 5 to 12 significant digits, otherwise 0.
Real half_last_digit(Real x) {
  const Real size = std::abs(x);
  if (!(size > 1e-30) || !(size < 1e30)) return 0;
  const int leading = static_cast<int>(std::floor(std::log10(size)));  // decimal exponent of the first digit
  for (int digits = 1; digits <= 12; ++digits) {
    const Real unit = std::pow(10.0, leading - digits + 1), count = size / unit;
    if (std::abs(count - std::round(count)) <= 4e-15 * count) return digits >= 5 ? unit / 2 : 0;
  }
  return 0;
}

}  // namespace

Real printed_error(const Surface& surface) {
  Real error = 0;
  for (const Vec3 v : surface.vertices)
    error = std::max({error, half_last_digit(v.x), half_last_digit(v.y), half_last_digit(v.z)});
  return std::min(error, 2.5e-5 * bounding_box(surface.vertices).diagonal());
}

}  // namespace scree
