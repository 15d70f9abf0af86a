// The least overlap proven from the facet of A - B that had it last time, without a search.
//
// A facet stems from a face of one body and a vertex of the other, or from an edge of each. Where these still
// support their bodies along the facet's normal, which their neighbours tell, it is on the boundary of A - B
// and its depth is an upper bound of the least overlap. That nothing is below it is proven in one of two
// ways.
//
// By the reserve. The search left a polytope inside A - B, all of whose faces but the facet's own were deeper
// when the facet was found: face f, with the unit normal n_f, by l_f. Since then the facet's vertex of B has
// moved by -s and B has turned by the angle t. The vertices of the polytope moved by s, and by t r_f at most
// besides, with r_f their distance on B from that vertex. A ray from the origin leaves the moved polytope
// through one of the moved faces, which is at a depth of d + l_f + n_f . s - t r_f or more, d and n the depth
// and the normal of the facet then. So it is at least as deep as the facet is now, d', if
//   l_f - |n_f - n| |s| - t r_f >= d' - d - n . s.
// Kept for that are the least l_f (lead) and the least l_f / max(|n_f - n|, r_f / L), L the diameter of B
// (room). It measures how far the origin is from where the next face would be as near, not how much deeper
// that is: neighbours that are nearly parallel let the bodies slide on.
//
// By the disc, whatever moved. Let the origin be at depth d below the plane of the facet, and its foot inside
// the facet, at least r from its border. The disc of radius r about the foot belongs to A - B, so along any
// normal at an angle a from that of the facet A - B reaches out to d cos a + r sin a or farther, which is d
// or more while tan(a / 2) <= r / d. What is left, for r > d, is a narrow cone of normals backwards, of
// half-angle e = 2 atan(d / r). There the difference of the centroids, c, which also belongs to A - B,
// reaches out to -c . n cos e - |c| sin e. Where that is d or more too, no normal has less overlap than the
// facet's.
//
// Shallow contacts, which simulations consist of, are proven so without a single scan of their vertices. No
// paper of the five has this; EPA and its relatives build their polytope anew for every query.
#pragma once

#include "scree/contact/cache.hpp"
#include "scree/contact/witness.hpp"

