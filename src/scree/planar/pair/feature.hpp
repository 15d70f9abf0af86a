// Finds the vertex or edge of each polygon that supports a contact along a normal, and witness points
// on both.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

/// Returns the vertex or edge of a polygon that lies within `reach` of its supporting line along a direction
/// (in the body's frame). If there are two such edges (a body flatter than `reach`), returns the edge whose
/// normal is nearer to the direction. `top` is a vertex farthest along the direction.
SCREE_HD inline Feature supporting_feature(const PolygonView& body, Vec2 direction, Real reach, int top) {
  const int before = body.previous(top);
  const bool after_near = -dot(direction, body.edge(top)) <= reach;
  const bool before_near = dot(direction, body.edge(before)) <= reach;
  if (!after_near && !before_near) return {Feature::Kind::vertex, top};
  const bool after = after_near && (!before_near || dot(body.edge_normal[top], direction) >=
                                                        dot(body.edge_normal[before], direction));
  return {Feature::Kind::edge, after ? top : before};
}
SCREE_HD inline Feature supporting_feature(const PolygonView& body, Vec2 direction, Real reach) {
  return supporting_feature(body, direction, reach, body.support(direction));
}

/// Visits the vertices of a feature.
template <class Visit>
SCREE_HD void for_corners_of(const PolygonView& body, Feature feature, Visit visit) {
  visit(feature.id);
  if (feature.kind == Feature::Kind::edge) visit(body.next(feature.id));
}

/// Fills the features of both bodies from the normal. `at` contains the support vertices along the normal.
SCREE_HD inline void find_features(const PolygonPair& pair, const Tolerance& tolerance,
                                   PolygonPair::Supports at, PlanarContact& contact) {
  const Real reach = tolerance.feature * pair.size();
  contact.feature_a = supporting_feature(pair.a, contact.normal, reach, at.a);
  contact.feature_b = supporting_feature(pair.b, pair.to_b(-contact.normal), reach, at.b);
}
SCREE_HD inline void find_features(const PolygonPair& pair, const Tolerance& tolerance,
                                   PlanarContact& contact) {
  find_features(pair, tolerance, pair.supports(contact.normal), contact);
}

/// Returns the status that an overlap implies.
SCREE_HD inline Status status_of(Real overlap, const PolygonPair& pair, const Tolerance& tolerance) {
  return overlap >= -tolerance.touching * pair.size() ? Status::touching : Status::separated;
}

/// Interval that two features share along a line, as positions along it. If from > to, they share nothing and
/// the difference is the gap between them.
struct SharedSpan {
  Real from = 0, to = 0;
};

SCREE_HD inline SharedSpan shared_span(const PolygonPair& pair, Vec2 along, Feature on_a, Feature on_b) {
  const auto span = [&](bool of_b, Feature feature) {
    const PolygonView& body = pair.body(of_b);
    const Real first = dot(along, pair.point(of_b, feature.id));
    if (feature.kind == Feature::Kind::vertex) return SharedSpan{first, first};
    const Real second = dot(along, pair.point(of_b, body.next(feature.id)));
    return first < second ? SharedSpan{first, second} : SharedSpan{second, first};
  };
  const SharedSpan a = span(false, on_a), b = span(true, on_b);
  return {a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

/// Returns the interval that the bodies share along their supporting lines across a normal. It includes all
/// vertices within `reach` of these lines. If a side of a polygon consists of two collinear edges, the
/// supporting feature is only one of them.
SCREE_HD inline SharedSpan shared_support(const PolygonPair& pair, Vec2 normal, Real reach) {
  const Vec2 along = turned_left(normal);
  const auto span = [&](bool of_b) {
    const PolygonView& body = pair.body(of_b);
    const Vec2 out = of_b ? -normal : normal;
    const Real top = dot(out, pair.point(of_b, body.support(pair.outward(of_b, normal))));
    SharedSpan s{1e300, -1e300};
    for (int v = 0; v < body.vertex_count; ++v) {
      const Vec2 p = pair.point(of_b, v);
      if (top - dot(out, p) > reach) continue;
      const Real position = dot(along, p);
      s.from = position < s.from ? position : s.from, s.to = position > s.to ? position : s.to;
    }
    return s;
  };
  const SharedSpan a = span(false), b = span(true);
  return {a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

/// Sets both witness points from the normal, the overlap and the features of the contact, in the middle of
/// the interval that the supporting features share. `top` is the support vertex of A along the normal.
/// Returns false if they share nothing: the normal of an edge that is negligible relative to the other body
/// or the gap may point past the other body and still give the same gap up to rounding.
SCREE_HD inline bool find_witnesses(const PolygonPair& pair, int top, PlanarContact& contact) {
  const Vec2 n = contact.normal, along = turned_left(n);
  const Real slack = 1e-12 * pair.size();
  SharedSpan shared = shared_span(pair, along, contact.feature_a, contact.feature_b);
  const bool disjoint = shared.from > shared.to + slack;
  if (disjoint) shared = shared_support(pair, n, 1e-10 * pair.size());
  Real position = 0.5 * (shared.from + shared.to);
  if (contact.feature_a.kind == Feature::Kind::vertex && !disjoint)
    position = dot(along, pair.vertex_a(contact.feature_a.id));
  contact.point_a = position * along + dot(n, pair.vertex_a(top)) * n;
  contact.point_b = contact.point_a - contact.overlap * n;
  return shared.from <= shared.to + slack;
}
SCREE_HD inline bool find_witnesses(const PolygonPair& pair, PlanarContact& contact) {
  return find_witnesses(pair, pair.support_a(contact.normal), contact);
}

/// Corrects a normal between the two closest vertices if rounding has moved it out of the cone of normals at
/// one of them. The new normal is the normal of the edge that sticks out of the supporting line.
SCREE_HD inline Vec2 refine_normal_at(const PolygonPair& pair, int on_a, int on_b, Vec2 normal) {
  for (const bool of_b : {false, true}) {
    const PolygonView& body = pair.body(of_b);
    const int v = of_b ? on_b : on_a, before = body.previous(v);
    const Vec2 out = pair.outward(of_b, normal);
    if (dot(out, body.edge(v)) > 0) normal = pair.normal_of(of_b, v);
    if (dot(out, body.edge(before)) < 0) normal = pair.normal_of(of_b, before);
  }
  return normal;
}

/// Corrects a normal between the closest points of two bodies, which may lie inside edges. It turns the
/// normal until no vertex of A sticks out above `on_a` and no vertex of B below `on_b`.
SCREE_HD inline Vec2 refine_normal(const PolygonPair& pair, Vec2 on_a, Vec2 on_b, Vec2 normal) {
  const Real rounding = 1e-15 * pair.size();
  for (int step = 0; step < 8; ++step) {  // usually 1 or 2
    const Vec2 high = pair.vertex_a(pair.support_a(normal)) - on_a,
               low = on_b - pair.vertex_b(pair.support_b(-normal));
    const Real above = dot(normal, high), below = dot(normal, low);
    if (above <= rounding && below <= rounding) break;
    const Vec2 across = turned_left(above >= below ? high : low);
    normal = normalized(dot(across, normal) < 0 ? -across : across);
  }
  return normal;
}

}  // namespace scree
