// GJK in the plane (Gilbert, Johnson, Keerthi 1988): a simplex of at most three vertices of A - B walks to
// the origin. Apart, it ends with the vertex or edge that is nearest; else with a triangle round the origin,
// or with a simplex as near to it as rounding lets it come.
#pragma once

#include "scree/contact/minkowski.hpp"
#include "scree/planar/cache.hpp"
#include "scree/planar/polygon_pair.hpp"

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
  enum class End : unsigned char { apart, far, around_origin, failed };
  End end = End::failed;
  PlanarSimplex simplex;
  Vec2 point;  // of the simplex, closest to the origin
  PlanarVertex
      bound;  // far: there is nothing of A - B beyond it in the direction from the point to the origin
  int iterations = 0;
};

namespace walk_detail {

/// Shrinks the simplex to the vertex or edge that holds its point closest to the origin; true when it is a
/// triangle round the origin, which stays.
SCREE_HD inline bool reduce(PlanarSimplex& s, Vec2& point) {
  if (s.count == 3) {
    const Vec2 p = s.vertex[0].w, q = s.vertex[1].w, r = s.vertex[2].w;
    const Real pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
    if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) return true;
  }
  Real least = 1e300;
  PlanarSimplex best;
  for (int i = 0; i < (s.count == 3 ? 3 : 1); ++i) {
    const PlanarVertex u = s.vertex[i], v = s.vertex[s.count == 1 ? 0 : (i + 1) % s.count];
    const Vec2 along = v.w - u.w;
    const Real square = length_squared(along), t = -dot(u.w, along);
    PlanarSimplex part;
    Vec2 nearest = u.w;
    if (t <= 0 || !(square > 0)) {
      part.add(u);
    } else if (t >= square) {
      part.add(v), nearest = v.w;
    } else {
      part.add(u), part.add(v);
      // Across the edge: u.w + t along / square would cancel where the edge is long and near.
      const Vec2 across = turned_left(along);
      nearest = (dot(u.w, across) / square) * across;
    }
    const Real distance = length_squared(nearest);
    if (distance < least) least = distance, best = part, point = nearest;
  }
  s = best;
  return false;
}

}  // namespace walk_detail

/// Simplices nearer to the origin than `rounding` count as holding it. A distance that is surely more than
/// `far` ends the walk.
SCREE_HD inline PlanarWalk walk_to_origin(const PolygonPair& pair, const PlanarSimplex& start, Vec2 direction,
                                          Real rounding, Real far) {
  constexpr int most_steps = 200;  // 2 to 6 are usual
  PlanarWalk result;
  PlanarSimplex& s = result.simplex;
  s = start;
  if (s.count == 0) s.add(minkowski_support(pair, -direction));
  Real before = 1e300;
  PlanarSimplex last = s;
  for (; result.iterations < most_steps; ++result.iterations) {
    Vec2 v = result.point;
    if (walk_detail::reduce(s, v)) {
      result.end = PlanarWalk::End::around_origin;
      return result;
    }
    const Real squared = length_squared(v);
    if (squared <= rounding * rounding) {
      result.point = v;
      result.end = PlanarWalk::End::around_origin;
      return result;
    }
    if (!(squared < before)) {  // rounding undid the last step: without it, it is as near as it gets
      s = last;
      result.end = PlanarWalk::End::apart;
      return result;
    }
    result.point = v;
    before = squared, last = s;
    const PlanarVertex next = minkowski_support(pair, -v);
    const Real along = dot(v, next.w);
    if (along > 0 && along * along > far * far * squared) {
      result.bound = next;
      result.end = PlanarWalk::End::far;
      return result;
    }
    if (s.holds(next) || squared - along <= 1e-15 * squared) {
      result.end = PlanarWalk::End::apart;
      return result;
    }
    s.add(next);
  }
  return result;
}

}  // namespace scree
