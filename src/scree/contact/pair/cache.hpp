// The data that a pair of bodies keeps from its last query. It changes how fast an answer is found, but not
// the answer (beyond the tolerance).
#pragma once

#include "scree/math/vec.hpp"

#include <bit>

namespace scree {

/// Data that proves that a facet of A - B keeps the least overlap while the bodies move, as explained in
/// gjk_td/facet_proof.hpp. Single precision is enough: the allowed motion is reduced by its rounding.
struct FacetMargin {
  float vertex_b[3] = {};   // the facet's first vertex of B, in the frame of A, when the facet was found
  float rotation[4] = {};   // orientation of B in A when the facet was found
  float depth = 0;          // depth of the facet when it was found
  float depth_margin = 0;   // all other facets were deeper by at least this amount
  float motion_margin = 0;  // distance that B may move before another facet can be the least; 0: unknown
};

struct Cache {
  /// Value of `size` for a cache that holds a facet of A - B. It has three vertices, followed by the face,
  /// edge or vertex of each body that the facet stems from.
  static constexpr int facet = 5;

  Vec3 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[4] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[4] = {};
  int size = 0;  // number of these vertices; 0: none yet
  FacetMargin margin;
};

/// Stores a point in the vertex indices of a cache. A superquadric has no vertices to remember, so it stores
/// its last point, in its own frame, there. Single precision is enough for a starting point.
SCREE_HD inline void remember_point(Vec3 p, int (&place)[4]) {
  for (int i = 0; i < 3; ++i) place[i] = std::bit_cast<int>(static_cast<float>(p[i]));
}
SCREE_HD inline Vec3 remembered_point(const int (&place)[4]) {
  Vec3 p;
  for (int i = 0; i < 3; ++i) p[i] = static_cast<Real>(std::bit_cast<float>(place[i]));
  return p;
}

}  // namespace scree
