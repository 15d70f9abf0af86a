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

struct Search {
  const PolyhedronPair& pair;
  Signs signs;
  Plane best;
  KnownLinks known;
  int rounds = 0;
  bool converged = false;

  SCREE_HD void offer(Vec3 normal) { scree::offer(pair, normal, known, best); }

  /// A candidate known up to its length and sign; `towards` is the last normal.
  SCREE_HD void offer_direction(Vec3 direction, Real shortest, Vec3 towards) {
    const Real size = length(direction);
    if (!(size > shortest)) return;
    const Vec3 normal = direction / size;
    const bool away = dot(normal, towards) < 0;
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

/// Offers all candidates at the closest vertices of a plane.
SCREE_HD void offer_candidates(Search& search, const Plane& from) {
  const PolyhedronPair& pair = search.pair;
  const Vec3 v1 = pair.vertex_a(from.vertex_a), v2 = pair.vertex_b(from.vertex_b);
  const Real distance = length(from.link);
  const bool distinct = distance > least_gain * pair.size();
  const Vec3 n12 = distinct ? from.link / distance : from.normal;  // vertices that coincide have no bisector
  if (distinct) search.offer_direction(n12, 0, from.normal);
  const auto offer_edge = [&](Vec3 edge) {
    search.offer_direction(n12 - dot(n12, edge) * edge, parallel, from.normal);
  };
  for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
    search.offer(-pair.normal_b(pair.b.face[k]));
    offer_edge(normalized(pair.vertex_b(pair.b.target(k)) - v2));
  });
  for_each_halfedge_from(pair.a, from.vertex_a, [&](int h) {
    search.offer(pair.normal_a(pair.a.face[h]));
    const Vec3 edge = normalized(pair.vertex_a(pair.a.target(h)) - v1);
    offer_edge(edge);
    for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
      const Vec3 edge_b = normalized(pair.vertex_b(pair.b.target(k)) - v2);
      search.offer_direction(cross(edge, edge_b), parallel, from.normal);
    });
  });
}

/// The same at every pair of vertices that are closest together, where several tie.
SCREE_HD void offer_candidates_of_ties(Search& search, const Plane& from, Real reach) {
  const PolyhedronPair& pair = search.pair;
  const Feature on_a = supporting_feature(pair.a, from.normal, reach);
  const Feature on_b = supporting_feature(pair.b, pair.to_b(-from.normal), reach);
  for_each_corner(pair.a, on_a, [&](int v1) {
    for_each_corner(pair.b, on_b, [&](int v2) {
      Plane tied = from;
      tied.vertex_a = v1, tied.vertex_b = v2;
      tied.link = pair.vertex_b(v2) - pair.vertex_a(v1);
      search.known.remember(tied.link);
      offer_candidates(search, tied);
    });
  });
}

SCREE_HD Search start_from(const PolyhedronPair& pair, const Plane& start, Signs signs) {
  Search search{pair, signs, start, {}, 0, false};
  search.known.remember(start.link);
  return search;
}

/// The revised search.
SCREE_HD Search search_from(const PolyhedronPair& pair, const Plane& start, const Tolerance& tolerance) {
  const Real gain = least_gain * pair.size();
  Search search = start_from(pair, start, Signs::both);
  while (!search.converged && search.rounds < most_rounds) {
    ++search.rounds;
    const Plane last = search.best;
    offer_candidates(search, last);
    if (search.best.gap <= last.gap + gain) {
      offer_candidates_of_ties(search, last, tolerance.feature * pair.size());
    }
    search.converged = search.best.gap <= last.gap + gain;
    if (search.converged) search.best = last;
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
  Search search = start_from(apart, plane, Signs::towards_b);
  while (!search.converged && search.rounds < most_rounds) {
    ++search.rounds;
    const Plane last = search.best;
    offer_candidates(search, last);
    search.converged = search.best.vertex_a == last.vertex_a && search.best.vertex_b == last.vertex_b;
  }
  return contact_on(pair, plane_along(pair, search.best.normal), search.rounds, search.converged, tolerance,
                    cache);
}

Contact FastCommonPlane::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                 Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const Search first = search_from(pair, starting_plane(pair, cache), tolerance);
  Plane best = first.best;
  int rounds = first.rounds;
  bool converged = first.converged;
  // Deep bodies have several local maxima. A remembered one may have been overtaken since, so a cold start
  // competes with it.
  if (cache.axis != Vec3{} && -best.gap > deep * pair.size()) {
    const Search second = search_from(pair, bisector(pair), tolerance);
    rounds += second.rounds;
    if (second.best.gap > best.gap) best = second.best, converged = second.converged;
  }
  return contact_on(pair, best, rounds, converged, tolerance, cache);
}

}  // namespace scree
