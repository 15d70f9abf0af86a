// Finds the boxes near a point by a grid over the bounds of all boxes.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <span>
#include <vector>

namespace scree {

class NearGrid {
 public:
  NearGrid() = default;
  NearGrid(std::span<const Box> boxes, const Box& bounds, Real reach);

  Real reach() const { return reach_; }

  /// Returns the boxes stored for the cell that contains p. If p lies in the bounds, they include every box
  /// within reach of p.
  std::span<const int> near(Vec3 p) const {
    int cell = 0;
    for (int i = 0; i < 3; ++i) {
      const int at = static_cast<int>((p[i] - lower_[i]) * per_length_);
      cell = cell * count_[i] + (at < 0 ? 0 : at >= count_[i] ? count_[i] - 1 : at);
    }
    return {item_.data() + begin_[cell], item_.data() + begin_[cell + 1]};
  }

 private:
  Vec3 lower_;
  Real per_length_ = 0, reach_ = 0;
  int count_[3] = {0, 0, 0};
  std::vector<int> begin_, item_;
};

}  // namespace scree
