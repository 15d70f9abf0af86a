// A variant of the GJK walk towards the origin, with little work per step. gjk_td uses it.
//
// It takes the same path as gjk_robust (gjk.hpp), but omits all checks that only rounding errors
// make necessary.
// - It starts with three vertices at once, around the line of centres, whereas GJK finds them one after the
//   other. This saves half of the steps.
// - The newest vertex p belongs to the closest feature of the simplex, so the features without p are
//   not checked.
// - A triangle and p make a tetrahedron. Of its three sides at p, the walk checks only the one that the line
//   from the closest point to the origin passes through. The line passes through that side between these two
//   points, so the side contains a nearer point, and no point on its edge without p is nearer. If the line
//   passes through the side beyond the origin, the tetrahedron contains the origin. If the closest feature of
//   the tetrahedron is on another side, the next steps reach it.
// - The next direction needs no weights. For a triangle it is the normal of the triangle. For an edge it is a
//   multiple of the vector from the edge's closest point to the origin. No division is therefore needed
//   between one support vertex and the next.
//
// If rounding breaks these assumptions, the distance does not decrease. The walk then ends as `failed` with
// its current simplex, and gjk_td starts gjk_robust. The walk proves nothing by itself. gjk_td measures the
// gap along the final normal, and repeats the walk with gjk_robust if the gap does not agree.
#pragma once

#include "scree/contact/pair/gjk.hpp"

namespace scree {

namespace gjk_fast_detail {

/// Edge from the new vertex p to another vertex of the simplex.
struct Edge {
  Vec3 e;
  Real t, square;  // the point closest to the origin is at the fraction t / square of the edge

  SCREE_HD Edge(Vec3 p, Vec3 other) : e(other - p), t(-dot(p, e)), square(length_squared(e)) {}
  SCREE_HD Vec3 direction(Vec3 p) const { return -(square * p + t * e); }
};

/// Reduces a triangle of the new vertex p with a and b to its feature closest to the origin. `direction`
/// is set to point from this feature to the origin. n is the normal of the triangle that points towards
/// the origin.
SCREE_HD inline void keep_closest(Simplex& s, const MinkowskiVertex& a, const MinkowskiVertex& b,
                                  const MinkowskiVertex& p, Vec3 n, Vec3& direction) {
  // Signs of the barycentric coordinates of a and b, at the closest point of the plane to the origin.
  const bool with_a = dot(cross(b.w, p.w), n) > 0, with_b = dot(cross(p.w, a.w), n) > 0;
  MinkowskiVertex stays = a;
  if (with_a && with_b) {
    direction = n;
    s.vertex[1] = b;
    s.vertex[2] = p;
    s.vertex[0] = stays;
    s.count = 3;
    return;
  }
  const Edge to_a(p.w, a.w), to_b(p.w, b.w);
  const bool on_a = !with_b && to_a.t > 0, on_b = !with_a && to_b.t > 0;
  s.count = 2;
  if (on_a && !(on_b && to_b.t * to_b.t * to_a.square > to_a.t * to_a.t * to_b.square)) {
    direction = to_a.direction(p.w);
    s.vertex[0] = stays, s.vertex[1] = p;
  } else if (on_b) {
    direction = to_b.direction(p.w);
    stays = b;
    s.vertex[0] = stays, s.vertex[1] = p;
  } else {
    direction = -p.w;
    s.vertex[0] = p;
    s.count = 1;
  }
}

/// Adds a vertex and reduces the simplex to its feature closest to the origin. Triangles run
/// counter-clockwise about the direction. Returns false if the origin is inside the tetrahedron.
SCREE_HD inline bool step(Simplex& s, const MinkowskiVertex& p, Vec3& direction) {
  if (s.count == 1) {
    const Edge edge(p.w, s.vertex[0].w);
    if (edge.t > 0) {
      direction = edge.direction(p.w);
      s.add(p);
    } else {
      direction = -p.w;
      s.vertex[0] = p;
    }
    return true;
  }
  int a = 0, b = 1;
  if (s.count == 3) {
    const Vec3 across = cross(direction, p.w);
    if (dot(s.vertex[0].w, across) > 0) {
      if (dot(s.vertex[1].w, across) > 0) { a = 1, b = 2; }
    } else {
      if (dot(s.vertex[2].w, across) > 0) {
        a = 2, b = 0;
      } else {
        a = 1, b = 2;
      }
    }
  }
  Vec3 n = cross(s.vertex[b].w - s.vertex[a].w, p.w - s.vertex[a].w);
  if (dot(n, p.w) > 0) {
    if (s.count == 3) {
      s.add(p);
      return false;
    }
    n = -n;
    const int swapped = a;
    a = b, b = swapped;
  }
  keep_closest(s, s.vertex[a], s.vertex[b], p, n, direction);
  return true;
}

/// Sets the weights of a triangle with the given normal. Returns false if the closest point of its plane to
/// the origin is not inside the triangle.
SCREE_HD inline bool set_weights(Simplex& s, Vec3 direction) {
  const Vec3 a = s.vertex[0].w, b = s.vertex[1].w, c = s.vertex[2].w;
  const Real u = dot(cross(b, c), direction), v = dot(cross(c, a), direction),
             w = dot(cross(a, b), direction);
  if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) return false;
  const Real inverse = 1 / (u + v + w);
  s.weight[0] = inverse * u;
  s.weight[1] = inverse * v;
  s.weight[2] = inverse * w;
  return true;
}

/// Reduces the first simplex of a walk to its feature closest to the origin, wherever the simplex lies.
/// Returns false if the simplex contains the origin.
SCREE_HD inline bool begin(Simplex& s, Vec3& direction) {
  if (s.count == 3) {
    const Vec3 n = cross(s.vertex[1].w - s.vertex[0].w, s.vertex[2].w - s.vertex[0].w);
    if (set_weights(s, n)) {
      direction = n;
      if (dot(n, s.vertex[0].w) > 0) {
        const MinkowskiVertex swapped = s.vertex[1];
        s.vertex[1] = s.vertex[2], s.vertex[2] = swapped;
        direction = -n;
      }
      return true;
    }
  }
  const Reduction r = SignedVolumes::reduce(s);
  s.keep(r.bits, r.weight);
  direction = -r.point;
  return r.bits != 15;
}

}  // namespace gjk_fast_detail

