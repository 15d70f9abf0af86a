// GJK in 2D (Gilbert, Johnson, Keerthi 1988): a simplex of at most three vertices of A - B walks to the
// origin. For separated bodies it ends with the nearest vertex or edge. For overlapping bodies it ends with a
// triangle around the origin, or with a simplex as near to the origin as rounding allows.
#pragma once

#include "scree/contact/pair/minkowski.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

using PlanarVertex = MinkowskiVertexIn<Vec2>;

struct PlanarSimplex {
  PlanarVertex vertex[3];
  int count = 0;

  SCREE_HD void add(const PlanarVertex& v) { vertex[count++] = v; }
  SCREE_HD bool holds(const PlanarVertex& v) const {
    for (int i = 0; i < count; ++i) {
      if (vertex[i].a == v.a && vertex[i].b == v.b) return true;
    }
    return false;
  }
};

struct PlanarWalk {
  enum class End : unsigned char { separated, beyond_cutoff, around_origin, failed };
  End end = End::failed;
  PlanarSimplex simplex;
  Vec2 point;  // point of the simplex closest to the origin
  // For beyond_cutoff: the support vertex of A - B in the direction from the point to the origin.
  PlanarVertex bound;
  int iterations = 0;
};

namespace walk_detail {

/// Sub-simplex that contains the point closest to the origin: a vertex (i = j) or an edge.
struct SubSimplex {
  int i = 0, j = 0;
  Real squared = 1e300;
  Vec2 point;

  SCREE_HD void offer_edge(const PlanarSimplex& s, int from, int to) {
    const Vec2 u = s.vertex[from].w, v = s.vertex[to].w, along = v - u;
    const Real square = length_squared(along), t = -dot(u, along);
    if (t > 0 && t < square) {
      // Computes the point from the perpendicular to the edge. The formula u + t along / square would lose
      // digits if the edge is long and near the origin.
      const Real height = cross(along, u);
      offer(from, to, height * height / square, (height / square) * turned_left(along));
    } else {
      const int end = t > 0 ? to : from;
      offer(end, end, length_squared(s.vertex[end].w), s.vertex[end].w);
    }
  }
  SCREE_HD void offer(int from, int to, Real distance, Vec2 nearest) {
    if (distance < squared) i = from, j = to, squared = distance, point = nearest;
  }
};

/// Shrinks the simplex to the sub-simplex that contains its closest point. If the simplex is a triangle
/// around the origin, keeps it and returns true. The last vertex is the new one, and all points of the old
/// simplex are farther away, so only the edges at the last vertex are checked.
SCREE_HD inline bool reduce(PlanarSimplex& s, SubSimplex& nearest) {
  if (s.count == 1) {
    nearest.offer(0, 0, length_squared(s.vertex[0].w), s.vertex[0].w);
    return false;
  }
  if (s.count == 3) {
    const Vec2 p = s.vertex[0].w, q = s.vertex[1].w, r = s.vertex[2].w;
    const Real pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
    if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) return true;
    nearest.offer_edge(s, 1, 2);
  }
  nearest.offer_edge(s, 0, s.count - 1);
  const PlanarVertex second = s.vertex[nearest.j];
  s.vertex[0] = s.vertex[nearest.i], s.vertex[1] = second;
  s.count = nearest.i == nearest.j ? 1 : 2;
  return false;
}

}  // namespace walk_detail

/// Walks to the origin. Simplices nearer to the origin than `rounding` count as containing it. The walk ends
/// as soon as the distance is certain to exceed `cutoff`.
SCREE_HD inline PlanarWalk walk_to_origin(const PolygonPair& pair, const PlanarSimplex& start, Vec2 direction,
                                          Real rounding, Real cutoff) {
  constexpr int most_steps = 200;  // usually 2 to 6
  PlanarWalk result;
  PlanarSimplex& s = result.simplex;
  s = start;
  if (s.count == 0) s.add(minkowski_support(pair, -direction));
  Real before = 1e300;
  PlanarSimplex last = s;
  for (; result.iterations < most_steps; ++result.iterations) {
    walk_detail::SubSimplex nearest;
    if (walk_detail::reduce(s, nearest)) {
      result.end = PlanarWalk::End::around_origin;
      return result;
    }
    const Vec2 v = nearest.point;
    const Real squared = length_squared(v);
    if (squared <= rounding * rounding) {
      result.point = v;
      result.end = PlanarWalk::End::around_origin;
      return result;
    }
    // Rounding cancelled the gain of the last step, so the simplex before it is as near as possible.
    if (!(squared < before)) {
      s = last;
      result.end = PlanarWalk::End::separated;
      return result;
    }
    result.point = v;
    before = squared, last = s;
    const PlanarVertex next = minkowski_support(pair, -v);
    const Real along = dot(v, next.w);
    if (along > 0 && along * along > cutoff * cutoff * squared) {
      result.bound = next;
      result.end = PlanarWalk::End::beyond_cutoff;
      return result;
    }
    if (s.holds(next) || squared - along <= 1e-15 * squared) {
      result.end = PlanarWalk::End::separated;
      return result;
    }
    s.add(next);
  }
  return result;
}

}  // namespace scree
