#include "scree/planar/direct_search/direct_search.hpp"

#include "scree/planar/direct_search/feature_check.hpp"

namespace scree::planar {
namespace {

PlanarContactList search(const PlanarSearchPair& pair) {
  PlanarContactList list;
  for (const bool of_b : {false, true}) {
    const PolygonView &own = pair.body(of_b), &other = pair.body(!of_b);
    for (int v = 0; v < own.vertex_count; ++v) {
      PlanarVertexCheck check(pair, list, of_b, v);
      for (int w = 0; w < other.vertex_count; ++w) check.offer_vertex(w);
      for (int e = 0; e < other.vertex_count; ++e) check.offer_edge(e);
      if (check.finalize()) list.add(check.best);
    }
  }
  if (list.count == 0) {
    list.distance = 0;
    for (const bool of_b : {false, true}) {
      for (int e = 0; e < pair.body(of_b).vertex_count; ++e) {
        const Vec2 normal = pair.normal_of(of_b, e);
        const Real gap = pair.gap(normal);
        if (gap > list.distance) list.status = Status::separated, list.distance = gap, list.normal = normal;
      }
    }
  }
  finish(pair, list);
  return list;
}

}  // namespace

PlanarContactList DirectSearch::find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                     Real distance_tolerance, const Tolerance& tolerance) {
  return search(PlanarSearchPair(a, b, b_in_a, distance_tolerance, tolerance));
}

PlanarContact DirectSearch::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                    PlanarCache& cache, const Tolerance& tolerance) {
  const Real edge = std::min(smallest_edge(a), smallest_edge(b));
  const PlanarSearchPair pair(a, b, b_in_a, edge / 2, tolerance);
  const PlanarContactList list = search(pair);
  cache.axis = list.normal;
  return condense(pair, list, tolerance);
}

}  // namespace scree::planar