/// Walks as gjk_robust does. If the bodies are separated, `point` is a vector of any length from the origin
/// towards the simplex, and the weights are set. `bound` is then the support vertex of A - B in the direction
/// of the origin.
SCREE_HD inline GjkEnd gjk_fast(const PolyhedronPair& pair, const Simplex& start, Vec3 direction,
                                Real rounding, Real cutoff) {
  using namespace gjk_fast_detail;
  constexpr int most_steps = 60;
  // A vertex beyond a plane by at most this distance is treated as on the plane.
  const Real least = 2e-15 * pair.size();
  GjkEnd result;
  Simplex& s = result.simplex;
  s = start;
  if (s.count == 0) {
    s.add(minkowski_support(pair, direction));
    // For bodies that are far apart one vertex is enough, because their closest points are near it.
    const Real size = pair.size();
    if (length_squared(pair.translation) < 1.44 * size * size) {
      const SurroundingSupports around(pair, direction, s.vertex[0]);
      for (const MinkowskiVertex& v : around.vertex) s.add(v);
    }
  }
  Vec3 d;
  bool outside = begin(s, d);
  Real before = 1e300;
  for (; outside && result.iterations < most_steps; ++result.iterations) {
    const Real height = -dot(d, s.vertex[0].w), square = length_squared(d);
    if (!(height * height > rounding * rounding * square)) break;
    const Real squared = height * height / square;
    if (!(squared < before)) return result;
    before = squared;
    const MinkowskiVertex next = minkowski_support(pair, d);
    const Real along = dot(d, next.w), beyond = height + along;
    if (along < 0 && along * along > cutoff * cutoff * square) {
      result.end = GjkEnd::Case::beyond_cutoff;
      result.point = -d;
      result.bound = next;
      return result;
    }
    if (s.holds(next) || !(beyond > 0 && beyond * beyond > least * least * square)) {
      if (s.count < 3 || !set_weights(s, d)) {
        const Reduction r = SignedVolumes::reduce(s);
        s.keep(r.bits, r.weight);
      }
      result.point = -d;
      result.bound = next;
      result.end = GjkEnd::Case::separated;
      return result;
    }
    outside = step(s, next, d);
  }
  if (result.iterations < most_steps) result.end = GjkEnd::Case::around_origin;
  return result;
}

}  // namespace scree
