// The normals of the valid entrances between two features (Zheng, Jiao, Gardner, Sitar 2017): see
// entrance_test.hpp, and planar/direct_search/entrance_test.hpp for the plane.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

enum class Fit : unsigned char { none, flush, strict };

/// The distinct normals of valid entrances between two features.
template <class Vec>
struct ValidNormals {
  // Further normals are left out: the mean of those kept is a valid normal as well.
  static constexpr int capacity = 32;
  Vec normal[capacity];
  int count = 0;
  bool strict = false;

  SCREE_HD void add(Vec n, bool is_strict) {
    if (is_strict && !strict) count = 0, strict = true;
    if (strict && !is_strict) return;
    for (int i = 0; i < count; ++i) {
      if (length_squared(normal[i] - n) < 1e-24) return;  // the same plane from another pair
    }
    if (count < capacity) normal[count++] = n;
  }

  /// Returns the normal of the virtual contact planes. Valid normals form a convex cone, so their mean is
  /// valid too.
  SCREE_HD Vec mean() const {
    Vec sum;
    for (int i = 0; i < count; ++i) sum += normal[i];
    const Real l = length(sum);
    return l > 1e-6 ? sum / l : normal[0];  // tips of needles: nearly opposite normals
  }
};

}  // namespace scree
