#include "scree/planar/common_plane/shortest_link.hpp"

#include "scree/contact/common_plane/link_search.hpp"
#include "scree/planar/common_plane/link_walk.hpp"
#include "scree/planar/pair/certificate.hpp"
#include "scree/planar/pair/exact.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree::planar {
namespace {

using Kind = Feature::Kind;
using PlanarLink = LinkIn<Vec2>;
using PlanarPoint = SurfacePointIn<Vec2>;

LinkSegmentIn<Vec2> edge_segment(const PolygonPair& pair, bool of_b, int e) {
  const int to = pair.body(of_b).next(e);
  return {
      {pair.point(of_b, e), {Kind::vertex, e}}, {pair.point(of_b, to), {Kind::vertex, to}}, {Kind::edge, e}};
}

struct InThePlane {
  static constexpr Real short_link = 1e300;  // an edge always determines the normal
  static constexpr Real proof = link_snap;
  static constexpr int corners = 2;
  static constexpr bool edges_may_cross = false;
  static constexpr int direct_cases = 1;
  static constexpr bool link_first = true;
  static constexpr bool ends_early = true;

  static PolygonPair::Supports supports(const PolygonPair& pair, const PlanarLink& link, Vec2 normal) {
    return {pair.a.climb(normal, link.a.feature.id), pair.b.climb(pair.to_b(-normal), link.b.feature.id)};
  }

  /// Walks over A or B. A walk over B runs in B's own frame, and its end is returned in A's frame.
  static WalkIn<Vec2> walk(const PolygonPair& pair, const PlanarLink& link, bool on_b, Real snap) {
    if (!on_b) return walk_to_closest(pair.a, link.a, link.b.point, snap);
    const PlanarPoint from{pair.to_b(link.b.point - pair.translation), link.b.feature};
    WalkIn<Vec2> in_b = walk_to_closest(pair.b, from, pair.to_b(link.a.point - pair.translation), snap);
    const Feature end = in_b.end.feature;
    in_b.end.point =
        end.kind == Kind::vertex ? pair.vertex_b(end.id) : pair.rotation * in_b.end.point + pair.translation;
    return in_b;
  }

  /// Finds the link of two segments if both ends of the link lie inside edges. A vertex opposite an edge
  /// represents an adjacent edge that is nearly parallel to that edge. Alternating would move along such an
  /// edge by less than rounding in a step.
  static bool direct(const PolygonPair& pair, const PlanarLink& link, Real snap, PlanarLink& shorter) {
    const bool on_edge_a = link.a.feature.kind == Kind::edge, on_edge_b = link.b.feature.kind == Kind::edge;
    if (!on_edge_a && !on_edge_b) return false;
    const int a = on_edge_a ? link.a.feature.id : parallel_edge(pair, false, link.a.feature.id, link);
    const int b = on_edge_b ? link.b.feature.id : parallel_edge(pair, true, link.b.feature.id, link);
    if (a < 0 || b < 0) return false;
    const LinkSegmentIn<Vec2> x = edge_segment(pair, false, a), y = edge_segment(pair, true, b);
    const SegmentParameters p = coplanar_link(x.from.point, x.to.point, y.from.point, y.to.point);
    shorter = {x.at(p.s, snap), y.at(p.t, snap)};
    return true;
  }

  /// Returns the edge at a vertex that is nearly perpendicular to the link, and hence nearly parallel to the
  /// other edge. Returns -1 if there is none.
  static int parallel_edge(const PolygonPair& pair, bool of_b, int vertex, const PlanarLink& link) {
    const PolygonView& body = pair.body(of_b);
    const Vec2 d = pair.outward(of_b, link.b.point - link.a.point);
    for (const int e : {vertex, body.previous(vertex)}) {
      const Vec2 along = body.edge(e);
      const Real slope = dot(along, d);
      if (slope * slope < 1e-12 * length_squared(along) * length_squared(d)) return e;
    }
    return -1;
  }

  /// Computes the normal of the feature that is an edge. If both features are edges, they are nearly
  /// parallel, and the normal with the larger gap is used.
  static bool feature_normal(const PolygonPair& pair, const PlanarLink& link, Vec2& normal) {
    const bool of_a = link.a.feature.kind == Kind::edge, of_b = link.b.feature.kind == Kind::edge;
    if (of_a) normal = pair.normal_a(link.a.feature.id);
    if (!of_b) return of_a;
    const Vec2 other = -pair.normal_b(link.b.feature.id);
    const auto gap = [&](Vec2 n) { return pair.gap(n, supports(pair, link, n)); };
    if (!of_a || (!(other == normal) && gap(other) > gap(normal))) normal = other;
    return true;
  }

  static void remember(const PolygonView& body, Feature feature, int* vertex) {
    vertex[0] = feature.id;
    vertex[1] = feature.kind == Kind::vertex ? feature.id : body.next(feature.id);
  }

  /// Restores a point from the cache. If another algorithm wrote the vertices, it uses as many of them as
  /// belong to one feature.
  static PlanarPoint recall(const PolygonPair& pair, bool of_b, const int* vertex) {
    const PolygonView& body = pair.body(of_b);
    const int first = vertex[0] >= 0 && vertex[0] < body.vertex_count ? vertex[0] : 0;
    if (vertex[1] != body.next(first)) return {pair.point(of_b, first), {Kind::vertex, first}};
    return {0.5 * (pair.point(of_b, first) + pair.point(of_b, vertex[1])), {Kind::edge, first}};
  }

  static bool contains(const PolygonView& body, Vec2 p, Real slack) { return outside(body, p) <= slack; }
};

}  // namespace

PlanarContact ShortestLink::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                    PlanarCache& cache, const Tolerance& tolerance) {
  return link_contact<InThePlane>(PolygonPair(a, b, b_in_a), tolerance, cache,
                                  [&] { return Exact::collide(a, b, b_in_a, tolerance); });
}

}  // namespace scree::planar
