// What a pair of bodies remembers from its last query. It changes how fast an answer is found, never which
// (beyond the tolerance).
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct Cache {
  Vec3 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[4] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[4] = {};
  int size = 0;  // how many of them; 0: none yet
};

}  // namespace scree
