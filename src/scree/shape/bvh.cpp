#include "scree/shape/bvh.hpp"

#include <algorithm>
#include <numeric>

namespace scree {

Bvh::Bvh(std::span<const Box> boxes) : items_(boxes.size()) {
  std::iota(items_.begin(), items_.end(), 0);
  nodes_.reserve(boxes.size());
  if (!boxes.empty()) build(boxes, 0, static_cast<int>(boxes.size()));
}

/// Splits at the median of the box centres along the longest extent of those centres.
void Bvh::build(std::span<const Box> boxes, int begin, int end) {
  const std::size_t index = nodes_.size();
  Node node{.box = {}, .begin = begin, .end = end};
  Box centers;
  for (int i = begin; i < end; ++i) {
    node.box.include(boxes[items_[i]]);
    centers.include(boxes[items_[i]].center());
  }
  nodes_.push_back(node);
  if (end - begin <= leaf_size) return;
  const Vec3 extent = centers.upper - centers.lower;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  const auto key = [&](int item) { return boxes[item].lower[axis] + boxes[item].upper[axis]; };
  const int middle = begin + (end - begin) / 2;
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, [&](int a, int b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
  build(boxes, begin, middle);
  nodes_[index].right = static_cast<int>(nodes_.size());
  build(boxes, middle, end);
}

/// Where the ray enters the box (0 when it starts inside), infinity when it misses: the slab test.
Real Bvh::entry_distance(const Box& box, Vec3 from, Vec3 direction) {
  Real enter = 0, leave = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (direction[i] == 0) {
      if (from[i] < box.lower[i] || from[i] > box.upper[i]) return std::numeric_limits<Real>::infinity();
      continue;
    }
    const Real a = (box.lower[i] - from[i]) / direction[i], b = (box.upper[i] - from[i]) / direction[i];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  // A flat box seen edge on: rounding must not close it.
  return enter <= leave * (1 + 1e-12) + 1e-300 ? enter : std::numeric_limits<Real>::infinity();
}

}  // namespace scree
