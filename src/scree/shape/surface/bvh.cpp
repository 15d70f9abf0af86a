#include "scree/shape/surface/bvh.hpp"

#include <algorithm>
#include <numeric>

namespace scree {

Bvh::Bvh(std::span<const Box> boxes) : items_(boxes.size()) {
  std::iota(items_.begin(), items_.end(), 0);
  nodes_.reserve(boxes.size());
  if (!boxes.empty()) build(boxes, 0, static_cast<int>(boxes.size()));
}

/// Splits the boxes at the middle of their centres along the longest extent, or at the median if one side
/// would be nearly empty.
void Bvh::build(std::span<const Box> boxes, int begin, int end) {
  const std::size_t index = nodes_.size();
  Node node{.box = {}, .begin = begin, .end = end};
  Box centers;  // box of the doubled centres
  for (int i = begin; i < end; ++i) {
    const Box& box = boxes[items_[i]];
    node.box.include(box);
    centers.include(box.lower + box.upper);
  }
  const Vec3 extent = centers.upper - centers.lower;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  node.axis = axis;
  nodes_.push_back(node);
  const int count = end - begin;
  if (count <= leaf_size) return;
  const auto key = [&](int item) { return boxes[item].lower[axis] + boxes[item].upper[axis]; };
  const auto first = items_.begin() + begin, last = items_.begin() + end;
  const Real split = centers.center()[axis];
  int middle = static_cast<int>(std::partition(first, last, [&](int item) { return key(item) < split; }) -
                                items_.begin());
  if (8 * (middle - begin) < count || 8 * (end - middle) < count) {
    middle = begin + count / 2;
    std::nth_element(first, items_.begin() + middle, last,
                     [&](int a, int b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
  }
  build(boxes, begin, middle);
  nodes_[index].right = static_cast<int>(nodes_.size());
  build(boxes, middle, end);
}

}  // namespace scree
