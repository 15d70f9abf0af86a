// The data that a pair of polygons keeps from its last query. It is the counterpart of
// contact/pair/cache.hpp. It changes how fast an answer is found, but never the answer itself (beyond
// the tolerance).
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct PlanarCache {
  enum class Holds : int {
    nothing,   // only the axis
    vertices,  // `count` vertices of A - B: a simplex, support vertices, or the ends of the linked features
    facet,  // an edge of A - B that was proven to have the least overlap, from its first to its second vertex
  };
  struct Vertices {
    int a[2] = {}, b[2] = {};
  };

  Vec2 axis;  // the last normal, in the frame of A; zero: none yet
  Holds holds = Holds::nothing;
  int count = 0;  // number of vertices
  Vertices vertices;

  bool holds_facet() const { return holds == Holds::facet; }
  bool holds_vertices(int least = 1) const { return holds == Holds::vertices && count >= least; }
  void set_vertices(int new_count) {
    holds = new_count > 0 ? Holds::vertices : Holds::nothing;
    count = new_count;
  }
};

}  // namespace scree
