// The checks of single feature pairs that direct_search and fast_direct_search share (Zheng, Jiao, Gardner,
// Sitar 2017, Figs 7 and 8), so that both use the same definition of a contact:
//
// - A vertex of one body makes at most one contact with the other: with the nearest vertex within the
//   distance tolerance, otherwise with the nearest such edge, otherwise with the nearest face it stands over.
//   Entrances that are not valid do not count.
// - Two edges are in contact if their lines pass within the tolerance, the closest points lie inside both
//   edges, and no contact of an end of one with the other edge, or with an end of it, represents theirs.
//
// Distances are measured between points, not planes: the paper's plane distances would call a vertex near to
// an edge of a flat dihedral angle although it is far from it. Every contact list therefore includes the
// nearest points of two bodies within the tolerance, or the features that decide an overlap within it.
#pragma once

#include "scree/contact/direct_search/entrance_test.hpp"
#include "scree/math/closest.hpp"

namespace scree {

SCREE_HD inline Real smallest_edge(const PolyhedronView& body) {
  Real least = 4 * body.bounding_radius * body.bounding_radius;
  for (int h = 0; h < body.halfedge_count; ++h) {
    if (body.twin[h] < h) continue;
    least = std::min(least, length_squared(body.vertex(body.target(h)) - body.vertex(body.origin[h])));
  }
  return std::sqrt(least);
}

/// Checks one vertex against the features of the other body and keeps the nearest valid contact, in whatever
/// order they are checked. It checks only that a valid entrance exists; finish() finds the normals.
struct VertexCheck : NearestContact<Vec3> {
  const SearchPair& pair;
  ContactList& list;  // contacts of this search so far, and the cost
  const bool of_b;    // true: the vertex is of B
  const int vertex;
  const PolyhedronView& other;
  const Vec3 x;  // the vertex in the frame of the other body

  SCREE_HD VertexCheck(const SearchPair& p, ContactList& contacts, bool vertex_of_b, int v)
      : pair(p),
        list(contacts),
        of_b(vertex_of_b),
        vertex(v),
        other(p.body(!vertex_of_b)),
        x(vertex_of_b ? p.vertex_b(v) : p.to_b(p.vertex_a(v) - p.translation)) {}

  SCREE_HD void offer_vertex(int v) {
    ++list.cost.feature_pairs;
    near_vertex(v);
  }
  SCREE_HD void offer_edge(int edge) {
    ++list.cost.feature_pairs;
    offer(ContactType::vertex_edge, {Feature::Kind::edge, edge}, foot_on_edge(edge));
  }
  SCREE_HD void offer_face(int f) {
    ++list.cost.feature_pairs;
    const Real height = height_over(f);
    if (std::abs(height) <= pair.reach && look_at_rim(f).inside)
      offer(ContactType::vertex_face, face_feature(f), x - height * other.face_normal[f]);
  }

  /// Runs the vertex-face check of fast_direct_search on a face and its close neighbours. The number
  /// n_j = 1 + close edges shows which features can be near: 1 the face, 2 an edge, 3 and more a vertex. The
  /// paper prints "> 3".
  SCREE_HD void offer_face_and_rim(int f) {
    ++list.cost.feature_pairs;
    const Real height = height_over(f);
    if (std::abs(height) > pair.reach) return;
    const Rim rim = look_at_rim(f);
    if (rim.beyond) return;
    int close = 0;
    for_close_lines(f, rim, [&](int edge) { close += near_edge(edge); });
    // Vertices come first: a feature that is not nearer is not tried after them.
    for (int h = other.face_begin[f]; h < other.face_begin[f + 1] && close > 1; ++h)
      near_vertex(other.origin[h]);
    if (close > 0) {
      for_close_lines(f, rim, [&](int edge) {
        offer(ContactType::vertex_edge, {Feature::Kind::edge, edge}, foot_on_edge(edge));
      });
    }
    if (rim.inside) offer(ContactType::vertex_face, face_feature(f), x - height * other.face_normal[f]);
  }

  /// Finishes the check after all offers. Returns true if there is a contact. Moves the contact from the
  /// nearest feature to a close corner or edge of that feature, which is the classification by close faces. A
  /// valid entrance stays valid, because the corner has all normals of the feature.
  SCREE_HD bool finalize() {
    if (!found() || best.type == ContactType::vertex_vertex) return found();
    const Feature nearest = of_b ? best.feature_a : best.feature_b;
    Real least = pair.reach * pair.reach;
    int corner = -1, edge = -1;
    const auto try_corner = [&](int v) {
      const Real square = length_squared(x - other.vertex(v));
      if (square < least || (square == least && (corner < 0 || v < corner))) least = square, corner = v;
    };
    const auto try_edge = [&](int e) {
      const Real square = length_squared(x - foot_on_edge(e));
      if (square < least || (square == least && (edge < 0 || e < edge))) least = square, edge = e;
    };
    if (nearest.kind == Feature::Kind::edge) {
      try_corner(other.origin[nearest.id]);
      try_corner(other.target(nearest.id));
    } else {
      for (int h = other.face_begin[nearest.id]; h < other.face_begin[nearest.id + 1]; ++h)
        try_corner(other.origin[h]);
      for (int h = other.face_begin[nearest.id]; h < other.face_begin[nearest.id + 1] && corner < 0; ++h) {
        try_edge(edge_feature(other, h).id);
      }
    }
    if (corner >= 0) take(ContactType::vertex_vertex, vertex_feature(corner), other.vertex(corner));
    if (edge >= 0) take(ContactType::vertex_edge, {Feature::Kind::edge, edge}, foot_on_edge(edge));
    return true;
  }

