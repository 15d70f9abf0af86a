// The least overlap proven from the facet of A - B that had it last time, without a search.
//
// Let the origin be at depth d below the plane of a facet, and its foot inside the facet, at least r from its
// border. The disc of radius r about the foot belongs to A - B, so along any normal at an angle a from that
// of the facet A - B reaches out to d cos a + r sin a or farther, which is d or more while tan(a / 2) <= r /
// d. What is left, for r > d, is a narrow cone of normals backwards, of half-angle e = 2 atan(d / r). There
// the difference of the centroids, c, which also belongs to A - B, reaches out to -c . n cos e - |c| sin e.
// Where that is d or more too, no normal has less overlap than the facet's: the answer is exact, whatever
// moved.
//
// Shallow contacts, which simulations consist of, are proven so by two support vertices and one polygon. No
// paper of the five has this; EPA and its relatives build their polytope anew for every query.
#pragma once

#include "scree/contact/cache.hpp"
#include "scree/contact/witness.hpp"

namespace scree {

namespace recertify_detail {

/// How far inside a face a point over it is, seen along the face's normal n; negative outside.
template <class Vertex>
SCREE_HD Real depth_in_face(const PolyhedronView& body, int face, Vec3 n, Vec3 x, Vertex vertex) {
  const int begin = body.face_begin[face], end = body.face_begin[face + 1];
  Real least = 1e300;
  Vec3 p = vertex(body.origin[end - 1]);
  for (int h = begin; h < end; ++h) {
    const Vec3 q = vertex(body.origin[h]), along = q - p;
    const Real inside = dot(cross(n, along), x - p) / length(along);
    least = inside < least ? inside : least;
    p = q;
  }
  return least;
}

}  // namespace recertify_detail

/// Fills the contact from the three vertices of A - B in the cache, whose facet had the least overlap last
/// time. False where that is not proven to be the least overlap now; the contact then means nothing.
SCREE_HD inline bool recertify(const PolyhedronPair& pair, const Cache& cache, const Tolerance& tolerance,
                               Contact& contact) {
  using recertify_detail::depth_in_face;
  const int* a = cache.vertex_a;
  const int* b = cache.vertex_b;
  const bool one_a = a[0] == a[1] && a[1] == a[2], one_b = b[0] == b[1] && b[1] == b[2];
  const Real size = pair.size();
  Vec3& n = contact.normal;
  Real margin = 0;
  SupportPair at;
  if (one_b || one_a) {
    const int face =
        one_b ? face_along(pair.a, a[0], cache.axis) : face_along(pair.b, b[0], pair.to_b(-cache.axis));
    n = one_b ? pair.normal_a(face) : -pair.normal_b(face);
    at = pair.supports(n);
    contact.overlap = -pair.gap(n, at);
    if (!(contact.overlap > 0)) return false;
    if (one_b) {
      contact.point_b = pair.vertex_b(at.b);
      contact.point_a = contact.point_b + contact.overlap * n;
      margin = depth_in_face(pair.a, face, n, contact.point_a, [&](int v) { return pair.vertex_a(v); });
    } else {
      contact.point_a = pair.vertex_a(at.a);
      contact.point_b = contact.point_a - contact.overlap * n;
      margin = depth_in_face(pair.b, face, -n, contact.point_b, [&](int v) { return pair.vertex_b(v); });
    }
  } else {  // an edge of each
    const Vec3 a0 = pair.vertex_a(a[0]), b0 = pair.vertex_b(b[0]);
    const Vec3 u = pair.vertex_a(a[1] != a[0] ? a[1] : a[2]) - a0;
    const Vec3 v = pair.vertex_b(b[1] != b[0] ? b[1] : b[2]) - b0;
    const Vec3 across = cross(u, v);
    const Real area = length(across), length_u = length(u), length_v = length(v);
    if (!(area > 1e-3 * length_u * length_v)) return false;  // nearly parallel: the normal is not sharp
    n = across / (dot(across, cache.axis) < 0 ? -area : area);
    at = pair.supports(n);
    contact.overlap = -pair.gap(n, at);
    const bool on_edges = std::abs(dot(n, a0 - b0) - contact.overlap) <= 1e-14 * size;
    if (!(contact.overlap > 0) || !on_edges) return false;
    const Vec3 w = b0 - a0;
    const Real whole = dot(across, n);
    const Real s = dot(cross(w, v), n) / whole, t = dot(cross(w, u), n) / whole;
    const Real beside_s = (s < 1 - s ? s : 1 - s) * area / length_v,
               beside_t = (t < 1 - t ? t : 1 - t) * area / length_u;
    margin = beside_s < beside_t ? beside_s : beside_t;
    contact.point_a = a0 + s * u;
    contact.point_b = contact.point_a - contact.overlap * n;
  }
  const Real d = contact.overlap, r = margin;
  if (!(r > d && r > 1e-6 * size)) return false;
  const Real towards = dot(n, pair.translation), distance = length(pair.translation);
  if (!((r * r - d * d) * towards - 2 * r * d * distance >= d * (r * r + d * d))) return false;
  contact.status = Status::touching;
  contact.iterations = 1;
  find_features(pair, tolerance, at, contact);
  // Of faces and edges that lie flat on each other the vertex taken above is one of many.
  const bool flat = one_b ? contact.feature_b.kind != Feature::Kind::vertex
                          : one_a && contact.feature_a.kind != Feature::Kind::vertex;
  if (flat) find_witnesses(pair, at.a, contact);
  return true;
}

}  // namespace scree
