// Range of sizes that Scree accepts. Moments of inertia scale with the fifth power of the size. For sizes in
// this range, the moments and their products are far from overflow and underflow of a double.
#pragma once

#include "scree/error.hpp"
#include "scree/math/hd.hpp"

#include <cmath>
#include <string_view>

namespace scree {

inline constexpr Real smallest_size = 1e-30, largest_size = 1e30;  // m

/// Throws an Error unless a length is within the range; `what` begins the message ("the sphere's radius").
inline void check_size(Real length, std::string_view what) {
  if (length >= smallest_size && length <= largest_size) return;
  fail("{} is {:.6g} m. Lengths must be positive, from {:g} to {:g} m; choose another size.", what, length,
       smallest_size, largest_size);
}

/// Throws an Error unless a coordinate of a file is within the range; `location` begins the message.
template <class Location>
void check_coordinate(Real x, Location location) {
  if (std::abs(x) <= largest_size) return;
  fail("{}: the coordinate {:.6g} is too large. Scree computes up to {:g} m; correct the file.", location(),
       x, largest_size);
}

}  // namespace scree
