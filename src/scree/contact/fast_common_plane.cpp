#include "scree/contact/fast_common_plane.hpp"

#include "scree/contact/plane.hpp"

namespace scree {
namespace {

constexpr int most_rounds = 1000;   // measured: at most 5 on 595 pairs
constexpr Real least_gain = 1e-14;  // of a round, in sizes
constexpr Real clearance = 1e-3;    // to which the classical version separates the bodies, in sizes
constexpr Real parallel = 1e-12;    // edges with a smaller sine have no common normal

constexpr Real deep = 0.05;  // overlap, in sizes

enum class Signs { towards_b, both };

/// The best of the candidates offered. They come from two closest vertices, joined by `link`.
struct Candidates {
  const PolyhedronPair& pair;
  Plane from;
  Signs signs;
  Plane best;

  SCREE_HD void offer(Vec3 normal) {
    if (!may_beat(from, normal, best.gap)) return;
    const Plane plane = plane_along(pair, normal);
    if (plane.gap > best.gap) best = plane;
  }

  /// A candidate known up to its length and sign.
  SCREE_HD void offer_direction(Vec3 direction, Real shortest) {
    const Real size = length(direction);
    if (!(size > shortest)) return;
    const Vec3 normal = direction / size;
    const bool away = dot(normal, from.normal) < 0;
    offer(away ? -normal : normal);
    if (signs == Signs::both) offer(away ? normal : -normal);
  }
};

template <class Visit>
SCREE_HD void for_each_halfedge_from(const PolyhedronView& body, int vertex, Visit visit) {
  const int start = body.vertex_halfedge[vertex];
  int h = start;
  do {
    visit(h);
    h = body.next_around_vertex(h);
  } while (h != start);
}

template <class Visit>
SCREE_HD void for_each_corner(const PolyhedronView& body, Feature feature, Visit visit) {
  if (feature.kind == Feature::Kind::vertex) visit(feature.id);
  if (feature.kind == Feature::Kind::edge) visit(body.origin[feature.id]), visit(body.target(feature.id));
  if (feature.kind == Feature::Kind::face) {
    for (int h = body.face_begin[feature.id]; h < body.face_begin[feature.id + 1]; ++h) visit(body.origin[h]);
  }
}

/// The best of `best` and all candidates at the closest vertices of `from`.
SCREE_HD Plane best_candidate(const PolyhedronPair& pair, const Plane& from, Signs signs, const Plane& best) {
  Candidates candidates{pair, from, signs, best};
  const Vec3 v1 = pair.vertex_a(from.vertex_a), v2 = pair.vertex_b(from.vertex_b);
  const Real distance = length(from.link);
  const bool apart = distance > least_gain * pair.size();
  const Vec3 n12 = apart ? from.link / distance : from.normal;  // vertices that coincide have no bisector
  if (apart) candidates.offer_direction(n12, 0);
  const auto offer_edge = [&](Vec3 edge) {
    candidates.offer_direction(n12 - dot(n12, edge) * edge, parallel);
  };
  for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
    candidates.offer(-pair.normal_b(pair.b.face[k]));
    offer_edge(normalized(pair.vertex_b(pair.b.target(k)) - v2));
  });
  for_each_halfedge_from(pair.a, from.vertex_a, [&](int h) {
    candidates.offer(pair.normal_a(pair.a.face[h]));
    const Vec3 edge = normalized(pair.vertex_a(pair.a.target(h)) - v1);
    offer_edge(edge);
    for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
      candidates.offer_direction(cross(edge, normalized(pair.vertex_b(pair.b.target(k)) - v2)), parallel);
    });
  });
  return candidates.best;
}

/// The same at every pair of vertices that are closest together, where several tie.
SCREE_HD Plane best_candidate_of_ties(const PolyhedronPair& pair, const Plane& from, Real reach) {
  Plane best = from;
  const Feature on_a = supporting_feature(pair.a, from.normal, reach);
  const Feature on_b = supporting_feature(pair.b, pair.to_b(-from.normal), reach);
  for_each_corner(pair.a, on_a, [&](int v1) {
    for_each_corner(pair.b, on_b, [&](int v2) {
      Plane tied = from;
      tied.vertex_a = v1, tied.vertex_b = v2;
      tied.link = pair.vertex_b(v2) - pair.vertex_a(v1);
      best = best_candidate(pair, tied, Signs::both, best);
    });
  });
  return best;
}

struct Search {
  Plane plane;
  int rounds = 0;
  bool converged = false;
};

/// The revised search.
SCREE_HD Search search_from(const PolyhedronPair& pair, const Plane& start, const Tolerance& tolerance) {
  const Real gain = least_gain * pair.size();
  Search search{start};
  Plane& best = search.plane;
  while (!search.converged && search.rounds < most_rounds) {
    ++search.rounds;
    Plane next = best_candidate(pair, best, Signs::both, best);
    if (next.gap <= best.gap + gain)
      next = best_candidate_of_ties(pair, best, tolerance.feature * pair.size());
    search.converged = next.gap <= best.gap + gain;
    if (!search.converged) best = next;
  }
  return search;
}

}  // namespace

Contact FastCommonPlaneClassical::collide(const PolyhedronView& a, const PolyhedronView& b,
                                          const Pose& b_in_a, Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  Plane plane = starting_plane(pair, cache);
  PolyhedronPair apart = pair;
  if (plane.gap <= 0) {
    apart.translation += (clearance * pair.size() - plane.gap) * plane.normal;
    plane = plane_along(apart, plane.normal);
  }
  bool converged = false;
  int rounds = 0;
  while (!converged && rounds < most_rounds) {
    ++rounds;
    const Plane next = best_candidate(apart, plane, Signs::towards_b, plane);
    converged = next.vertex_a == plane.vertex_a && next.vertex_b == plane.vertex_b;
    plane = next;
  }
  return contact_on(pair, plane_along(pair, plane.normal), rounds, converged, tolerance, cache);
}

Contact FastCommonPlane::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                 Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  Search best = search_from(pair, starting_plane(pair, cache), tolerance);
  int rounds = best.rounds;
  // Deep bodies have several local maxima. A remembered one may have been overtaken since, so a cold start
  // competes with it.
  if (cache.axis != Vec3{} && -best.plane.gap > deep * pair.size()) {
    const Search fresh = search_from(pair, bisector(pair), tolerance);
    rounds += fresh.rounds;
    if (fresh.plane.gap > best.plane.gap) best = fresh;
  }
  return contact_on(pair, best.plane, rounds, best.converged, tolerance, cache);
}

}  // namespace scree
