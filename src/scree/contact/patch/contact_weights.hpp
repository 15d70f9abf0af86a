// Weights of contact points. They change without a jump when a contact changes from a face to an edge and
// from an edge to a vertex. manifold.hpp explains the reason and uses the weights in 3D;
// planar/patch/manifold.hpp uses them in 2D.
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree {

/// Spin is a vector in 3D and a number in 2D.
template <class Vec, class Spin>
struct ManifoldPointIn {
  Vec position;      // halfway between the surfaces
  Vec normal;        // unit, from A to B
  Real overlap = 0;  // if it is <= 0, the point has a weight but transmits no force
  Real weight = 0;
  std::uint64_t key = 0;   // constant from step to step as long as the same features meet
  Spin weight_gradient{};  // rate of change of the weight = this . (spin of B - spin of A)

  /// Returns the rate at which the overlap at the end of an arm grows while the bodies rotate relative to
  /// each other.
  SCREE_HD Spin couple(Vec arm) const { return cross(arm, normal); }
};

template <class Vec, class Spin, int most>
struct ManifoldIn {
  static constexpr int capacity = most;
  int count = 0;
  union {  // the union leaves the points uninitialized
    ManifoldPointIn<Vec, Spin> point[capacity];
  };

  SCREE_HD ManifoldIn() {}
  SCREE_HD void set_single(Vec position, Vec normal, Real overlap, std::uint64_t key) {
    count = 1;
    point[0] = {position, normal, overlap, 1, key};
  }
};

/// A corner has no weight if the line from a deeper point to it has at least this slope (tangent). The slope
/// is about 3 degrees, less than the angle beyond which clip.hpp no longer treats a face as parallel.
inline constexpr Real steepest = 0.05;

/// Reduces the weights of points that lie off the plane of the contact and scales all weights to a sum of 1.
/// It also computes how the weights change while the bodies rotate. The weight of a point depends on the
/// steepest line from the point to any deeper point. It does not depend on the line to the deepest point
/// alone, because rounding would decide which of several equally deep points is the deepest. Points need a
/// position, an overlap, a weight, a weight gradient and a function `couple`.
template <class Points>
SCREE_HD inline void compute_weights(Points& points) {
  constexpr int most = Points::capacity;
  const int n = points.count;
  auto* const point = points.point;
  // The loop has no branches. Which of two points is deeper is unpredictable, and a mispredicted branch costs
  // more than the arithmetic.
  Real slope[most];  // squared slope of the steepest line
  int deeper[most];  // index of the point that the steepest line leads to
  for (int i = 0; i < n; ++i) slope[i] = 0, deeper[i] = i;
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const Real drop = point[j].overlap - point[i].overlap;
      const Real steep = drop * drop / length_squared(point[i].position - point[j].position);
      const int high = drop > 0 ? i : j, low = i + j - high;
      const bool steeper = steep > slope[high];
      slope[high] = steeper ? steep : slope[high];
      deeper[high] = steeper ? low : deeper[high];
    }
  }
  Real sum = 0;
  auto gradient_sum = 0 * point[0].weight_gradient;
  for (int i = 0; i < n; ++i) {
    auto& p = point[i];
    const auto arm = p.position - point[deeper[i]].position;
    const Real run = length_squared(arm) + (slope[i] > 0 ? 0 : 1);  // there is no line from the deepest point
    // The squared ratio of the slope to `steepest`, and its rate of change with the drop.
    const Real u = slope[i] / (steepest * steepest), left = u < 1 ? 1 - u : 0;
    const Real rate = 2 * (point[deeper[i]].overlap - p.overlap) / (steepest * steepest * run);
    p.weight_gradient = (-2 * p.weight * left * rate) * p.couple(arm);
    p.weight *= left * left;
    sum += p.weight, gradient_sum += p.weight_gradient;
  }
  const Real inverse_sum = 1 / sum;  // the sum is not 0, because the deepest point keeps its weight
  for (int i = 0; i < n; ++i) {
    auto& p = point[i];
    p.weight *= inverse_sum;
    p.weight_gradient = inverse_sum * (p.weight_gradient - p.weight * gradient_sum);
  }
}

/// Removes points that have no weight or no overlap at present. The remaining points keep their weights.
template <class Vec, class Spin, int most>
SCREE_HD inline void remove_inactive(ManifoldIn<Vec, Spin, most>& manifold) {
  int kept = 0;
  for (int i = 0; i < manifold.count; ++i) {  // copies every point, which avoids a branch
    const ManifoldPointIn<Vec, Spin> p = manifold.point[i];
    manifold.point[kept] = p;
    kept += static_cast<int>(p.overlap > 0) & static_cast<int>(p.weight > 0);
  }
  manifold.count = kept;
}

}  // namespace scree
