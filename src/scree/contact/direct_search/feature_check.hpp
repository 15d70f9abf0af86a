// The checks of single feature pairs that direct_search and fast_direct_search share (Zheng, Jiao, Gardner,
// Sitar 2017, Figs 7 and 8), so that both use the same definition of a contact:
//
// - A vertex of one body has at most one contact with the other body. The contact is with the nearest vertex
//   within the distance tolerance, otherwise with the nearest edge within the tolerance, otherwise with the
//   nearest face that the vertex lies over. Features without a valid entrance are ignored.
// - Two edges are in contact if their lines pass each other within the tolerance and the closest points lie
//   inside both edges. The contact is left out if a contact between an end of one edge and the other edge, or
//   one of its ends, already represents it.
//
// Distances are measured between points, not planes. With the paper's distances from planes, a vertex would
// count as near to an edge between two nearly coplanar faces although it is far from that edge. Every contact
// list therefore includes the nearest points of two bodies within the tolerance, or the features that
// determine an overlap within the tolerance.
#pragma once

#include "scree/contact/direct_search/entrance_test.hpp"
#include "scree/contact/direct_search/vertex_check.hpp"
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

/// Checks one vertex of a polyhedron. It only tests whether an entrance is valid; finish() computes
/// the normals.
struct VertexCheck : VertexCheckIn<PolyhedronPair> {
  using VertexCheckIn::VertexCheckIn;

  /// Checks all features of the other body.
  SCREE_HD void offer_all() {
    for (int v = 0; v < other.vertex_count; ++v) offer_vertex(v);
    for (int h = 0; h < other.halfedge_count; ++h) {
      if (other.twin[h] > h) offer_edge(h);
    }
    for (int f = 0; f < other.face_count; ++f) offer_facet(f);
  }
  SCREE_HD void offer_edge(int edge) {
    ++list.cost.feature_pairs;
    offer(ContactType::vertex_edge, {Kind::edge, edge}, closest_on_edge(edge));
  }
  SCREE_HD void offer_facet(int f) {
    ++list.cost.feature_pairs;
    const Real height = height_over(f);
    if (std::abs(height) <= pair.reach && look_at_rim(f).inside)
      offer(ContactType::vertex_face, face_feature(f), x - height * other.face_normal[f]);
  }

  /// Runs the vertex-face check of fast_direct_search on a face and its close neighbours. The number n_j = 1
  /// + close edges shows which features can be near: 1 the face, 2 an edge, 3 or more a vertex. The paper
  /// prints "> 3" for a vertex.
  SCREE_HD void offer_facet_and_rim(int f) {
    ++list.cost.feature_pairs;
    const Real height = height_over(f);
    if (std::abs(height) > pair.reach) return;
    const Rim rim = look_at_rim(f);
    if (rim.beyond) return;
    int close = 0;
    for_close_lines(f, rim, [&](int edge) { close += near_edge(edge); });
    // Offers the vertices first: a later feature is tried only if it is nearer.
    for (int h = other.face_begin[f]; h < other.face_begin[f + 1] && close > 1; ++h)
      offer_uncounted_vertex(other.origin[h]);
    if (close > 0) {
      for_close_lines(f, rim, [&](int edge) {
        offer(ContactType::vertex_edge, {Kind::edge, edge}, closest_on_edge(edge));
      });
    }
    if (rim.inside) offer(ContactType::vertex_face, face_feature(f), x - height * other.face_normal[f]);
  }

  /// Finishes the check after all features have been offered. Returns true if there is a contact. If a corner
  /// or an edge of the nearest feature is within the tolerance, moves the contact to it. This step replaces
  /// the paper's classification by the number of close faces.
  SCREE_HD bool finalize() {
    if (!found() || best.type == ContactType::vertex_vertex) return found();
    if (!take_close_corner() && best.type == ContactType::vertex_face) take_close_edge();
    return true;
  }

