// A bounding volume hierarchy over boxes (the faces of one body). It finds the boxes that overlap a given
// box, and the boxes that a ray enters.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace scree {

/// Largest dot product of the direction with a point of the box.
inline Real highest(const Box& box, Vec3 direction) {
  return std::max(direction.x * box.lower.x, direction.x * box.upper.x) +
         std::max(direction.y * box.lower.y, direction.y * box.upper.y) +
         std::max(direction.z * box.lower.z, direction.z * box.upper.z);
}

inline Box widened(const Box& box, Real by) {
  const Vec3 margin{by, by, by};
  return {box.lower - margin, box.upper + margin};
}

class Bvh {
 public:
  Bvh() = default;
  explicit Bvh(std::span<const Box> boxes);

  /// Returns all items in an order in which neighbours are close to each other. Loops in this order use the
  /// processor caches well.
  std::span<const int> items() const { return items_; }

  /// Calls visit(item) for every item whose box may overlap `box`.
  template <class Visit>
  void for_each_overlap(const Box& box, Visit visit) const {
    any_of([&](const Box& node) { return node.overlaps(box); },
           [&](int item) {
             visit(item);
             return false;
           });
  }

  /// True if visit(item) is true for an item; visits only items in boxes for which enter(box) is true.
  template <class Enter, class Visit>
  bool any_of(Enter enter, Visit visit) const {
    int stack[max_depth], top = 0;
    if (!nodes_.empty()) stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Node& node = nodes_[index];
      if (!enter(node.box)) continue;
      if (node.right == 0) {
        for (int i = node.begin; i < node.end; ++i) {
          if (visit(items_[i])) return true;
        }
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
    return false;
  }

  /// Returns the smallest visit(item) along a ray, where visit returns the distance to an item, or infinity.
  /// Visits near items first, and only items that may be nearer than the nearest hit so far.
  template <class Visit>
  Real cast_ray(Vec3 from, Vec3 direction, Visit visit) const {
    Real nearest = std::numeric_limits<Real>::infinity();
    const auto invert = [](Real d) {
      return 1 / (d == 0 ? 1e-300 : d);
    };  // not infinity, because 0 times infinity is NaN
    const Vec3 inverse{invert(direction.x), invert(direction.y), invert(direction.z)};
    int stack[max_depth], top = 0;
    if (!nodes_.empty()) stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Node& node = nodes_[index];
      if (!(entry_distance(node.box, from, inverse) < nearest)) continue;
      if (node.right == 0) {
        for (int i = node.begin; i < node.end; ++i) nearest = std::min(nearest, visit(items_[i]));
      } else {  // the first child lies on the low side of the axis
        const bool low_first = direction[node.axis] >= 0;
        stack[top++] = low_first ? node.right : index + 1;
        stack[top++] = low_first ? index + 1 : node.right;
      }
    }
    return nearest;
  }

 private:
  struct Node {
    Box box;
    int begin = 0, end = 0;  // the node contains items_[begin, end)
    int right = 0;           // second child; the first is the next node; 0 for a leaf
    int axis = 0;            // axis along which the items were split
  };
  static constexpr int leaf_size = 4;
  // A child has at most 7/8 of its parent's items, so a tree of 2^31 items has at most 150 levels, with two
  // entries per level.
  static constexpr int max_depth = 320;

  void build(std::span<const Box> boxes, int begin, int end);

  /// Slab test. Returns the distance at which the ray enters the box (0 if it starts inside), or infinity if
  /// it misses.
  static Real entry_distance(const Box& box, Vec3 from, Vec3 inverse) {
    Real enter = 0, leave = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < 3; ++i) {
      const Real a = (box.lower[i] - from[i]) * inverse[i], b = (box.upper[i] - from[i]) * inverse[i];
      const Real low = a < b ? a : b, high = a < b ? b : a;
      if (low > enter) enter = low;
      if (high < leave) leave = high;
    }
    // The ray may hit a flat box edge-on: rounding must not turn this hit into a miss.
    return enter <= leave * (1 + 1e-12) + 1e-300 ? enter : std::numeric_limits<Real>::infinity();
  }

  std::vector<Node> nodes_;
  std::vector<int> items_;
};

}  // namespace scree
