#include "scree/contact/common_plane/shortest_link.hpp"

#include "scree/contact/common_plane/link_search.hpp"
#include "scree/contact/pair/exact.hpp"

namespace scree {
namespace {

using Kind = Feature::Kind;

struct Space {
  static constexpr Real short_link = 1e-3;
  static constexpr Real proof = 1e-9;  // faces are planar to this accuracy
  static constexpr int corners = 3;
  static constexpr bool edges_may_cross = true;
  static constexpr int direct_cases = 3;
  static constexpr bool link_first = false;
  static constexpr bool ends_early = false;  // the documented numbers of iterations are measured without it

  SCREE_HD static SupportPair supports(const PolyhedronPair& pair, const Link&, Vec3 normal) {
    return pair.supports(normal);
  }

  /// Walks over A or B. A walk over B runs in B's own frame, and its end is returned in A's frame.
  SCREE_HD static Walk walk(const PolyhedronPair& pair, const Link& link, bool on_b, Real snap) {
    if (!on_b) return walk_to_closest(pair.a, link.a, link.b.point, snap);
    const SurfacePoint from{pair.to_b(link.b.point - pair.translation), link.b.feature};
    Walk end_in_b = walk_to_closest(pair.b, from, pair.to_b(link.a.point - pair.translation), snap);
    const Feature end = end_in_b.end.feature;
    end_in_b.end.point = end.kind == Kind::vertex ? pair.vertex_b(end.id)
                                                  : pair.rotation * end_in_b.end.point + pair.translation;
    return end_in_b;
  }

  SCREE_HD static bool direct(const PolyhedronPair& pair, const Link& link, Real snap, Link& shorter) {
    return direct_link(pair, link, snap, shorter);
  }

  /// Computes the normal that two features determine, however short the link is. Returns false if they
  /// determine none.
  SCREE_HD static bool feature_normal(const PolyhedronPair& pair, const Link& link, Vec3& normal) {
    const LinkSide a{pair, false}, b{pair, true};
    const Feature on_a = link.a.feature, on_b = link.b.feature;
    if (on_a.kind == Kind::face) {
      normal = a.normal(on_a.id);
      return true;
    }
    if (on_b.kind == Kind::face) {
      normal = -b.normal(on_b.id);
      return true;
    }
    if (on_a.kind != Kind::edge || on_b.kind != Kind::edge) return false;
    const LinkSegment x = edge_segment(a, on_a), y = edge_segment(b, on_b);
    const Vec3 u = normalized(x.to.point - x.from.point), v = normalized(y.to.point - y.from.point);
    Real sine;
    const Vec3 across = unit_across(u, v, sine);
    if (sine < 1e-6) return false;  // the cross product is mostly rounding
    const Vec3 outward = a.normal(pair.a.face[on_a.id]) + a.normal(pair.a.face[pair.a.twin[on_a.id]]);
    normal = (dot(across, outward) < 0 ? -1 : 1) * across;
    return true;
  }

  /// Stores three corners of a feature for the cache: v v v for a vertex, u v v for an edge, u v w for
  /// a face.
  SCREE_HD static void remember(const PolyhedronView& body, Feature feature, int* vertex) {
    const int h = feature.kind == Kind::face ? body.face_begin[feature.id] : feature.id;
    const bool point = feature.kind == Kind::vertex;
    vertex[0] = point ? feature.id : body.origin[h];
    vertex[1] = point ? feature.id : body.target(h);
    vertex[2] = feature.kind == Kind::face ? body.target(body.next(h)) : vertex[1];
  }

  /// Returns the feature that three cached vertices identify, and a point in it. If another algorithm wrote
  /// the vertices, it uses as many of them as belong to one feature.
  SCREE_HD static SurfacePoint recall(const PolyhedronPair& pair, bool of_b, const int* vertex) {
    const LinkSide side{pair, of_b};
    const PolyhedronView& body = side.body();
    const auto known = [&](int v) { return v >= 0 && v < body.vertex_count; };
    const int first = known(vertex[0]) ? vertex[0] : 0;
    const SurfacePoint corner{side.at(first), {Kind::vertex, first}};
    if (!known(vertex[1]) || vertex[1] == first) return corner;
    const int start = body.vertex_halfedge[first];
    int h = start;
    while (body.target(h) != vertex[1]) {
      h = body.next_around_vertex(h);
      if (h == start) return corner;
    }
    const int third = body.target(body.next(h));
    if (vertex[2] != third) return {0.5 * (side.at(first) + side.at(vertex[1])), edge_feature(body, h)};
    Vec3 sum;
    const int f = body.face[h], begin = body.face_begin[f], end = body.face_begin[f + 1];
    for (int k = begin; k < end; ++k) sum += side.at(body.origin[k]);
    return {sum / (end - begin), {Kind::face, f}};
  }

  SCREE_HD static bool contains(const PolyhedronView& body, Vec3 p, Real slack) {
    for (int f = 0; f < body.face_count; ++f) {
      if (dot(body.face_normal[f], p) - body.face_offset(f) > slack) return false;
    }
    return true;
  }
};

}  // namespace

Contact ShortestLink::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                              Cache& cache, const Tolerance& tolerance) {
  return link_contact<Space>(PolyhedronPair(a, b, b_in_a), tolerance, cache,
                             [&] { return Exact::collide(a, b, b_in_a, tolerance); });
}

}  // namespace scree
