// Two convex polygons in the form that the algorithms use: pointers into the shapes, and B placed in the
// frame of A. The file is the counterpart of contact/pair/polyhedron_pair.hpp and uses the same names, so
// that 3D and 2D can share code. Edge e runs from vertex e to the next vertex; its normal points outwards.
#pragma once

#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

namespace scree {

struct PolygonView {
  const Vec2* unit_vertex;  // at scale 1
  const Vec2* edge_normal;
  int vertex_count;
  Real bounding_radius;
  Real scale;

  SCREE_HD Vec2 vertex(int v) const { return scale * unit_vertex[v]; }
  SCREE_HD int next(int v) const { return v + 1 == vertex_count ? 0 : v + 1; }
  SCREE_HD int previous(int v) const { return v == 0 ? vertex_count - 1 : v - 1; }
  SCREE_HD Real edge_offset(int e) const { return dot(edge_normal[e], vertex(e)); }
  /// The facets of a polygon are its edges. The facets of a PolyhedronView are its faces.
  SCREE_HD int facet_count() const { return vertex_count; }
  SCREE_HD Vec2 facet_normal(int e) const { return edge_normal[e]; }
  SCREE_HD Real facet_offset(int e) const { return edge_offset(e); }
  /// Returns the vector from vertex e to the next vertex. Subtracts before scaling, which is exact for
  /// close vertices.
  SCREE_HD Vec2 edge(int e) const { return scale * (unit_vertex[next(e)] - unit_vertex[e]); }

  /// Returns the vertex farthest along the direction. If several are equally far, returns the first.
  SCREE_HD int support(Vec2 direction) const {
    int best = 0;
    Real most = dot(direction, unit_vertex[0]);
    for (int v = 1; v < vertex_count; ++v) {
      const Real along = dot(direction, unit_vertex[v]);
      if (along > most) most = along, best = v;
    }
    return best;
  }
  /// Returns the same vertex by climbing from neighbour to neighbour, starting at a nearby vertex. Goes
  /// around the polygon at most once.
  SCREE_HD int climb(Vec2 direction, int from) const {
    const auto rises = [&](int v, int w) { return dot(direction, unit_vertex[w] - unit_vertex[v]) > 0; };
    int v = from;
    for (int step = 0; step < vertex_count && rises(v, next(v)); ++step) v = next(v);
    if (v != from) return v;
    for (int step = 0; step < vertex_count && rises(v, previous(v)); ++step) v = previous(v);
    return v;
  }
};

inline PolygonView view(const Polygon& p, Real scale = 1) {
  return {p.vertices.data(), p.edge_normal.data(), p.vertex_count(), scale * p.bounding_radius, scale};
}

struct PolygonPair {
  using Vector = Vec2;
  struct Supports {  // the vertices that face each other along a normal: the highest of A, the lowest of B
    int a = 0, b = 0;
  };

  PolygonView a, b;
  PlanarRotation rotation;  // rotation of B in A
  Vec2 translation;

  SCREE_HD PolygonPair(const PolygonView& view_a, const PolygonView& view_b, const PlanarPose& b_in_a)
      : a(view_a), b(view_b), rotation(b_in_a.orientation), translation(b_in_a.position) {}

  SCREE_HD Real size() const { return a.bounding_radius + b.bounding_radius; }
  /// The results of all functions below are in the frame of A.
  SCREE_HD Vec2 vertex_a(int v) const { return a.vertex(v); }
  SCREE_HD Vec2 vertex_b(int v) const { return rotation * b.vertex(v) + translation; }
  SCREE_HD Vec2 normal_a(int e) const { return a.edge_normal[e]; }
  SCREE_HD Vec2 normal_b(int e) const { return rotation * b.edge_normal[e]; }
  SCREE_HD Vec2 to_b(Vec2 direction) const { return inverse(rotation) * direction; }
  SCREE_HD int support_a(Vec2 direction) const { return a.support(direction); }
  SCREE_HD int support_b(Vec2 direction) const { return b.support(to_b(direction)); }

  /// Returns B if `of_b` is true, otherwise A. Code for both bodies is thus written once.
  SCREE_HD const PolygonView& body(bool of_b) const { return of_b ? b : a; }
  SCREE_HD Vec2 point(bool of_b, int v) const { return of_b ? vertex_b(v) : vertex_a(v); }
  /// Returns the outward normal of an edge as a normal from A to B. outward() is the inverse.
  SCREE_HD Vec2 normal_of(bool of_b, int e) const { return of_b ? -normal_b(e) : normal_a(e); }
  SCREE_HD Vec2 outward(bool of_b, Vec2 normal) const { return of_b ? to_b(-normal) : normal; }

  SCREE_HD Supports supports(Vec2 normal) const { return {support_a(normal), support_b(-normal)}; }

  /// Returns the gap of the bodies along a unit normal from A to B. Its maximum over all normals is the
  /// signed distance.
  SCREE_HD Real gap(Vec2 normal, Supports at) const {
    return dot(normal, vertex_b(at.b)) - dot(normal, vertex_a(at.a));
  }
  SCREE_HD Real gap(Vec2 normal) const { return gap(normal, supports(normal)); }
};

}  // namespace scree
