// Finds the vertex, edge or face of each body that supports a contact along a normal, and the corners of such
// a feature.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// Returns the edge that a half-edge belongs to.
SCREE_HD inline Feature edge_feature(const PolyhedronView& body, int h) {
  return {Feature::Kind::edge, h < body.twin[h] ? h : body.twin[h]};
}

/// Returns the face at a vertex whose normal is nearest to a direction (in the body's frame).
SCREE_HD inline int face_along(const PolyhedronView& body, int vertex, Vec3 direction) {
  const int start = body.vertex_halfedge[vertex];
  int best = body.face[start];
  Real most = dot(body.face_normal[best], direction);
  for (int h = body.next_around_vertex(start); h != start; h = body.next_around_vertex(h)) {
    const Real along = dot(body.face_normal[body.face[h]], direction);
    if (along > most) most = along, best = body.face[h];
  }
  return best;
}

/// Returns the vertex, edge or face of a body that lies within `reach` of its supporting plane along a
/// direction (in the body's frame). If several faces lie within `reach`, as in a very flat body, it returns
/// the face whose normal is nearest to the direction. `top` is a vertex farthest along the direction.
SCREE_HD inline Feature supporting_feature(const PolyhedronView& body, Vec3 direction, Real reach, int top) {
  const Real height = dot(direction, body.vertex(top));
  const auto near = [&](int v) { return height - dot(direction, body.vertex(v)) <= reach; };
  int edge = -1, edges = 0;
  const int start = body.vertex_halfedge[top];
  int h = start;
  do {
    if (near(body.target(h))) edge = h, ++edges;
    h = body.next_around_vertex(h);
  } while (h != start);
  if (edges == 0) return {Feature::Kind::vertex, top};
  if (edges > 1) return {Feature::Kind::face, face_along(body, top, direction)};
  // With one near neighbour the feature is an edge, unless the next vertex of a face at this edge is
  // near too.
  const int after = body.target(body.next(edge)), before = body.target(body.next(body.twin[edge]));
  if (near(after) && body.face_begin[body.face[edge] + 1] - body.face_begin[body.face[edge]] > 2 &&
      after != top) {
    return {Feature::Kind::face, body.face[edge]};
  }
  if (near(before) && before != body.target(edge)) return {Feature::Kind::face, body.face[body.twin[edge]]};
  return edge_feature(body, edge);
}
SCREE_HD inline Feature supporting_feature(const PolyhedronView& body, Vec3 direction, Real reach) {
  return supporting_feature(body, direction, reach, body.support(direction));
}

/// Visits the vertices of a feature.
template <class Visit>
SCREE_HD void for_corners_of(const PolyhedronView& body, Feature feature, Visit visit) {
  if (feature.kind == Feature::Kind::vertex) visit(feature.id);
  if (feature.kind == Feature::Kind::edge) visit(body.origin[feature.id]), visit(body.target(feature.id));
  if (feature.kind != Feature::Kind::face) return;
  for (int h = body.face_begin[feature.id]; h < body.face_begin[feature.id + 1]; ++h) visit(body.origin[h]);
}

/// Corners of a supporting feature in the frame of A. If a face has more corners than fit, corners are left
/// out at even intervals. The result is a polygon inside the face.
struct FeaturePoints {
  static constexpr int capacity = 64;
  union {  // a union leaves the points uninitialized; mostly two to four are used
    Vec3 point[capacity];
  };
  int count = 0;

  SCREE_HD FeaturePoints() {}
};

SCREE_HD inline FeaturePoints feature_points(const PolyhedronPair& pair, bool of_b, Feature feature) {
  const PolyhedronView& body = of_b ? pair.b : pair.a;
  FeaturePoints points;
  const auto add = [&](int v) {
    if (points.count < FeaturePoints::capacity)
      points.point[points.count++] = of_b ? pair.vertex_b(v) : pair.vertex_a(v);
  };
  if (feature.kind == Feature::Kind::vertex) add(feature.id);
  if (feature.kind == Feature::Kind::edge) add(body.origin[feature.id]), add(body.target(feature.id));
  if (feature.kind == Feature::Kind::face) {
    const int begin = body.face_begin[feature.id], end = body.face_begin[feature.id + 1];
    const int stride = (end - begin + FeaturePoints::capacity - 1) / FeaturePoints::capacity;
    for (int h = begin; h < end; h += stride) add(body.origin[h]);
  }
  return points;
}

/// Sets the features of both bodies from the normal. `at` contains the support vertices along the normal.
SCREE_HD inline void find_features(const PolyhedronPair& pair, const Tolerance& tolerance, SupportPair at,
                                   Contact& contact) {
  const Real reach = tolerance.feature * pair.size();
  contact.feature_a = supporting_feature(pair.a, contact.normal, reach, at.a);
  contact.feature_b = supporting_feature(pair.b, pair.to_b(-contact.normal), reach, at.b);
}
SCREE_HD inline void find_features(const PolyhedronPair& pair, const Tolerance& tolerance, Contact& contact) {
  find_features(pair, tolerance, pair.supports(contact.normal), contact);
}

/// Returns the status of two bodies with this overlap.
SCREE_HD inline Status status_of(Real overlap, const PolyhedronPair& pair, const Tolerance& tolerance) {
  return overlap >= -tolerance.touching * pair.size() ? Status::touching : Status::separated;
}

}  // namespace scree
