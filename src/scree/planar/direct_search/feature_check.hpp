// The checks of single feature pairs of polygons that direct_search and fast_direct_search share, so
// that both use the same definition of a contact. A vertex of one body makes at most one contact with
// the other: with the nearest vertex within the distance tolerance, otherwise with the nearest edge it
// stands over. Entrances that are not valid do not count. Distances are measured between points, as in
// space (contact/direct_search/feature_check.hpp).
#pragma once

#include "scree/planar/direct_search/entrance_test.hpp"

namespace scree {

SCREE_HD inline Real smallest_edge(const PolygonView& body) {
  Real least = 4 * body.bounding_radius * body.bounding_radius;
  for (int e = 0; e < body.vertex_count; ++e) least = std::min(least, length_squared(body.edge(e)));
  return std::sqrt(least);
}

/// Checks one vertex against the features of the other body and keeps the nearest valid contact, in whatever
/// order they are checked.
struct PlanarVertexCheck : NearestContact<Vec2> {
  const PlanarSearchPair& pair;
  PlanarContactList& list;  // contacts of this search so far, and the cost
  const bool of_b;          // true: the vertex is of B
  const int vertex;
  const PolygonView& other;
  const Vec2 x;  // the vertex in the frame of the other body

  SCREE_HD PlanarVertexCheck(const PlanarSearchPair& p, PlanarContactList& contacts, bool vertex_of_b, int v)
      : pair(p),
        list(contacts),
        of_b(vertex_of_b),
        vertex(v),
        other(p.body(!vertex_of_b)),
        x(vertex_of_b ? p.vertex_b(v) : p.to_b(p.vertex_a(v) - p.translation)) {}

  SCREE_HD void offer_vertex(int v) {
    ++list.cost.feature_pairs;
    offer(ContactType::vertex_vertex, {Feature::Kind::vertex, v}, other.vertex(v));
  }
  SCREE_HD void offer_edge(int e) {
    ++list.cost.feature_pairs;
    const Place place = place_over(e);
    if (place.inside && std::abs(place.height) <= pair.reach) offer_foot(e, place);
  }
  /// Runs the vertex-edge check of fast_direct_search: checks the edge, and vertex-vertex if an end is close.
  SCREE_HD void offer_edge_and_ends(int e) {
    ++list.cost.feature_pairs;
    const Place place = place_over(e);
    if (std::abs(place.height) > pair.reach + pair.strict) return;
    const Real beyond = std::max(-place.along, place.along - place.length);
    if (beyond > pair.reach + pair.strict) return;
    for (const int end : {e, other.next(e)}) {
      if (near_vertex(end))
        offer(ContactType::vertex_vertex, {Feature::Kind::vertex, end}, other.vertex(end));
    }
    if (place.inside) offer_foot(e, place);
  }

  /// Finishes the check after all offers. Returns true if there is a contact. Moves the contact from the
  /// nearest edge to a close end of it.
  SCREE_HD bool finalize() {
    if (!found() || best.type == ContactType::vertex_vertex) return found();
    const int e = best_id;
    int end = -1;
    Real least = pair.reach * pair.reach;
    for (const int v : {e, other.next(e)}) {
      const Real square = length_squared(x - other.vertex(v));
      if (square < least || (square == least && (end < 0 || v < end))) least = square, end = v;
    }
    if (end >= 0) take(ContactType::vertex_vertex, {Feature::Kind::vertex, end}, other.vertex(end));
    return true;
  }

  /// True if the vertex is within the tolerance of the edge, whether or not the entrance is valid.
  SCREE_HD bool near_edge(int e) const {
    const Place place = place_over(e);
    return std::abs(place.height) <= pair.reach &&
           (place.inside || near_vertex(e) || near_vertex(other.next(e)));
  }

  /// Position of the vertex relative to the line of an edge.
  struct Place {
    Real height, along, length;
    bool inside;  // over the edge itself
  };
  SCREE_HD Place place_over(int e) const {
    const Vec2 out = other.edge_normal[e], from = x - other.vertex(e);
    const Vec2 direction = turned_left(out);
    const Real length = dot(direction, other.edge(e)), along = dot(direction, from);
    return {dot(out, from), along, length, along >= 0 && along <= length};
  }

 private:
  SCREE_HD bool near_vertex(int v) const {
    return length_squared(x - other.vertex(v)) <= pair.reach * pair.reach;
  }
  SCREE_HD void offer_foot(int e, const Place& place) {
    offer(ContactType::vertex_edge, {Feature::Kind::edge, e}, x - place.height * other.edge_normal[e]);
  }

  SCREE_HD void offer(ContactType type, Feature feature, Vec2 foot) {
    Real square = length_squared(x - foot);
    if (!wants(square, type, feature.id, pair.reach, pair.strict)) return;
    if (take(type, feature, foot)) best_square = square, best_id = feature.id;
  }

  SCREE_HD bool take(ContactType type, Feature feature, Vec2 foot) {
    FeatureContactIn<Vec2> c;
    const Feature own{Feature::Kind::vertex, vertex};
    c.type = type;
    c.feature_a = of_b ? feature : own;
    c.feature_b = of_b ? own : feature;
    // Normal of the virtual contact lines: that of the edge, or the mean of all valid ones.
    const ValidNormals<Vec2> entrance = find_entrance(pair, c.feature_a, c.feature_b, list.cost);
    if (entrance.count == 0) return false;
    c.normal = entrance.mean();
    c.point_a = of_b ? foot : pair.vertex_a(vertex);
    c.point_b = of_b                                 ? pair.vertex_b(vertex)
                : type == ContactType::vertex_vertex ? pair.vertex_b(feature.id)
                                                     : pair.rotation * foot + pair.translation;
    c.distance = dot(c.normal, c.point_b - c.point_a);
    best = c;
    return true;
  }
};

/// Sorts the contacts and fills type, features, normal, distance and status of the list: parallel edges,
/// within 1 degree, if all contacts lie on an edge of each body; otherwise the nearest one.
void finish(const PlanarSearchPair& pair, PlanarContactList& list);

/// Returns the list as one contact. It is exact while the overlap or gap is well below the distance
/// tolerance. For lists with status `separated` only the status is exact; lists that failed stay failed.
/// See contact/direct_search/search_result.hpp.
PlanarContact condense(const PlanarSearchPair& pair, const PlanarContactList& list,
                       const Tolerance& tolerance);

}  // namespace scree