  /// True if the vertex is within the tolerance of the face or its rim, whether or not the entrance is valid.
  SCREE_HD bool near_facet(int f) const {
    if (std::abs(height_over(f)) > pair.reach) return false;
    const Rim rim = look_at_rim(f);
    bool near = rim.inside;
    if (!near && !rim.beyond) for_close_lines(f, rim, [&](int edge) { near = near || near_edge(edge); });
    return near;
  }

 private:
  SCREE_HD Real height_over(int f) const { return dot(other.face_normal[f], x) - other.face_offset(f); }
  /// Always computes from the same end of the edge, so both adjacent faces give the same bits.
  SCREE_HD Vec3 closest_on_edge(int edge) const {
    const Vec3 p = other.vertex(other.origin[edge]), q = other.vertex(other.target(edge));
    return p + closest_on_segment(x, p, q) * (q - p);
  }
  SCREE_HD bool near_edge(int edge) const {
    return length_squared(x - closest_on_edge(edge)) <= pair.reach * pair.reach;
  }
  /// Position of the vertex relative to the lines of a face's edges, seen along the normal.
  struct Rim {
    bool inside = true;   // inside all lines: over the face
    bool beyond = false;  // outside one line by more than the tolerance: not near the face
    // Lines within the tolerance, one bit per line. Lines after the 64th are not recorded.
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

  /// Moves a contact with a face to the closest edge of that face, if there is one within the tolerance.
  SCREE_HD void take_close_edge() {
    const int f = of_b ? best.feature_a.id : best.feature_b.id;
    int edge = -1;
    Real least = pair.reach * pair.reach;
    for (int h = other.face_begin[f]; h < other.face_begin[f + 1]; ++h) {
      const int e = edge_feature(other, h).id;
      const Real square = length_squared(x - closest_on_edge(e));
      if (square < least || (square == least && (edge < 0 || e < edge))) least = square, edge = e;
    }
    if (edge >= 0) take(ContactType::vertex_edge, {Kind::edge, edge}, closest_on_edge(edge));
  }
};

SCREE_HD inline bool lies_on_edge(const PolyhedronView& body, Feature feature, int edge) {
  if (feature.kind == Feature::Kind::edge) return feature.id == edge;
  return feature.kind == Feature::Kind::vertex &&
         (body.origin[edge] == feature.id || body.target(edge) == feature.id);
}

/// True if the list already contains a contact that represents the contact of two edges: a contact between an
/// end of one edge and the other edge or one of its ends.
SCREE_HD inline bool represented_by_vertex(const SearchPair& pair, const ContactList& list, int edge_a,
                                           int edge_b) {
  for (int i = 0; i < list.count; ++i) {
    const FeatureContact& c = list.contact[i];
    if (c.type > ContactType::vertex_edge) continue;
    if (lies_on_edge(pair.a, c.feature_a, edge_a) && lies_on_edge(pair.b, c.feature_b, edge_b)) return true;
  }
  return false;
}

/// Runs the edge-edge check and adds the contact to a list that already contains the contacts of all
/// vertices. The paper's inequalities are missing in print; this version is consistent with the
/// vertex-face check.
SCREE_HD inline void check_crossing(const SearchPair& pair, int edge_a, int edge_b, ContactList& list) {
  ++list.cost.feature_pairs;
  Crossing x = cross_lines(pair, edge_a, edge_b);
  const Real distance_times_size = dot(x.cross, x.origin_b - x.origin_a);
  if (x.parallel || distance_times_size * distance_times_size > pair.reach * pair.reach * x.square) return;
  const CrossingPoints closest = crossing_points(x);
  if (!closest.inside || represented_by_vertex(pair, list, edge_a, edge_b)) return;
  find_common_normal(pair, edge_a, x);
  FeatureContact c;
  c.feature_a = edge_feature(pair.a, edge_a), c.feature_b = edge_feature(pair.b, edge_b);
  if (fit_normal(pair, x.normal, c.feature_a, c.feature_b, list.cost, x.blur) == Fit::none) return;
  c.type = ContactType::crossing_edges;
  c.point_a = closest.on_a, c.point_b = closest.on_b;
  c.normal = x.normal;
  c.distance = x.distance;
  list.add(c);
}

/// Runs the edge-edge check on all edges.
SCREE_HD inline void check_crossings(const SearchPair& pair, ContactList& list) {
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] > k) check_crossing(pair, h, k, list);
    }
  }
}

