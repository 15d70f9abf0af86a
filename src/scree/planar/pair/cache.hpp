// The data that a pair of polygons remembers from its last query, as contact/pair/cache.hpp does for
// polyhedra. It is plain data that changes how fast an answer is found, but never the answer itself (beyond
// the tolerance).
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct PlanarCache {
  /// Value of `size` for a cache that contains an edge of A - B, from its first to its second vertex, which
  /// was proven to have the least overlap.
  static constexpr int facet = 3;

  Vec2 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[2] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[2] = {};
  int size = 0;  // number of these vertices; 0: none yet
};

}  // namespace scree
