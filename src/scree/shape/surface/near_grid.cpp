#include "scree/shape/surface/near_grid.hpp"

#include "scree/shape/surface/bvh.hpp"

#include <algorithm>

namespace scree {

NearGrid::NearGrid(std::span<const Box> boxes, const Box& bounds, Real reach)
    : lower_(bounds.lower), per_length_(1 / (2 * reach)), reach_(reach) {
  const Vec3 extent = bounds.upper - bounds.lower;
  for (int i = 0; i < 3; ++i) count_[i] = std::max(1, static_cast<int>(extent[i] * per_length_) + 1);
  const Bvh tree(boxes);
  const Real edge = 2 * reach;
  begin_.push_back(0);
  for (int x = 0; x < count_[0]; ++x) {
    for (int y = 0; y < count_[1]; ++y) {
      for (int z = 0; z < count_[2]; ++z) {
        const Vec3 corner =
            lower_ + edge * Vec3{static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
        // Widens the cell slightly more, because the rounding in near() may assign a point to the next cell.
        const Box cell = widened({corner, corner + Vec3{edge, edge, edge}}, reach * (1 + 1e-9));
        tree.for_each_overlap(cell, [&](int item) {
          if (boxes[item].overlaps(cell)) item_.push_back(item);
        });
        std::sort(item_.begin() + begin_.back(), item_.end());
        begin_.push_back(static_cast<int>(item_.size()));
      }
    }
  }
}

}  // namespace scree