/// Offers the common normal of two edges. Returns true if the edges are in contact: they have a valid
/// entrance within the distance tolerance, and the closest points lie inside both. `along_a_in_b` is the
/// direction of the edge of A in the frame of B.
SCREE_HD inline bool offer_crossing(const SearchPair& pair, int edge_a, int edge_b, Vec3 along_a_in_b,
                                    WidestGap<Vec3>& widest, SearchCost& cost) {
  // This test rejects most pairs: the common normal lies between the two face normals at an edge only if the
  // other edge points to the front of one face and to the back of the other.
  const PolyhedronView &a = pair.a, &b = pair.b;
  const auto between = [](const PolyhedronView& body, int edge, Vec3 along) {
    const Real front = dot(body.face_normal[body.face[edge]], along);
    return front * dot(body.face_normal[body.face[body.twin[edge]]], along) <= 1e-12 * length_squared(along);
  };
  if (!between(b, edge_b, along_a_in_b)) return false;
  if (!between(a, edge_a, pair.rotation * (b.vertex(b.target(edge_b)) - b.vertex(b.origin[edge_b]))))
    return false;
  Crossing x = cross_lines(pair, edge_a, edge_b);
  if (x.parallel) return false;
  find_common_normal(pair, edge_a, x);
  if (x.distance <= widest.gap) return false;
  // The normal points out of A. Half of the remaining normals point out of B as well and cannot be valid.
  const Vec3 out_of_b = b.face_normal[b.face[edge_b]] + b.face_normal[b.face[b.twin[edge_b]]];
  if (dot(x.normal, pair.rotation * out_of_b) > 1e-6) return false;
  const Fit fit = fit_normal(pair, x.normal, edge_feature(a, edge_a), edge_feature(b, edge_b), cost, x.blur);
  if (fit != Fit::strict) return false;
  // A gap must be proven in spite of the rounding error of the normal. An overlap only shows where to search.
  widest.offer(x.distance > 0 ? pair.gap(x.normal) : x.distance, x.normal);
  return std::abs(x.distance) <= pair.reach && crossing_points(x).inside;
}

/// Offers the common normals of all edges until `enough(in_contact)` returns true. `in_contact` is true if
/// the last two edges are in contact. Returns true if the loop ended early.
template <class Enough>
SCREE_HD bool offer_crossings(const SearchPair& pair, WidestGap<Vec3>& widest, SearchCost& cost,
                              Enough enough) {
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    const Vec3 along = pair.to_b(pair.vertex_a(pair.a.target(h)) - pair.vertex_a(pair.a.origin[h]));
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] < k) continue;
      ++cost.feature_pairs;
      if (enough(offer_crossing(pair, h, k, along, widest, cost))) return true;
    }
  }
  return false;
}

/// The checks of polyhedra, as all_pairs.hpp and region_search.hpp use them.
struct PolyhedronFeatures {
  using Pair = SearchPair;
  using Check = VertexCheck;
  static constexpr Feature::Kind facet = Feature::Kind::face;

  SCREE_HD static void check_crossings(const SearchPair& pair, ContactList& list) {
    scree::check_crossings(pair, list);
  }
  template <class Enough>
  SCREE_HD static bool offer_crossings(const SearchPair& pair, WidestGap<Vec3>& widest, SearchCost& cost,
                                       Enough enough) {
    return scree::offer_crossings(pair, widest, cost, enough);
  }
};

}  // namespace scree
