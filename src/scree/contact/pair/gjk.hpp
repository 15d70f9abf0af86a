// gjk: the classical algorithm of Gilbert, Johnson and Keerthi (1988) for two convex polyhedra.
//
// It walks a simplex of at most four vertices of A - B towards the origin. When the bodies are apart it ends
// with their distance and closest points. When they overlap it ends with a tetrahedron round the origin, and
// all it can offer is the face of that tetrahedron nearest to the origin: right only if that face lies on the
// boundary of A - B (Descantes et al. 2019, Figs 6 to 8). That answer is given as it is, so that the drawback
// can be seen; gjk_td repairs it.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/simplex.hpp"

#include <string_view>

namespace scree {

/// Where the walk ended.
struct GjkEnd {
  enum class Case : unsigned char { apart, far, around_origin, failed };
  Case end = Case::failed;
  Simplex simplex;  // apart: the smallest that holds the closest point; around: holds the origin, or comes as
                    // near as rounding lets it
  Vec3 point;  // far: the point of the simplex closest to the origin, and the vertex beyond which there is
  MinkowskiVertex bound;  // nothing of A - B in the direction from it to the origin
  int iterations = 0;
};

/// Walks until no vertex is closer to the origin than the simplex. Vertices are told apart by their indices,
/// so the walk ends exactly when a vertex recurs. Simplices nearer to the origin than `rounding` count as
/// holding it: there the direction to the origin means nothing any more. A distance that is surely more than
/// `far` ends the walk.
template <class SubAlgorithm>
SCREE_HD GjkEnd gjk_walk(const PolyhedronPair& pair, const Simplex& start, Vec3 direction, Real rounding,
                         Real far = 1e300) {
  constexpr int most_steps = 200;  // 5 to 12 are usual; 60-vertex pairs stay below 40
  GjkEnd result;
  Simplex& s = result.simplex;
  s = start;
  const auto shows_far = [&](Vec3 v, Real squared, const MinkowskiVertex& outermost) {
    const Real along = dot(v, outermost.w);  // the plane through it across v bounds the distance from below
    if (!(along > 0 && along * along > far * far * squared)) return false;
    result.end = GjkEnd::Case::far;
    result.point = v;
    result.bound = outermost;
    return true;
  };
  if (s.count == 0) {
    s.add(minkowski_support(pair, direction));
    if (shows_far(-direction, length_squared(direction), s.vertex[0])) return result;
  }
  Real before = 1e300;
  for (; result.iterations < most_steps; ++result.iterations) {
    const Reduction r = SubAlgorithm::reduce(s);
    const Vec3 v = r.point;
    const Real squared = r.squared;
    const bool around = r.bits == 15 || squared <= rounding * rounding;
    if (!around &&
        !(squared < before)) {  // rounding undid the last step: without it, it is as near as it gets
      --s.count;
      result.end = GjkEnd::Case::apart;
      return result;
    }
    s.keep(r.bits, r.weight);
    if (around) {
      result.end = GjkEnd::Case::around_origin;
      return result;
    }
    before = squared;
    const MinkowskiVertex next = minkowski_support(pair, -v);
    if (shows_far(v, squared, next)) return result;
    if (s.holds(next) || squared - dot(v, next.w) <= 1e-15 * squared) {
      result.end = GjkEnd::Case::apart;
      return result;
    }
    s.add(next);
  }
  return result;
}

/// The simplex of the last query at the new poses, or an empty one.
SCREE_HD inline Simplex cached_simplex(const PolyhedronPair& pair, const Cache& cache) {
  Simplex s;
  for (int i = 0; i < cache.size; ++i) s.add(minkowski_vertex(pair, cache.vertex_a[i], cache.vertex_b[i]));
  return s;
}

SCREE_HD inline void remember(const Simplex& s, Vec3 normal, Cache& cache) {
  cache.axis = normal;
  cache.size = s.count;
  for (int i = 0; i < s.count; ++i) cache.vertex_a[i] = s.vertex[i].a, cache.vertex_b[i] = s.vertex[i].b;
}

/// Along the line of centres, or along x when they coincide.
SCREE_HD inline Vec3 first_direction(const PolyhedronPair& pair, const Cache& cache) {
  if (length_squared(cache.axis) > 0) return cache.axis;
  return length_squared(pair.translation) > 0 ? pair.translation : Vec3{1, 0, 0};
}

struct GjkJohnson {
  static constexpr std::string_view name = "gjk_johnson";
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

struct Gjk {  // by signed volumes
  static constexpr std::string_view name = "gjk";
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
