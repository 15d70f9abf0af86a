// Vertices of the Minkowski difference A - B, in 3D and in 2D.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

template <class Vec>
struct MinkowskiVertexIn {
  Vec w;  // vertex a of A minus vertex b of B
  int a = 0, b = 0;
};

template <class Pair>
SCREE_HD inline MinkowskiVertexIn<typename Pair::Vector> minkowski_vertex(const Pair& pair, int a, int b) {
  return {pair.vertex_a(a) - pair.vertex_b(b), a, b};
}
/// Returns the vertex of A - B farthest along a direction.
template <class Pair>
SCREE_HD inline MinkowskiVertexIn<typename Pair::Vector> minkowski_support(const Pair& pair,
                                                                           typename Pair::Vector direction) {
  return minkowski_vertex(pair, pair.support_a(direction), pair.support_b(-direction));
}

}  // namespace scree
