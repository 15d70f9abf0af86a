// Points of a contact with weights that pass without a jump from a face over an edge to a vertex; see
// manifold.hpp for why, which does it in space, and planar/manifold.hpp in the plane.
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree {

/// Spin is a vector in space, a number in the plane.
template <class Vec, class Spin>
struct ManifoldPointIn {
  Vec position;      // halfway between the surfaces
  Vec normal;        // unit, from A to B
  Real overlap = 0;  // <= 0: takes its share of the weights but does not press
  Real weight = 0;
  std::uint64_t key = 0;  // the same from step to step as long as the same features meet
  Spin tilt{};            // rate of the weight = tilt . (spin of B - spin of A)
};

template <class Vec, class Spin, int most>
struct ManifoldIn {
  static constexpr int capacity = most;
  int count = 0;
  union {  // keeps the points from being cleared
    ManifoldPointIn<Vec, Spin> point[capacity];
  };

  SCREE_HD ManifoldIn() {}
  SCREE_HD void set_single(Vec position, Vec normal, Real overlap, std::uint64_t key) {
    count = 1;
    point[0] = {position, normal, overlap, 1, key};
  }
};

/// The slope (tangent) from a deeper point at which a corner has no weight any more: about 3 degrees, less
/// than where clip.hpp stops calling a face flat.
inline constexpr Real steepest = 0.05;

/// Lessens the weights of points that lie off the plane of the contact, makes all add up to 1, and finds how
/// they change as the bodies turn. What counts for a point is its steepest line to a deeper one, whichever
/// that is: a choice of the deepest of several alike would be made by rounding.
template <class Vec, class Spin, int most>
SCREE_HD inline void weigh(ManifoldIn<Vec, Spin, most>& manifold) {
  Real sum = 0;
  Spin turning{};
  for (int i = 0; i < manifold.count; ++i) {
    ManifoldPointIn<Vec, Spin>& p = manifold.point[i];
    Real rise = 0, run = 1;  // of the steepest line; the run squared
    Vec arm;
    for (int j = 0; j < manifold.count; ++j) {
      const Real drop = manifold.point[j].overlap - p.overlap;
      if (!(drop > 0)) continue;
      const Vec from = p.position - manifold.point[j].position;
      const Real square = length_squared(from);
      if (drop * drop * run > rise * rise * square) rise = drop, run = square, arm = from;
    }
    // The slope over `steepest`, squared, and its change with the drop.
    const Real scale = 1 / (steepest * steepest * run), u = scale * rise * rise, rate = 2 * scale * rise;
    const Real left = u < 1 ? 1 - u : 0;
    p.tilt = (-2 * p.weight * left * rate) * cross(arm, p.normal);
    p.weight *= left * left;
    sum += p.weight, turning += p.tilt;
  }
  const Real part = 1 / sum;  // not of 0: the deepest keeps its weight
  for (int i = 0; i < manifold.count; ++i) {
    ManifoldPointIn<Vec, Spin>& p = manifold.point[i];
    p.weight *= part;
    p.tilt = part * (p.tilt - p.weight * turning);
  }
}

/// Points that have no weight or do not press now are left out; those that are left keep their weights.
template <class Vec, class Spin, int most>
SCREE_HD inline void drop_idle(ManifoldIn<Vec, Spin, most>& manifold) {
  int kept = 0;
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPointIn<Vec, Spin>& p = manifold.point[i];
    if (p.overlap > 0 && p.weight > 0) manifold.point[kept++] = p;
  }
  manifold.count = kept;
}

}  // namespace scree
