// The code that 3D and 2D share in the check of one vertex against features of the other body. VertexCheck
// (feature_check.hpp) and PlanarVertexCheck (planar/direct_search/feature_check.hpp) add the checks against
// edges and faces.
#pragma once

#include "scree/contact/direct_search/search_pair.hpp"

namespace scree {

/// Keeps the nearest valid contact of a vertex, independent of the order of the checks. Each kind of pair
/// must provide two functions:
/// - `set_valid_normal(pair, contact, cost)` sets the normal, or returns false if no entrance is valid.
/// - `for_corners_of(body, feature, visit)` visits the vertices of an edge or a face.
template <class Pair>
struct VertexCheckIn : NearestContact<typename Pair::Vector> {
  using Vec = typename Pair::Vector;
  using Body = decltype(Pair::a);
  using Kind = Feature::Kind;

  const SearchPairOf<Pair>& pair;
  ContactListIn<Vec>& list;  // contacts of this search so far, and the cost
  const bool of_b;           // true: the vertex belongs to B
  const int vertex;
  const Body& other;
  const Vec x;  // the vertex in the frame of the other body

  SCREE_HD VertexCheckIn(const SearchPairOf<Pair>& p, ContactListIn<Vec>& contacts, bool vertex_of_b, int v)
      : pair(p),
        list(contacts),
        of_b(vertex_of_b),
        vertex(v),
        other(p.body(!vertex_of_b)),
        x(p.vertex_in_other(vertex_of_b, v)) {}

  SCREE_HD void offer_vertex(int v) {
    ++list.cost.feature_pairs;
    offer_uncounted_vertex(v);
  }

 protected:
  SCREE_HD void offer_uncounted_vertex(int v) {
    offer(ContactType::vertex_vertex, {Kind::vertex, v}, other.vertex(v));
  }

  /// Moves a contact with an edge or a face to the closest corner of that feature, if there is one within the
  /// tolerance. A valid entrance stays valid, because all valid normals of the feature are valid at its
  /// corners. Returns false if all corners are farther away.
  SCREE_HD bool take_close_corner() {
    int corner = -1;
    Real least = pair.reach * pair.reach;
    for_corners_of(other, of_b ? this->best.feature_a : this->best.feature_b, [&](int v) {
      const Real square = length_squared(x - other.vertex(v));
      if (square < least || (square == least && (corner < 0 || v < corner))) least = square, corner = v;
    });
    if (corner >= 0) take(ContactType::vertex_vertex, {Kind::vertex, corner}, other.vertex(corner));
    return corner >= 0;
  }

  /// Updates the best contact if this one is within reach, nearer than the best so far, and a valid entrance.
  /// The entrance test runs last because it is the most expensive test.
  SCREE_HD void offer(ContactType type, Feature feature, Vec closest_point) {
    Real square = length_squared(x - closest_point);
    if (!this->wants(square, type, feature.id, pair.reach, pair.strict)) return;
    if (take(type, feature, closest_point)) this->best_square = square, this->best_id = feature.id;
  }

  SCREE_HD bool take(ContactType type, Feature feature, Vec closest_point) {
    const Feature own{Kind::vertex, vertex};
    FeatureContactIn<Vec> c;
    c.type = type;
    c.feature_a = of_b ? feature : own;
    c.feature_b = of_b ? own : feature;
    if (type == ContactType::vertex_vertex && take_known(c)) return true;
    if (!set_valid_normal(pair, c, list.cost)) return false;
    c.point_a = of_b ? closest_point : pair.vertex_a(vertex);
    if (of_b) {
      c.point_b = x;
    } else if (type == ContactType::vertex_vertex) {
      c.point_b = pair.vertex_b(feature.id);
    } else {
      c.point_b = pair.rotation * closest_point + pair.translation;
    }
    c.distance = dot(c.normal, c.point_b - c.point_a);
    this->best = c;
    return true;
  }

 private:
  /// Uses a vertex-vertex contact that the checks of the other body's vertices have already found. Returns
  /// false if there is none.
  SCREE_HD bool take_known(const FeatureContactIn<Vec>& c) {
    for (int i = 0; i < list.count; ++i) {
      if (!(list.contact[i].feature_a == c.feature_a) || !(list.contact[i].feature_b == c.feature_b))
        continue;
      this->best = list.contact[i];
      return true;
    }
    return false;
  }
};

}  // namespace scree
