// GJK in the plane (Gilbert, Johnson, Keerthi 1988): a simplex of at most three vertices of A - B walks to
// the origin. Apart, it ends with the vertex or edge that is nearest; else with a triangle round the origin,
// or with a simplex as near to it as rounding lets it come.
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
  enum class End : unsigned char { apart, far, around_origin, failed };
  End end = End::failed;
  PlanarSimplex simplex;
  Vec2 point;  // of the simplex, closest to the origin
  PlanarVertex
      bound;  // far: there is nothing of A - B beyond it in the direction from the point to the origin
  int iterations = 0;
};

namespace walk_detail {

/// The part of a simplex that holds its point closest to the origin: a vertex (i = j) or an edge.
struct Part {
  int i = 0, j = 0;
  Real squared = 1e300;
  Vec2 point;

  SCREE_HD void offer_edge(const PlanarSimplex& s, int from, int to) {
    const Vec2 u = s.vertex[from].w, v = s.vertex[to].w, along = v - u;
    const Real square = length_squared(along), t = -dot(u, along);
    if (t > 0 && t < square) {
      // Across the edge: u + t along / square would cancel where the edge is long and near.
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

/// Shrinks the simplex to the part that holds its closest point; true when it is a triangle round the origin,
/// which stays. The last vertex is the new one, and what the others hold is farther: only its edges are
/// looked at.
SCREE_HD inline bool reduce(PlanarSimplex& s, Part& part) {
  if (s.count == 1) {
    part.offer(0, 0, length_squared(s.vertex[0].w), s.vertex[0].w);
    return false;
  }
  if (s.count == 3) {
    const Vec2 p = s.vertex[0].w, q = s.vertex[1].w, r = s.vertex[2].w;
    const Real pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
    if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) return true;
    part.offer_edge(s, 1, 2);
  }
  part.offer_edge(s, 0, s.count - 1);
  const PlanarVertex second = s.vertex[part.j];
  s.vertex[0] = s.vertex[part.i], s.vertex[1] = second;
  s.count = part.i == part.j ? 1 : 2;
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
    walk_detail::Part part;
    if (walk_detail::reduce(s, part)) {
      result.end = PlanarWalk::End::around_origin;
      return result;
    }
    const Vec2 v = part.point;
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
