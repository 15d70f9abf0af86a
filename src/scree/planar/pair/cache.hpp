// What a pair of polygons remembers from its last query, as contact/pair/cache.hpp does for polyhedra: plain
// data that changes how fast an answer is found, never which (beyond the tolerance).
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct PlanarCache {
  /// The size of a cache that holds an edge of A - B, from its first to its second vertex, which was proven
  /// to have the least overlap.
  static constexpr int facet = 3;

  Vec2 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[2] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[2] = {};
  int size = 0;  // how many of them; 0: none yet
};

}  // namespace scree
