// The broad phase: finds the pairs of bodies that may touch because the gap between their bounding spheres is
// at most a margin.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <vector>

namespace scree {

struct Pair {
  int a = 0, b = 0;  // a < b

  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Bounding spheres, one per body.
struct Spheres {
  std::span<const Vec3> center;
  std::span<const Real> radius;

  int count() const { return static_cast<int>(center.size()); }
  /// True if the gap between spheres a and b is at most `margin`.
  bool near(int a, int b, Real margin) const {
    const Real reach = radius[a] + radius[b] + margin;
    return length_squared(center[b] - center[a]) <= reach * reach;
  }
};

/// Returns all pairs of spheres with a gap of at most `margin`, sorted by a, then by b.
std::vector<Pair> all_pairs(const Spheres& spheres, Real margin);   // reference: compares all pairs
std::vector<Pair> grid_pairs(const Spheres& spheres, Real margin);  // uses one grid per size class

}  // namespace scree
