// gjk: the classical algorithm of Gilbert, Johnson and Keerthi (1988) for two convex polyhedra.
//
// It walks a simplex of at most four vertices of A - B towards the origin. For separated bodies it ends with
// their distance and closest points. For overlapping bodies it ends with a tetrahedron around the origin, and
// it can only return the face of that tetrahedron nearest to the origin. The answer is correct only if this
// face lies on the boundary of A - B (Descantes et al. 2019, Figs 6 to 8). The algorithm returns the answer
// unchanged to show this drawback. gjk_td corrects it.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/simplex.hpp"

#include <string_view>

namespace scree {

/// Result of the walk.
struct GjkEnd {
  enum class Case : unsigned char { separated, beyond_cutoff, around_origin, failed };
  Case end = Case::failed;
  // separated: the smallest simplex that contains the closest point. around_origin: a simplex that contains
  // the origin, or is as near to it as rounding allows.
  Simplex simplex;
  // beyond_cutoff: the point of the simplex closest to the origin, and the support vertex of A - B in the
  // direction from that point to the origin.
  Vec3 point;
  MinkowskiVertex bound;
  int iterations = 0;
};

/// Walks until no vertex of A - B brings the simplex closer to the origin. Vertices are identified by their
/// indices, so the walk ends exactly when a vertex recurs. If the simplex is nearer to the origin than
/// `rounding`, the walk treats it as containing the origin, because the direction to the origin is then
/// meaningless. The walk also ends when the distance is certainly more than `cutoff`.
template <class SubAlgorithm>
SCREE_HD GjkEnd gjk_robust(const PolyhedronPair& pair, const Simplex& start, Vec3 direction, Real rounding,
                           Real cutoff = 1e300) {
  constexpr int most_steps = 200;  // 5 to 12 steps are usual; pairs of 60-vertex bodies need fewer than 40
  GjkEnd result;
  Simplex& s = result.simplex;
  s = start;
  const auto beyond_cutoff = [&](Vec3 v, Real squared, const MinkowskiVertex& outermost) {
    // The plane through this vertex, perpendicular to v, gives a lower bound on the distance.
    const Real along = dot(v, outermost.w);
    if (!(along > 0 && along * along > cutoff * cutoff * squared)) return false;
    result.end = GjkEnd::Case::beyond_cutoff;
    result.point = v;
    result.bound = outermost;
    return true;
  };
  if (s.count == 0) {
    s.add(minkowski_support(pair, direction));
    if (beyond_cutoff(-direction, length_squared(direction), s.vertex[0])) return result;
  }
  Real before = 1e300;
  for (; result.iterations < most_steps; ++result.iterations) {
    const Reduction r = SubAlgorithm::reduce(s);
    const Vec3 v = r.point;
    const Real squared = r.squared;
    const bool around = r.bits == 15 || squared <= rounding * rounding;
    if (!around && !(squared < before)) {
      // The last vertex did not reduce the distance, because of rounding. The walk ends with the simplex
      // without it.
      --s.count;
      result.end = GjkEnd::Case::separated;
      return result;
    }
    s.keep(r.bits, r.weight);
    if (around) {
      result.end = GjkEnd::Case::around_origin;
      return result;
    }
    before = squared;
    const MinkowskiVertex next = minkowski_support(pair, -v);
    if (beyond_cutoff(v, squared, next)) return result;
    if (s.holds(next) || squared - dot(v, next.w) <= 1e-15 * squared) {
      result.end = GjkEnd::Case::separated;
      return result;
    }
    s.add(next);
  }
  return result;
}

/// Returns the simplex of the last query at the new poses, or an empty simplex if the cache contains none.
SCREE_HD inline Simplex cached_simplex(const PolyhedronPair& pair, const Cache& cache) {
  Simplex s;
  if (!cache.holds_vertices()) return s;
  for (int i = 0; i < cache.count; ++i)
    s.add(minkowski_vertex(pair, cache.vertices.a[i], cache.vertices.b[i]));
  return s;
}

SCREE_HD inline void remember(const Simplex& s, Vec3 normal, Cache& cache) {
  cache.axis = normal;
  cache.set_vertices(s.count);
  for (int i = 0; i < s.count; ++i) {
    cache.vertices.a[i] = s.vertex[i].a;
    cache.vertices.b[i] = s.vertex[i].b;
  }
}

/// Returns the cached normal if there is one, else the direction from centre to centre. If the centres
/// coincide, it returns the x axis.
SCREE_HD inline Vec3 first_direction(const PolyhedronPair& pair, const Cache& cache) {
  if (length_squared(cache.axis) > 0) return cache.axis;
  return length_squared(pair.translation) > 0 ? pair.translation : Vec3{1, 0, 0};
}

struct GjkJohnson {
  static constexpr std::string_view name = "gjk_johnson";
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

struct Gjk {  // uses signed volumes
  static constexpr std::string_view name = "gjk";
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
