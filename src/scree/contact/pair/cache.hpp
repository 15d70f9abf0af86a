// What a pair of bodies remembers from its last query. It changes how fast an answer is found, never which
// (beyond the tolerance).
#pragma once

#include "scree/math/vec.hpp"

#include <bit>

namespace scree {

/// What lets a facet of A - B stay that of least overlap while the bodies move; see recertify.hpp. Single
/// precision will do: what it loses is taken from what is allowed.
struct Reserve {
  float place[3] = {};  // of the facet's first vertex of B, in the frame of A, when the facet was found
  float turn[4] = {};   // of B in A then
  float depth = 0;      // of the facet then
  float lead = 0;       // how much deeper all other facets were, at least
  float room = 0;       // how far B may move before one of them can be the least; 0: not known
};

struct Cache {
  /// The size of a cache that holds a facet of A - B: three vertices, then the face, edge or vertex of each
  /// body that it stems from.
  static constexpr int facet = 5;

  Vec3 axis;             // the last normal, in the frame of A; zero: none yet
  int vertex_a[4] = {};  // the last simplex, link or features, as vertices of A and B
  int vertex_b[4] = {};
  int size = 0;  // how many of them; 0: none yet
  Reserve reserve;
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
