// Finds the features of the bodies that form a facet of A - B, from three vertices of the facet. The features
// are a face of one body and a vertex of the other, or an edge of each.
#pragma once

#include "scree/contact/gjk_td/facet_proof.hpp"
#include "scree/contact/pair/feature.hpp"
#include "scree/contact/pair/refine_normal.hpp"

namespace scree {

/// Returns the exact normal of the facet that contains a triangle of A - B. If the triangle stems from one
/// face of A or B, the normal is the stored face normal. If it stems from an edge of each body, the normal is
/// the cross product of the edges. `guess` is the triangle's own normal (outward).
SCREE_HD inline Vec3 feature_normal(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess) {
  const bool one_a = t[0].a == t[1].a && t[1].a == t[2].a, one_b = t[0].b == t[1].b && t[1].b == t[2].b;
  if (one_b) return pair.normal_a(face_along(pair.a, t[0].a, guess));
  if (one_a) return -pair.normal_b(face_along(pair.b, t[0].b, pair.to_b(-guess)));
  // Two different vertices of A among the three are the ends of A's edge. Two different vertices of B are the
  // ends of B's edge.
  const int a0 = t[0].a, a1 = t[1].a != a0 ? t[1].a : t[2].a, b0 = t[0].b,
            b1 = t[1].b != b0 ? t[1].b : t[2].b;
  Real sine;
  const Vec3 n = unit_across(normalized(pair.vertex_a(a1) - pair.vertex_a(a0)),
                             normalized(pair.vertex_b(b1) - pair.vertex_b(b0)), sine);
  if (!(sine > 0)) return guess;
  return dot(n, guess) < 0 ? -n : n;
}

/// Returns the lower half-edge of the edge between two vertices, or -1 if there is no such edge.
SCREE_HD inline int edge_between(const PolyhedronView& body, int v, int w) {
  const int start = body.vertex_halfedge[v];
  int h = start;
  do {
    if (body.target(h) == w) return edge_feature(body, h).id;
    h = body.next_around_vertex(h);
  } while (h != start);
  return -1;
}

/// Stores the facet through three vertices of A - B in the cache, with the features that it stems from. The
/// cache does not mark the facet as valid until it is proven. `guess` points along the triangle's own normal.
/// Returns false if the vertices do not belong to such features of the bodies.
SCREE_HD inline bool name_facet(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess,
                                Cache& cache) {
  cache.holds = Cache::Holds::nothing;  // the facet is not proven yet
  Cache::Facet& facet = cache.facet;
  for (int i = 0; i < 3; ++i) {
    facet.vertex_a[i] = t[i].a;
    facet.vertex_b[i] = t[i].b;
  }
  int &id_a = facet.feature_a, &id_b = facet.feature_b;
  switch (origin_of(facet)) {
    case Origin::face_of_a:
      id_a = face_along(pair.a, t[0].a, guess);
      id_b = t[0].b;
      break;
    case Origin::face_of_b:
      id_a = t[0].a;
      id_b = face_along(pair.b, t[0].b, pair.to_b(-guess));
      break;
    case Origin::edges:
      id_a = edge_between(pair.a, t[0].a, t[1].a != t[0].a ? t[1].a : t[2].a);
      id_b = edge_between(pair.b, t[0].b, t[1].b != t[0].b ? t[1].b : t[2].b);
      break;
  }
  cache.axis = guess;
  return id_a >= 0 && id_b >= 0;
}

}  // namespace scree
