// Computes links directly in the cases in which alternating between two bodies would never end: both ends lie
// inside edges, both lie inside faces, or one lies inside an edge and one inside a face. See Nezami et al.
// 2006, Section 3.5 and Appendix A.
//
// All three cases reduce to two segments in one plane. The plane is not unique for parallel faces and for an
// edge perpendicular to a face, and a plane may miss the other face. The paper does not treat these
// situations. The functions then return false, and the alternating step continues.
#pragma once

#include "scree/contact/common_plane/link_walk.hpp"

namespace scree {

/// Segment from the surface of A to the surface of B, in the frame of A.
template <class Vec>
struct LinkIn {
  SurfacePointIn<Vec> a, b;
};
using Link = LinkIn<Vec3>;

template <class Vec>
SCREE_HD inline Real length_squared(const LinkIn<Vec>& link) {
  return length_squared(link.b.point - link.a.point);
}

/// One body of a pair, seen in the frame of A.
struct LinkSide {
  const PolyhedronPair& pair;
  bool of_b;

  SCREE_HD const PolyhedronView& body() const { return of_b ? pair.b : pair.a; }
  SCREE_HD Vec3 at(int v) const { return of_b ? pair.vertex_b(v) : pair.vertex_a(v); }
  SCREE_HD Vec3 normal(int f) const { return of_b ? pair.normal_b(f) : pair.normal_a(f); }
};

struct SegmentParameters {
  Real s = 0, t = 0;
};

/// Returns the shortest link of the coplanar segments AB and CD (Appendix A). If they cross, the link has
/// length zero. Otherwise it is one of AC, AD, BC, BD (the paper prints CD for BD) or the perpendicular from
/// an end of one segment to the inside of the other. Clamping the closest point to the segment covers both
/// cases, because the nearer end is closest if the perpendicular misses the segment.
SCREE_HD inline SegmentParameters coplanar_link(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 u = b - a, v = d - c, w = c - a;
  const Real uu = dot(u, u), vv = dot(v, v), det = cross(u, v);
  // If the segments are closer to parallel, the crossing point is dominated by rounding, and the ends are
  // equally near.
  if (det * det > 1e-24 * uu * vv) {
    const SegmentParameters crossing{cross(w, v) / det, cross(w, u) / det};
    if (crossing.s >= 0 && crossing.s <= 1 && crossing.t >= 0 && crossing.t <= 1) return crossing;
  }
  SegmentParameters best;
  Real nearest = std::numeric_limits<Real>::infinity();
  const auto offer = [&](SegmentParameters p) {
    const Vec2 link = (c + p.t * v) - (a + p.s * u);
    if (dot(link, link) < nearest) nearest = dot(link, link), best = p;
  };
  const auto closest_on_ab = [&](Vec2 p) { return uu > 0 ? clamp01(dot(p - a, u) / uu) : 0; };
  const auto closest_on_cd = [&](Vec2 p) { return vv > 0 ? clamp01(dot(p - c, v) / vv) : 0; };
  offer({0, closest_on_cd(a)});
  offer({1, closest_on_cd(b)});
  offer({closest_on_ab(c), 0});
  offer({closest_on_ab(d), 1});
  return best;
}

/// Segment along which a line meets an edge or a face: the two ends with their features, and the feature
/// between them.
template <class Vec>
struct LinkSegmentIn {
  SurfacePointIn<Vec> from, to;
  Feature between;

