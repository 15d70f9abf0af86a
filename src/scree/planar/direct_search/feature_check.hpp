// The checks of single feature pairs of polygons that direct_search and fast_direct_search share, so that
// both use the same definition of a contact. A vertex of one body has at most one contact with the other
// body. The contact is with the nearest vertex within the distance tolerance, otherwise with the nearest edge
// that the vertex lies over. Features without a valid entrance are ignored. Distances are measured between
// points, as in 3D (contact/direct_search/feature_check.hpp).
#pragma once

#include "scree/contact/direct_search/vertex_check.hpp"
#include "scree/planar/direct_search/entrance_test.hpp"

namespace scree {

SCREE_HD inline Real smallest_edge(const PolygonView& body) {
  Real least = 4 * body.bounding_radius * body.bounding_radius;
  for (int e = 0; e < body.vertex_count; ++e) least = std::min(least, length_squared(body.edge(e)));
  return std::sqrt(least);
}

/// Checks one vertex of a polygon.
struct PlanarVertexCheck : VertexCheckIn<PolygonPair> {
  using VertexCheckIn::VertexCheckIn;

  /// Checks all features of the other body.
  SCREE_HD void offer_all() {
    for (int v = 0; v < other.vertex_count; ++v) offer_vertex(v);
    for (int e = 0; e < other.vertex_count; ++e) offer_facet(e);
  }
  SCREE_HD void offer_facet(int e) {
    ++list.cost.feature_pairs;
    const Position at = position_over(e);
    if (at.inside && std::abs(at.height) <= pair.reach) offer_point_on(e, at);
  }
  /// Runs the vertex-edge check of fast_direct_search: checks the edge, and vertex-vertex if an end is close.
  SCREE_HD void offer_facet_and_rim(int e) {
    ++list.cost.feature_pairs;
    const Position at = position_over(e);
    if (std::abs(at.height) > pair.reach + pair.strict) return;
    const Real beyond = std::max(-at.along, at.along - at.length);
    if (beyond > pair.reach + pair.strict) return;
    for (const int end : {e, other.next(e)}) {
      if (near_vertex(end)) offer_uncounted_vertex(end);
    }
    if (at.inside) offer_point_on(e, at);
  }

  /// Finishes the check after all features have been offered. Returns true if there is a contact. If an end
  /// of the nearest edge is within the tolerance, moves the contact to it.
  SCREE_HD bool finalize() {
    if (found() && best.type == ContactType::vertex_edge) take_close_corner();
    return found();
  }

  /// True if the vertex is within the tolerance of the edge, whether or not the entrance is valid.
  SCREE_HD bool near_facet(int e) const {
    const Position at = position_over(e);
    return std::abs(at.height) <= pair.reach && (at.inside || near_vertex(e) || near_vertex(other.next(e)));
  }

  /// Position of the vertex relative to the line of an edge.
  struct Position {
    Real height, along, length;
    bool inside;  // over the edge itself
  };
  SCREE_HD Position position_over(int e) const {
    const Vec2 out = other.edge_normal[e], from = x - other.vertex(e);
    const Vec2 direction = turned_left(out);
    const Real length = dot(direction, other.edge(e)), along = dot(direction, from);
    return {dot(out, from), along, length, along >= 0 && along <= length};
  }

 private:
  SCREE_HD bool near_vertex(int v) const {
    return length_squared(x - other.vertex(v)) <= pair.reach * pair.reach;
  }
  SCREE_HD void offer_point_on(int e, const Position& at) {
    offer(ContactType::vertex_edge, {Kind::edge, e}, x - at.height * other.edge_normal[e]);
  }
};

SCREE_HD inline bool lies_on_edge(const PolygonView& body, Feature feature, int edge) {
  return feature.id == edge || (feature.kind == Feature::Kind::vertex && feature.id == body.next(edge));
}

/// Sorts the contacts and fills type, features, normal, distance and status of the list. If all contacts lie
/// on one edge of each body and these edges are parallel within 1 degree, the type is parallel edges.
/// Otherwise the list has the type of the nearest contact.
void finish(const PlanarSearchPair& pair, PlanarContactList& list);

/// Returns the list as one contact. The contact is exact if the overlap or gap is well below the distance
/// tolerance. For lists with status `separated` only the status is exact. A list with the status `failed`
/// gives a contact with this status. See contact/direct_search/search_result.hpp.
PlanarContact condense(const PlanarSearchPair& pair, const PlanarContactList& list,
                       const Tolerance& tolerance);

}  // namespace scree

namespace scree::planar {

/// The checks of polygons, as all_pairs.hpp and region_search.hpp use them. Edges of polygons do not cross.
struct PolygonFeatures {
  using Pair = PlanarSearchPair;
  using Check = PlanarVertexCheck;
  static constexpr Feature::Kind facet = Feature::Kind::edge;

  SCREE_HD static void check_crossings(const PlanarSearchPair&, PlanarContactList&) {}
  template <class Enough>
  SCREE_HD static bool offer_crossings(const PlanarSearchPair&, WidestGap<Vec2>&, SearchCost&, Enough) {
    return false;
  }
};

}  // namespace scree::planar
