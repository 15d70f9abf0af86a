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

/// A superquadric has no vertices to remember: its last point, in its own frame, takes their place, in single
/// precision, which is enough to start from.
SCREE_HD inline void remember_point(Vec3 p, int (&place)[4]) {
  for (int i = 0; i < 3; ++i) place[i] = std::bit_cast<int>(static_cast<float>(p[i]));
}
SCREE_HD inline Vec3 remembered_point(const int (&place)[4]) {
  Vec3 p;
  for (int i = 0; i < 3; ++i) p[i] = static_cast<Real>(std::bit_cast<float>(place[i]));
  return p;
}

}  // namespace scree