  SCREE_HD SurfacePointIn<Vec> at(Real t, Real snap) const {
    const Real span = length(to.point - from.point);
    if (t * span <= snap) return from;
    if ((1 - t) * span <= snap) return to;
    return {from.point + t * (to.point - from.point), between};
  }
};
using LinkSegment = LinkSegmentIn<Vec3>;

/// Returns the shortest link of two segments in 3D. Projects the segments onto a plane parallel to both,
/// finds the link there and maps it back to 3D.
SCREE_HD inline Link segment_link(const LinkSegment& x, const LinkSegment& y, Real snap) {
  const Vec3 u = x.to.point - x.from.point, v = y.to.point - y.from.point, w = y.from.point - x.from.point;
  const Real span = length(u);
  if (!(span > 0)) return {x.from, y.at(closest_on_segment(x.from.point, y.from.point, y.to.point), snap)};
  const Vec3 first = u / span;
  // The second axis comes from the other segment. For parallel segments any common plane is valid; this code
  // uses the plane that contains the connecting vector.
  Vec3 second = v - dot(v, first) * first;
  if (length(second) <= 1e-12 * length(v)) second = w - dot(w, first) * first;
  const Real scale = length(second);
  second = scale > 0 ? second / scale : Vec3{};
  const auto in_plane = [&](Vec3 p) { return Vec2{dot(p, first), dot(p, second)}; };
  const SegmentParameters p = coplanar_link({}, in_plane(u), in_plane(w), in_plane(w + v));
  return {x.at(p.s, snap), y.at(p.t, snap)};
}

SCREE_HD inline LinkSegment edge_segment(const LinkSide& side, Feature edge) {
  const int from = side.body().origin[edge.id], to = side.body().target(edge.id);
  return {{side.at(from), {Feature::Kind::vertex, from}}, {side.at(to), {Feature::Kind::vertex, to}}, edge};
}

/// Intersects a face with a plane (a point and a unit normal). Returns false if the plane misses the face or
/// meets it in one point.
SCREE_HD inline bool slice_face(const LinkSide& side, int f, Vec3 through, Vec3 normal, Real snap,
                                LinkSegment& out) {
  const PolyhedronView& body = side.body();
  const int begin = body.face_begin[f], end = body.face_begin[f + 1];
  int count = 0;
  Real widest = 0;
  const auto add = [&](SurfacePoint p) {
    if (count++ == 0) {
      out.from = p;
    } else if (const Real width = length_squared(p.point - out.from.point); width > widest) {
      widest = width, out.to = p;
    }
  };
  Vec3 from = side.at(body.origin[begin]);
  Real here = dot(normal, from - through);
  for (int h = begin; h < end; ++h) {
    const Vec3 to = side.at(body.origin[h + 1 == end ? begin : h + 1]);
    const Real there = dot(normal, to - through);
    const bool on = here <= snap && here >= -snap, next_on = there <= snap && there >= -snap;
    if (on) add({from, {Feature::Kind::vertex, body.origin[h]}});
    if (!on && !next_on && (here < 0) != (there < 0)) {
      add({from + (here / (here - there)) * (to - from), edge_feature(body, h)});
    }
    from = to, here = there;
  }
  out.between = {Feature::Kind::face, f};
  return widest > snap * snap;
}

namespace link_detail {

/// Case 3, an edge and a face: uses the plane that contains the edge and is perpendicular to the face.
/// Returns false if the edge is perpendicular to the face.
SCREE_HD inline bool edge_face(const LinkSide& edge_side, Feature edge, const LinkSide& face_side, int f,
                               Real snap, SurfacePoint& on_edge, SurfacePoint& on_face) {
  const LinkSegment x = edge_segment(edge_side, edge);
  const Vec3 along = x.to.point - x.from.point, across = cross(along, face_side.normal(f));
  const Real size = length(across);
  LinkSegment y;
  if (size <= 1e-9 * length(along) || !slice_face(face_side, f, x.from.point, across / size, snap, y))
    return false;
  const Link link = segment_link(x, y, snap);
  on_edge = link.a, on_face = link.b;
  return true;
}

/// Case 2, two faces: uses the plane through the point on A that is perpendicular to both faces. For parallel
/// faces it uses the perpendicular plane that contains the link.
SCREE_HD inline bool face_face(const PolyhedronPair& pair, const Link& link, Real snap, Link& out) {
  const LinkSide a{pair, false}, b{pair, true};
  const int f = link.a.feature.id, g = link.b.feature.id;
  Vec3 across = cross(a.normal(f), b.normal(g));
  if (length(across) <= 1e-12) across = cross(a.normal(f), link.b.point - link.a.point);
  const Real size = length(across);
  // No link between parallel faces is shorter than one along their common normal.
  if (size <= 1e-12 * std::sqrt(length_squared(link)) || !(size > 0)) return false;
  LinkSegment x, y;
  if (!slice_face(a, f, link.a.point, across / size, snap, x)) return false;
  if (!slice_face(b, g, link.a.point, across / size, snap, y)) return false;
  out = segment_link(x, y, snap);
  return true;
}

}  // namespace link_detail

/// Finds the direct link of the two features. Returns false if no direct case applies or if it has no
/// solution. The new link may be longer than the old one.
SCREE_HD inline bool direct_link(const PolyhedronPair& pair, const Link& link, Real snap, Link& out) {
  using Kind = Feature::Kind;
  const LinkSide a{pair, false}, b{pair, true};
  const Feature on_a = link.a.feature, on_b = link.b.feature;
  if (on_a.kind == Kind::edge && on_b.kind == Kind::edge) {
    out = segment_link(edge_segment(a, on_a), edge_segment(b, on_b), snap);
    return true;
  }
  if (on_a.kind == Kind::face && on_b.kind == Kind::face)
    return link_detail::face_face(pair, link, snap, out);
  if (on_a.kind == Kind::edge && on_b.kind == Kind::face) {
    return link_detail::edge_face(a, on_a, b, on_b.id, snap, out.a, out.b);
  }
  if (on_a.kind == Kind::face && on_b.kind == Kind::edge) {
    return link_detail::edge_face(b, on_b, a, on_a.id, snap, out.b, out.a);
  }
  return false;
}

}  // namespace scree