  /// True if the vertex is within the tolerance of the face or its rim, whether or not the entrance is valid.
  SCREE_HD bool near_face(int f) const {
    if (std::abs(height_over(f)) > pair.reach) return false;
    const Rim rim = look_at_rim(f);
    bool near = rim.inside;
    if (!near && !rim.beyond) for_close_lines(f, rim, [&](int edge) { near = near || near_edge(edge); });
    return near;
  }

 private:
  SCREE_HD Real height_over(int f) const { return dot(other.face_normal[f], x) - other.face_offset(f); }
  /// Always starts from the same end of the edge, so both faces give the same bits.
  SCREE_HD Vec3 foot_on_edge(int edge) const {
    const Vec3 p = other.vertex(other.origin[edge]), q = other.vertex(other.target(edge));
    return p + closest_on_segment(x, p, q) * (q - p);
  }
  SCREE_HD bool near_edge(int edge) const {
    return length_squared(x - foot_on_edge(edge)) <= pair.reach * pair.reach;
  }
  /// Position of the vertex relative to the lines of a face's edges, seen along the normal.
  struct Rim {
    bool inside = true;   // inside all lines: over the face
    bool beyond = false;  // outside one line by more than the tolerance: not near the face
    // Lines within the tolerance, a bit each. Lines after the 64th are not recorded.
    unsigned long long close = 0;
  };
  SCREE_HD Rim look_at_rim(int f) const {
    Rim rim;
    const Real near = (pair.reach + pair.strict) * (pair.reach + pair.strict);
    const int begin = other.face_begin[f], end = other.face_begin[f + 1];
    Vec3 p = other.vertex(other.origin[begin]);
    for (int h = begin; h < end; ++h) {
      const Vec3 q = other.vertex(other.origin[h + 1 == end ? begin : h + 1]);
      const Real side = dot(cross(q - p, x - p), other.face_normal[f]);  // distance times length of the edge
      const bool close = side * side <= near * length_squared(q - p);
      if (side < 0) rim.inside = false;
      if (side < 0 && !close) {
        rim.beyond = true;
        return rim;
      }
      if (close && h - begin < 64) rim.close |= 1ULL << (h - begin);
      p = q;
    }
    return rim;
  }
  template <class Visit>
  SCREE_HD void for_close_lines(int f, const Rim& rim, Visit visit) const {
    const int begin = other.face_begin[f];
    for (int h = begin; h < other.face_begin[f + 1]; ++h) {
      if (h - begin >= 64 || (rim.close >> (h - begin) & 1) != 0) visit(edge_feature(other, h).id);
    }
  }
  SCREE_HD void near_vertex(int v) { offer(ContactType::vertex_vertex, vertex_feature(v), other.vertex(v)); }

  /// Updates the best contact if this one is within reach, nearer than the best so far, and a valid entrance.
  /// The entrance test comes last because it costs most.
  SCREE_HD void offer(ContactType type, Feature feature, Vec3 foot) {
    Real square = length_squared(x - foot);
    if (!wants(square, type, feature.id, pair.reach, pair.strict)) return;
    if (take(type, feature, foot)) best_square = square, best_id = feature.id;
  }

  SCREE_HD bool take(ContactType type, Feature feature, Vec3 foot) {
    FeatureContact c;
    c.type = type;
    c.feature_a = of_b ? feature : vertex_feature(vertex);
    c.feature_b = of_b ? vertex_feature(vertex) : feature;
    if (type == ContactType::vertex_vertex && take_known(c)) return true;
    if (!has_entrance(pair, c.feature_a, c.feature_b, list.cost)) return false;
    c.point_a = of_b ? foot : pair.vertex_a(vertex);
    if (of_b) {
      c.point_b = x;
    } else if (type == ContactType::vertex_vertex) {
      c.point_b = pair.vertex_b(feature.id);
    } else {
      c.point_b = pair.rotation * foot + pair.translation;
    }
    if (type == ContactType::vertex_face) {
      c.normal = pair.face_normal(!of_b, feature.id);
      c.distance = dot(c.normal, c.point_b - c.point_a);
    }
    best = c;
    return true;
  }

