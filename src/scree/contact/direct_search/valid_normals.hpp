// The normals of the valid entrances between two features (Zheng, Jiao, Gardner, Sitar 2017). The tests are
// in entrance_test.hpp and, for 2D, in planar/direct_search/entrance_test.hpp.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

enum class Fit : unsigned char { none, flush, strict };

/// The distinct normals of valid entrances between two features.
template <class Vec>
struct ValidNormals {
  // Further normals are left out. The mean of the stored normals is a valid normal as well.
  static constexpr int capacity = 32;
  Vec normal[capacity];
  int count = 0;
  bool strict = false;

  SCREE_HD void add(Vec n, bool is_strict) {
    if (is_strict && !strict) count = 0, strict = true;
    if (strict && !is_strict) return;
    for (int i = 0; i < count; ++i) {
      if (length_squared(normal[i] - n) < 1e-24) return;  // another pair of features gave the same plane
    }
    if (count < capacity) normal[count++] = n;
  }

  /// Returns the normal of the virtual contact planes. Valid normals form a convex cone, so their mean is
  /// valid too.
  SCREE_HD Vec mean() const {
    Vec sum;
    for (int i = 0; i < count; ++i) sum += normal[i];
    const Real l = length(sum);
    return l > 1e-6 ? sum / l : normal[0];  // at the tips of needles, normals can be nearly opposite
  }
};

}  // namespace scree
