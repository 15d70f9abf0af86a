// Data that direct_search and fast_direct_search use in 3D and in 2D: the pair with its tolerances, the
// widest gap found, and the data that a pair keeps from step to step.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"

namespace scree {

/// A pair with the distance tolerance of the search. `Pair` is a PolyhedronPair or a PolygonPair.
template <class Pair>
struct SearchPairOf : Pair {
  Real reach;   // the distance tolerance
  Real strict;  // rounding error of heights

  SCREE_HD SearchPairOf(const Pair& pair, Real distance_tolerance, const Tolerance& tolerance)
      : Pair(pair),
        // If the tolerance were below tolerance.feature, rounding would decide which features are near.
        reach(std::max(distance_tolerance, tolerance.feature * pair.size())),
        strict(1e-12 * pair.size()) {}

  /// Returns a vertex of one body in the frame of the other.
  SCREE_HD typename Pair::Vector vertex_in_other(bool of_b, int v) const {
    return of_b ? this->vertex_b(v) : this->to_b(this->vertex_a(v) - this->translation);
  }
};

/// Widest gap of all valid entrances, with its normal. The bodies are convex, so planes across this normal
/// separate them by the gap.
template <class Vec>
struct WidestGap {
  Real gap;
  Vec normal;

  SCREE_HD void offer(Real g, Vec n) {
    if (g > gap) gap = g, normal = n;
  }
};

/// Data that a pair keeps from step to step, empty for new neighbours. It affects the cost of a search, never
/// the resulting contact list.
template <class Vec>
struct SearchStateIn {
  bool known = false;
  // Type and features of the last contact. They determine the normal of the next planes.
  ContactType type = ContactType::none;
  Feature feature_a, feature_b;
  Vec normal;                          // normal of the last planes, in the frame of A
  int vertex_a = 0, vertex_b = 0;      // extreme vertices
  int vertices_a = 0, vertices_b = 0;  // n_v: number of vertices in the region; 0: not known
  int facet_a = -1, facet_b = -1;      // face or edge on which the contacts can be refreshed; -1: none
};

/// Runs a search that starts from the cached data of the last search. `update` takes a state and returns
/// a list.
template <class Vec, class AnyCache, class Update>
SCREE_HD ContactListIn<Vec> search_from_cache(AnyCache& cache, Update update) {
  SearchStateIn<Vec> state;
  state.known = cache.holds_vertices() && length_squared(cache.axis) > 0;
  state.normal = cache.axis;
  state.vertex_a = cache.vertices.a[0];
  state.vertex_b = cache.vertices.b[0];
  const ContactListIn<Vec> list = update(state);
  cache.axis = state.normal;
  cache.set_vertices(state.known ? 1 : 0);
  cache.vertices.a[0] = state.vertex_a;
  cache.vertices.b[0] = state.vertex_b;
  return list;
}

}  // namespace scree
