// What a pair of bodies remembers from its last query. It changes how fast an answer is found, never which
// (beyond the tolerance).
#pragma once

#include "scree/math/vec.hpp"

#include <bit>

namespace scree {

struct Cache {
  Vec3 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[4] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[4] = {};
  int size = 0;  // how many of them; 0: none yet
};

/// Pairs with a superquadric have no vertices of B to remember: its last point takes their place, in single
/// precision, which is enough to start from.
SCREE_HD inline void remember_point(Vec3 p, Cache& cache) {
  for (int i = 0; i < 3; ++i) cache.vertex_b[i] = std::bit_cast<int>(static_cast<float>(p[i]));
}
SCREE_HD inline Vec3 remembered_point(const Cache& cache) {
  Vec3 p;
  for (int i = 0; i < 3; ++i) p[i] = static_cast<Real>(std::bit_cast<float>(cache.vertex_b[i]));
  return p;
}

}  // namespace scree