  /// Uses a vertex-vertex contact that the search of the other body has already found. Returns false if there
  /// is none.
  SCREE_HD bool take_known(const FeatureContact& c) {
    for (int i = 0; i < list.count; ++i) {
      if (!(list.contact[i].feature_a == c.feature_a) || !(list.contact[i].feature_b == c.feature_b))
        continue;
      best = list.contact[i];
      return true;
    }
    return false;
  }
};

SCREE_HD inline bool lies_on_edge(const PolyhedronView& body, Feature feature, int edge) {
  if (feature.kind == Feature::Kind::edge) return feature.id == edge;
  return feature.kind == Feature::Kind::vertex &&
         (body.origin[edge] == feature.id || body.target(edge) == feature.id);
}

/// True if a contact of vertices in the list represents that of two edges: an end of one with the other edge
/// or an end of it.
SCREE_HD inline bool told_by_vertex(const SearchPair& pair, const ContactList& list, int edge_a, int edge_b) {
  for (int i = 0; i < list.count; ++i) {
    const FeatureContact& c = list.contact[i];
    if (c.type > ContactType::vertex_edge) continue;
    if (lies_on_edge(pair.a, c.feature_a, edge_a) && lies_on_edge(pair.b, c.feature_b, edge_b)) return true;
  }
  return false;
}

/// Runs the edge-edge check and adds the contact to a list that already contains those of all vertices. The
/// paper's inequalities are lost in print; this is the reading consistent with vertex-face.
SCREE_HD inline void check_crossing(const SearchPair& pair, int edge_a, int edge_b, ContactList& list) {
  ++list.cost.feature_pairs;
  Crossing x = cross_lines(pair, edge_a, edge_b);
  const Real distance_times_size = dot(x.cross, x.origin_b - x.origin_a);
  if (x.parallel || distance_times_size * distance_times_size > pair.reach * pair.reach * x.square) return;
  const CrossingFeet feet = crossing_feet(x);
  if (!feet.inside || told_by_vertex(pair, list, edge_a, edge_b)) return;
  find_common_normal(pair, edge_a, x);
  FeatureContact c;
  c.feature_a = edge_feature(pair.a, edge_a), c.feature_b = edge_feature(pair.b, edge_b);
  if (fit_normal(pair, x.normal, c.feature_a, c.feature_b, list.cost, x.blur) == Fit::none) return;
  c.type = ContactType::crossing_edges;
  c.point_a = feet.on_a, c.point_b = feet.on_b;
  c.normal = x.normal;
  c.distance = x.distance;
  list.add(c);
}

/// Widest gap of all valid entrances. The bodies are convex, so the plane of that entrance separates them by
/// the gap.
struct WidestGap {
  Real gap;
  Vec3 normal;

  SCREE_HD void offer(Real g, Vec3 n) {
    if (g > gap) gap = g, normal = n;
  }
  /// Checks two edges. Returns true if they are in contact: they have a valid entrance within the distance
  /// tolerance, and the closest points lie inside both. `along_a_in_b` is the direction of the edge of A in
  /// the frame of B.
  SCREE_HD bool offer_crossing(const SearchPair& pair, int edge_a, int edge_b, Vec3 along_a_in_b,
                               SearchCost& cost) {
    // This test rejects most pairs: the common normal lies between the normals at an edge only if the other
    // edge runs from the front of one face to the front of the other.
    const PolyhedronView &a = pair.a, &b = pair.b;
    const auto between = [](const PolyhedronView& body, int edge, Vec3 along) {
      const Real front = dot(body.face_normal[body.face[edge]], along);
      return front * dot(body.face_normal[body.face[body.twin[edge]]], along) <=
             1e-12 * length_squared(along);
    };
    if (!between(b, edge_b, along_a_in_b)) return false;
    if (!between(a, edge_a, pair.rotation * (b.vertex(b.target(edge_b)) - b.vertex(b.origin[edge_b]))))
      return false;
    Crossing x = cross_lines(pair, edge_a, edge_b);
    if (x.parallel) return false;
    find_common_normal(pair, edge_a, x);
    if (x.distance <= gap) return false;
    // The normal points out of A. Half of the remaining normals point out of B too and fit nothing.
    const Vec3 out_of_b = b.face_normal[b.face[edge_b]] + b.face_normal[b.face[b.twin[edge_b]]];
    if (dot(x.normal, pair.rotation * out_of_b) > 1e-6) return false;
    const Fit fit =
        fit_normal(pair, x.normal, edge_feature(a, edge_a), edge_feature(b, edge_b), cost, x.blur);
    if (fit != Fit::strict) return false;
    // A gap must be proven beyond the rounding of the normal; an overlap only shows where to search.
    offer(x.distance > 0 ? pair.gap(x.normal) : x.distance, x.normal);
    return std::abs(x.distance) <= pair.reach && crossing_feet(x).inside;
  }
};

/// Plane of a face in the frame of the other body.
struct FacePlane {
  Vec3 normal;
  Real offset;
};

SCREE_HD inline FacePlane plane_in_other(const SearchPair& pair, bool of_b, int f) {
  const PolyhedronView& body = pair.body(of_b);
  if (of_b) {
    const Vec3 n = pair.normal_b(f);
    return {n, body.face_offset(f) + dot(n, pair.translation)};
  }
  const Vec3 n = body.face_normal[f];
  return {pair.to_b(n), body.face_offset(f) - dot(n, pair.translation)};
}

}  // namespace scree
