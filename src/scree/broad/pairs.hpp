// Which bodies may touch: pairs of bounding spheres nearer than a margin.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <vector>

namespace scree {

struct Pair {
  int a = 0, b = 0;  // a < b

  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Bounding spheres, one a body.
struct Spheres {
  std::span<const Vec3> center;
  std::span<const Real> radius;

  int count() const { return static_cast<int>(center.size()); }
  /// Whether the gap between two of them is at most `margin`.
  bool near(int a, int b, Real margin) const {
    const Real reach = radius[a] + radius[b] + margin;
    return length_squared(center[b] - center[a]) <= reach * reach;
  }
};

/// All pairs with a gap of at most `margin`, sorted by a, then b.
std::vector<Pair> all_pairs(const Spheres& spheres, Real margin);   // every one with every other: the oracle
std::vector<Pair> grid_pairs(const Spheres& spheres, Real margin);  // by a grid for each class of sizes

}  // namespace scree
