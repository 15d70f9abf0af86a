// A bounding volume hierarchy over boxes (the faces of one body): which boxes overlap a box, which does a ray enter.
#pragma once

#include "scree/shape/surface.hpp"

#include <limits>
#include <span>
#include <vector>

namespace scree {

class Bvh {
 public:
  Bvh() = default;
  explicit Bvh(std::span<const Box> boxes);

  /// Calls visit(item) for every item whose box overlaps `box`.
  template <class Visit>
  void for_each_overlap(const Box& box, Visit visit) const {
    walk([&](const Box& node) { return node.overlaps(box); }, visit);
  }

  /// Calls visit(item), which returns the distance of its hit or infinity, for items along the ray, nearer than the
  /// nearest hit so far; returns the nearest distance.
  template <class Visit>
  Real cast_ray(Vec3 from, Vec3 direction, Visit visit) const {
    Real nearest = std::numeric_limits<Real>::infinity();
    walk([&](const Box& node) { return entry_distance(node, from, direction) <= nearest; },
         [&](int item) { nearest = std::min(nearest, visit(item)); });
    return nearest;
  }

 private:
  struct Node {
    Box box;
    int begin = 0, end = 0;  // items_[begin, end) below this node
    int right = 0;           // second child; the first is the next node. 0: a leaf
  };
  static constexpr int leaf_size = 4;
  static constexpr int max_depth = 64;  // halving 2^31 items needs 31

  void build(std::span<const Box> boxes, int begin, int end);
  static Real entry_distance(const Box& box, Vec3 from, Vec3 direction);

  template <class Enter, class Visit>
  void walk(Enter enter, Visit visit) const {
    if (nodes_.empty()) return;
    int stack[max_depth], top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Node& node = nodes_[index];
      if (!enter(node.box)) continue;
      if (node.right == 0) {
        for (int i = node.begin; i < node.end; ++i) visit(items_[i]);
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

  std::vector<Node> nodes_;
  std::vector<int> items_;
};

}  // namespace scree