namespace scree {

/// What a facet of A - B stems from.
enum class Origin : unsigned char { face_of_a, face_of_b, edges };

SCREE_HD inline Origin origin_of(const int* a, const int* b) {
  if (b[0] == b[1] && b[1] == b[2]) return Origin::face_of_a;
  return a[0] == a[1] && a[1] == a[2] ? Origin::face_of_b : Origin::edges;
}

namespace recertify_detail {

/// Whether a vertex is farther along a direction of its body than all its neighbours, clearly.
SCREE_HD inline bool clearly_first(const PolyhedronView& body, int v, Vec3 direction, Real reach) {
  const Vec3 p = body.vertex(v);
  const int start = body.vertex_halfedge[v];
  int h = start;
  do {
    const int twin = body.twin[h];
    if (!(dot(direction, p - body.vertex(body.origin[twin])) > reach)) return false;
    h = body.next(twin);
  } while (h != start);
  return true;
}

/// How far a corner of the face of a half-edge, the one after the edge, lies below the edge along a
/// direction.
SCREE_HD inline Real drop_beside(const PolyhedronView& body, int h, Vec3 direction) {
  const int next = body.next(h);
  return dot(direction, body.vertex(body.origin[next]) - body.vertex(body.target(next)));
}

/// The facet at the new poses: fills normal, overlap and witnesses, and for clear cases the features. False
/// where the features do not clearly support their bodies alone.
SCREE_HD inline bool place_facet(const PolyhedronPair& pair, const Cache& cache, Origin origin, Real reach,
                                 Contact& contact) {
  const int id_a = cache.vertex_a[3], id_b = cache.vertex_b[3];
  Vec3& n = contact.normal;
  if (origin == Origin::face_of_a) {
    n = pair.normal_a(id_a);
    if (!clearly_first(pair.b, id_b, pair.to_b(-n), reach)) return false;
    contact.point_b = pair.vertex_b(id_b);
    contact.overlap = pair.a.face_offset(id_a) - dot(n, contact.point_b);
    contact.point_a = contact.point_b + contact.overlap * n;
    contact.feature_a = {Feature::Kind::face, id_a};
    contact.feature_b = {Feature::Kind::vertex, id_b};
    return true;
  }
  if (origin == Origin::face_of_b) {
    n = -pair.normal_b(id_b);
    if (!clearly_first(pair.a, id_a, n, reach)) return false;
    contact.point_a = pair.vertex_a(id_a);
    contact.overlap = pair.b.face_offset(id_b) + dot(n, contact.point_a - pair.translation);
    contact.point_b = contact.point_a - contact.overlap * n;
    contact.feature_a = {Feature::Kind::vertex, id_a};
    contact.feature_b = {Feature::Kind::face, id_b};
    return true;
  }
  const int twin_a = pair.a.twin[id_a], twin_b = pair.b.twin[id_b];
  const Vec3 a0 = pair.vertex_a(pair.a.origin[id_a]), b0 = pair.vertex_b(pair.b.origin[id_b]);
  const Vec3 u = pair.vertex_a(pair.a.origin[twin_a]) - a0, v = pair.vertex_b(pair.b.origin[twin_b]) - b0;
  const Vec3 across = cross(u, v);
  const Real square = length_squared(across);
  // Nearly parallel: the normal is not sharp.
  if (!(square > 1e-6 * length_squared(u) * length_squared(v))) return false;
  const Real area = std::sqrt(square);
  n = (1 / (dot(across, cache.axis) < 0 ? -area : area)) * across;
  const Vec3 down = pair.to_b(-n);
  if (!(drop_beside(pair.a, id_a, n) > reach && drop_beside(pair.a, twin_a, n) > reach &&
        drop_beside(pair.b, id_b, down) > reach && drop_beside(pair.b, twin_b, down) > reach))
    return false;
  const Vec3 w = b0 - a0;
  contact.overlap = -dot(n, w);
  contact.point_a = a0 + (dot(cross(w, v), across) / square) * u;
  contact.point_b = contact.point_a - contact.overlap * n;
  contact.feature_a = {Feature::Kind::edge, id_a};
  contact.feature_b = {Feature::Kind::edge, id_b};
  return true;
}

/// Whether the reserve proves the facet to have the least overlap.
SCREE_HD inline bool reserve_holds(const PolyhedronPair& pair, const Quat& turn, const Cache& cache,
                                   Real depth) {
  const Reserve& r = cache.reserve;
  const Real slack = 1e-6 * pair.size();  // more than the rounding of what is kept
  const auto at = [](const float* x) { return Vec3{x[0], x[1], x[2]}; };
  const Vec3 s = at(r.place) - pair.vertex_b(cache.vertex_b[0]);
  // Both quaternions stand for the same turn; of a small angle t between turns they differ by t / 2.
  const Real sign =
      turn.w * r.turn[0] + turn.x * r.turn[1] + turn.y * r.turn[2] + turn.z * r.turn[3] < 0 ? -1 : 1;
  const Real w = sign * turn.w - r.turn[0], x = sign * turn.x - r.turn[1], y = sign * turn.y - r.turn[2],
             z = sign * turn.z - r.turn[3];
  const Real angle = 2.1 * std::sqrt(w * w + x * x + y * y + z * z);
  const Real moved = length(s) + angle * 2 * pair.b.bounding_radius + slack;
  const Real room = r.room, lead = r.lead;
  if (!(moved < room)) return false;
  const Real excess = depth - r.depth - dot(cache.axis, s) + slack;
  return lead * (room - moved) >= excess * room;
}

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

/// How far inside the facet the foot of the origin is.
SCREE_HD inline Real depth_in_facet(const PolyhedronPair& pair, const Cache& cache, Origin origin,
                                    const Contact& contact) {
  const int id_a = cache.vertex_a[3], id_b = cache.vertex_b[3];
  if (origin == Origin::face_of_a)
    return depth_in_face(pair.a, id_a, contact.normal, contact.point_a,
                         [&](int v) { return pair.vertex_a(v); });
  if (origin == Origin::face_of_b)
    return depth_in_face(pair.b, id_b, -contact.normal, contact.point_b,
                         [&](int v) { return pair.vertex_b(v); });
  const Vec3 a0 = pair.vertex_a(pair.a.origin[id_a]), b0 = pair.vertex_b(pair.b.origin[id_b]);
  const Vec3 u = pair.vertex_a(pair.a.target(id_a)) - a0, v = pair.vertex_b(pair.b.target(id_b)) - b0;
  const Vec3 across = cross(u, v), w = b0 - a0;
  const Real square = length_squared(across), area = std::sqrt(square);
  const Real s = dot(cross(w, v), across) / square, t = dot(cross(w, u), across) / square;
  const Real beside_s = (s < 1 - s ? s : 1 - s) * area / length(v),
             beside_t = (t < 1 - t ? t : 1 - t) * area / length(u);
  return beside_s < beside_t ? beside_s : beside_t;
}

/// Whether the disc about the foot proves the facet to have the least overlap.
SCREE_HD inline bool disc_holds(const PolyhedronPair& pair, Vec3 n, Real d, Real r) {
  if (!(r > d && r > 1e-6 * pair.size())) return false;
  const Real towards = dot(n, pair.translation), distance = length(pair.translation);
  return (r * r - d * d) * towards - 2 * r * d * distance >= d * (r * r + d * d);
}

/// The plane of the facet's face at the new poses where its features lie flat on others, or bodies are
/// uneven: the whole bodies say what supports them. `same` becomes whether that is still the facet, or
/// another parallel to it.
SCREE_HD inline void place_flat_facet(const PolyhedronPair& pair, const Cache& cache, Origin origin,
                                      const Tolerance& tolerance, Contact& contact, bool& same) {
  const int id_a = cache.vertex_a[3], id_b = cache.vertex_b[3];
  const bool of_a = origin == Origin::face_of_a;
  const Vec3 n = contact.normal = of_a ? pair.normal_a(id_a) : -pair.normal_b(id_b);
  const SupportPair at = pair.supports(n);
  contact.overlap = -pair.gap(n, at);
  same = contact.overlap + pair.gap(n, of_a ? SupportPair{at.a, id_b} : SupportPair{id_a, at.b}) <=
         1e-14 * pair.size();
  if (!(contact.overlap > 0)) {
    contact.point_a = pair.vertex_a(at.a);
    contact.point_b = contact.point_a - contact.overlap * n;
    contact.feature_a = {Feature::Kind::vertex, at.a}, contact.feature_b = {Feature::Kind::vertex, at.b};
    return;
  }
  find_features(pair, tolerance, at, contact);
  find_witnesses(pair, at.a, contact);
}

}  // namespace recertify_detail

/// The facet in the cache at these poses: fills all of the contact but the status. False where its features
/// do not clearly support their bodies alone.
SCREE_HD inline bool place_clear_facet(const PolyhedronPair& pair, const Cache& cache,
                                       const Tolerance& tolerance, Contact& contact) {
  return pair.a.even && pair.b.even &&
         recertify_detail::place_facet(pair, cache, origin_of(cache.vertex_a, cache.vertex_b),
                                       tolerance.feature * pair.size(), contact);
}

/// Fills the contact from the facet in the cache. False where it is not proven that nothing has less overlap,
/// or that the bodies are farther apart than asked; the contact then means nothing.
SCREE_HD inline bool recertify(const PolyhedronPair& pair, const Quat& turn, Cache& cache,
                               const Tolerance& tolerance, Contact& contact) {
  using namespace recertify_detail;
  const Origin origin = origin_of(cache.vertex_a, cache.vertex_b);
  const Real size = pair.size();
  bool same = true;
  if (!place_clear_facet(pair, cache, tolerance, contact)) {
    if (origin == Origin::edges) return false;
    place_flat_facet(pair, cache, origin, tolerance, contact, same);
  }
  contact.iterations = 1;
  if (!(contact.overlap > 0)) {  // the facet's plane lies between the bodies
    if (!(-contact.overlap > tolerance.far * size && -contact.overlap > tolerance.touching * size))
      return false;
    contact.status = Status::separated;
    cache.axis = contact.normal;
    cache.size = 0;
    return true;
  }
  contact.status = Status::touching;
  if (same && cache.reserve.room > 0 && reserve_holds(pair, turn, cache, contact.overlap)) return true;
  if (!disc_holds(pair, contact.normal, contact.overlap, depth_in_facet(pair, cache, origin, contact)))
    return false;
  cache.axis = contact.normal;
  cache.reserve.room = 0;  // it is about the former normal
  return true;
}

}  // namespace scree
