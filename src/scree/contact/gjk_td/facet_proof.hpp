// Proves, without a search, that the facet of A - B that had the least overlap in the last query still
// has it.
//
// A facet stems from a face of one body and a vertex of the other, or from an edge of each. The neighbours of
// these features show whether they still support their bodies along the facet's normal. If so, the facet is
// on the boundary of A - B, and its depth is an upper bound on the least overlap. The proof must still show
// that no other point of the boundary is less deep. The proof is a polytope inside A - B that has the facet
// as one face and whose other faces are all deeper. There are two such proofs.
//
// The cone: let c be the difference of the centroids. It belongs to A - B, and so does the cone over the
// facet with its apex at c. Each side of the cone lies in the plane through c and an edge of the facet. The
// sides are deeper than the facet in shallow contacts, where the origin is near the middle of a facet. If
// some sides are not deeper, a search is needed, and its polytope is the proof. If the facet stems from a
// face and a vertex, this vertex must be a point of its body. If features are parallel to each other, the
// witness replaces the vertex. The error of the witness may be as large as the deviation of the features from
// parallel. The base of the cone must then be as deep as the facet, to within `certified`.
//
// The facet margin of an earlier cone or search: suppose that face f of the polytope, with the unit normal
// n_f, was deeper than the facet by l_f. Since then the facet's first vertex of B has moved by -s, and B has
// rotated by the angle t. The vertices of the polytope have moved by s, and in addition by at most t r_f,
// where r_f is the largest distance on B between that vertex and the vertices of face f. A ray from the
// origin leaves the moved polytope through one of the moved faces. This face is at a depth of at least d +
// l_f + n_f . s - t r_f, where d and n are the old depth and normal of the facet. Hence no face is less deep
// than the facet at its present depth d' if
//   l_f - |n_f - n| |s| - t r_f >= d' - d - n . s.
// The facet margin stores two values for this check. One is the least l_f (depth_margin). The other is the
// least l_f / max(|n_f - n|, r_f / L), where L is the diameter of B (motion_margin). It measures how far the
// origin is from a point where another face would be equally near. It does not measure how much deeper that
// face is, because between nearly parallel faces the bodies can slide far although the depths differ little.
//
// The bodies of a contact in a simulation move by 1e-6 to 1e-4 of their size per step. Such contacts are
// proven in this manner without a single scan of vertices. None of the five papers contains this proof. EPA
// and related algorithms rebuild their polytope for every query.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/witness.hpp"

namespace scree {

/// Kinds of features that a facet of A - B stems from.
enum class Origin : unsigned char { face_of_a, face_of_b, edges };

SCREE_HD inline Origin origin_of(const Cache::Facet& facet) {
  const int *a = facet.vertex_a, *b = facet.vertex_b;
  if (b[0] == b[1] && b[1] == b[2]) return Origin::face_of_a;
  return a[0] == a[1] && a[1] == a[2] ? Origin::face_of_b : Origin::edges;
}

/// Largest difference between the upper and the lower bound, as a fraction of the size, at which they are
/// accepted as equal. Together with rounding and the largest gap of touching bodies it is below 1e-12. The
/// status is therefore correct for every larger overlap or gap.
inline constexpr Real certified = 8e-13;

/// Motions larger than `most_motion`, a fraction of the size, are not worth a proof. Faces that are deeper by
/// `most_deeper` cannot become the nearest ones during smaller motions.
inline constexpr Real most_motion = 0.005, most_deeper = 2 * most_motion;

/// Returns the margin of a facet at the present poses.
SCREE_HD inline FacetMargin margin_of(const PolyhedronPair& pair, const Quat& rotation,
                                      const Cache::Facet& facet, Real depth, Real depth_margin,
                                      Real motion_margin) {
  FacetMargin r;
  const Vec3 vertex = pair.vertex_b(facet.vertex_b[0]);
  for (int i = 0; i < 3; ++i) r.vertex_b[i] = static_cast<float>(vertex[i]);
  r.rotation[0] = static_cast<float>(rotation.w), r.rotation[1] = static_cast<float>(rotation.x);
  r.rotation[2] = static_cast<float>(rotation.y), r.rotation[3] = static_cast<float>(rotation.z);
  r.depth = static_cast<float>(depth);
  r.depth_margin = static_cast<float>(depth_margin);
  r.motion_margin = static_cast<float>(motion_margin);
  return r;
}

namespace facet_proof_detail {

/// True if a vertex lies farther along a direction than all its neighbours, by more than `reach`. The
/// direction is in the frame of the body.
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

/// Returns how far the face of a half-edge descends from the edge to its next corner, measured along
/// a direction.
SCREE_HD inline Real drop_at_edge(const PolyhedronView& body, int h, Vec3 direction) {
  const int next = body.next(h);
  return dot(direction, body.vertex(body.origin[next]) - body.vertex(body.target(next)));
}

/// Computes the normal, the overlap, the witnesses and the features of the facet at the new poses. Returns
/// false unless the features are clearly the only support of their bodies.
SCREE_HD inline bool update_facet(const PolyhedronPair& pair, const Cache& cache, Origin origin, Real reach,
                                  Contact& contact) {
  const int id_a = cache.facet.feature_a, id_b = cache.facet.feature_b;
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
  // Nearly parallel edges do not determine a normal accurately.
  if (!(square > 1e-6 * length_squared(u) * length_squared(v))) return false;
  const Real area = std::sqrt(square);
  n = (1 / (dot(across, cache.axis) < 0 ? -area : area)) * across;
  const Vec3 down = pair.to_b(-n);
  if (!(drop_at_edge(pair.a, id_a, n) > reach && drop_at_edge(pair.a, twin_a, n) > reach &&
        drop_at_edge(pair.b, id_b, down) > reach && drop_at_edge(pair.b, twin_b, down) > reach))
    return false;
  const Vec3 w = b0 - a0;
  contact.overlap = -dot(n, w);
  contact.point_a = a0 + (dot(cross(w, v), across) / square) * u;
  contact.point_b = contact.point_a - contact.overlap * n;
  contact.feature_a = {Feature::Kind::edge, id_a};
  contact.feature_b = {Feature::Kind::edge, id_b};
  return true;
}

/// True if the stored margin proves that the facet has the least overlap.
SCREE_HD inline bool margin_holds(const PolyhedronPair& pair, const Quat& rotation, const Cache& cache,
                                  Real depth) {
  const FacetMargin& r = cache.facet.margin;
  const Real slack = 1e-6 * pair.size();  // more than the rounding of the stored values
  const auto at = [](const float* x) { return Vec3{x[0], x[1], x[2]}; };
  const Vec3 s = at(r.vertex_b) - pair.vertex_b(cache.facet.vertex_b[0]);
  // Two opposite quaternions represent the same rotation. For a small angle t between two rotations, the
  // quaternions differ by t / 2.
  const Real sign = rotation.w * r.rotation[0] + rotation.x * r.rotation[1] + rotation.y * r.rotation[2] +
                                rotation.z * r.rotation[3] <
                            0
                        ? -1
                        : 1;
  const Real w = sign * rotation.w - r.rotation[0], x = sign * rotation.x - r.rotation[1],
             y = sign * rotation.y - r.rotation[2], z = sign * rotation.z - r.rotation[3];
  const Real angle = 2.1 * std::sqrt(w * w + x * x + y * y + z * z);
  const Real moved = length(s) + angle * 2 * pair.b.bounding_radius + slack;
  const Real motion_margin = r.motion_margin, depth_margin = r.depth_margin;
  if (!(moved < motion_margin)) return false;
  const Real excess = depth - r.depth - dot(cache.axis, s) + slack;
  return depth_margin * (motion_margin - moved) >= excess * motion_margin;
}

/// True if all sides of the cone over the facet, with its apex at the difference of the centroids, are deeper
/// than the facet. The sides then determine both margins. `contact` contains the facet's normal, depth and
/// witnesses. If the facet stems from a face of one body, the base of the cone is that face combined with the
/// other body's witness. `witness_error` is an upper bound on the distance of that witness from its body. The
/// function also returns false if this distance, or a face corner off the plane, could make a piece of the
/// base less deep than the facet.
SCREE_HD inline bool cone_holds(const PolyhedronPair& pair, const Cache& cache, Origin origin,
                                const Contact& contact, Real witness_error, Real& depth_margin,
                                Real& motion_margin) {
  const Real size = pair.size(), most_doubt = 1e-14 * size * size * size;
  const Real least_deep = contact.overlap + witness_error - certified * size;
  const Vec3 c = -pair.translation, n = contact.normal;
  depth_margin = most_deeper * size, motion_margin = most_motion * size;
  const auto side_is_deeper = [&](Vec3 p, Vec3 q) {  // p and q run counter-clockwise about the normal
    const Vec3 out = cross(c - p, q - p);
    const Real square = length_squared(out);
    if (!(square > 0)) return true;
    const Real inverse_length = 1 / std::sqrt(square);
    const Real deeper = inverse_length * (dot(out, p) - most_doubt) - contact.overlap;
    if (!(deeper > 1e-9 * size)) return false;
    // Upper bounds on the length of the difference of the unit normals, which avoid a square root: 1.5 up to
    // an angle of 97 degrees, else 2.
    const Real allowed = inverse_length * dot(out, n) > -0.125 ? deeper / 1.5 : deeper / 2;
    depth_margin = deeper < depth_margin ? deeper : depth_margin;
    motion_margin = allowed < motion_margin ? allowed : motion_margin;
    return true;
  };
  const int id_a = cache.facet.feature_a, id_b = cache.facet.feature_b;
  if (origin == Origin::edges) {
    const Vec3 a0 = pair.vertex_a(pair.a.origin[id_a]), a1 = pair.vertex_a(pair.a.target(id_a));
    const Vec3 b0 = pair.vertex_b(pair.b.origin[id_b]), b1 = pair.vertex_b(pair.b.target(id_b));
    const bool left = dot(cross(a1 - a0, b1 - b0), n) < 0;
    const Vec3 p = a0 - b0, q = left ? a1 - b0 : a0 - b1, r = a1 - b1, s = left ? a0 - b1 : a1 - b0;
    return side_is_deeper(p, q) && side_is_deeper(q, r) && side_is_deeper(r, s) && side_is_deeper(s, p);
  }
  const bool of_a = origin == Origin::face_of_a;
  const PolyhedronView& body = of_a ? pair.a : pair.b;
  const auto corner = [&](int h) {
    const int v = body.origin[h];
    return of_a ? pair.vertex_a(v) - contact.point_b : contact.point_a - pair.vertex_b(v);
  };
  const int face = of_a ? id_a : id_b, end = body.face_begin[face + 1];
  Vec3 p = corner(end - 1);
  for (int h = body.face_begin[face]; h < end; ++h) {
    const Vec3 q = corner(h);
    if (!(dot(n, q) >= least_deep)) return false;
    if (!(of_a ? side_is_deeper(p, q) : side_is_deeper(q, p))) return false;  // faces of -B run clockwise
    p = q;
  }
  return true;
}

/// Computes the contact along the normal of the facet's face at the new poses, from the support vertices of
/// the whole bodies. It is used if features are parallel to others or if a body is uneven. `same` is set to
/// true if the supporting plane still belongs to the facet, and to false if it belongs to another facet
/// parallel to it. Returns an upper bound on the distance of the witnesses from the bodies.
SCREE_HD SCREE_NEVER_INLINE inline Real update_parallel_facet(const PolyhedronPair& pair, const Cache& cache,
                                                              Origin origin, const Tolerance& tolerance,
                                                              Contact& contact, bool& same) {
  const int id_a = cache.facet.feature_a, id_b = cache.facet.feature_b;
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
    return 0;
  }
  find_features(pair, tolerance, at, contact);
  return witnesses_of_features(pair, at.a, contact);
}

}  // namespace facet_proof_detail

/// Computes the cached facet at these poses, and fills in everything in the contact except the status.
/// Returns false if a body is uneven, or unless the features are clearly the only support of their bodies.
SCREE_HD inline bool update_clear_facet(const PolyhedronPair& pair, const Cache& cache,
                                        const Tolerance& tolerance, Contact& contact) {
  return pair.a.even && pair.b.even &&
         facet_proof_detail::update_facet(pair, cache, origin_of(cache.facet),
                                          tolerance.feature * pair.size(), contact);
}

/// Fills in the contact from the cached facet. Returns true if it proves that no normal has less overlap, or
/// that the gap is larger than the cutoff. Otherwise the contact is not a valid answer.
SCREE_HD inline bool prove_facet(const PolyhedronPair& pair, const Quat& rotation, Cache& cache,
                                 const Tolerance& tolerance, Contact& contact) {
  using namespace facet_proof_detail;
  const Origin origin = origin_of(cache.facet);
  const Real size = pair.size();
  const bool clear = update_clear_facet(pair, cache, tolerance, contact);
  bool same = true;
  Real witness_error = 0;
  if (!clear) {
    if (origin == Origin::edges) return false;
    witness_error = update_parallel_facet(pair, cache, origin, tolerance, contact, same);
  }
  if (!(contact.overlap > 0)) {  // the facet's plane lies between the bodies
    if (!(-contact.overlap > tolerance.distance_cutoff * size &&
          -contact.overlap > tolerance.touching * size))
      return false;
    contact.status = Status::separated;
    cache.axis = contact.normal;
    cache.holds = Cache::Holds::nothing;
    return true;
  }
  contact.status = Status::touching;
  if (!(same && cache.facet.margin.motion_margin > 0 &&
        margin_holds(pair, rotation, cache, contact.overlap))) {
    Real depth_margin, motion_margin;
    if (!cone_holds(pair, cache, origin, contact, witness_error, depth_margin, motion_margin)) return false;
    cache.axis = contact.normal;
    // If features are parallel to each other, the cone contains a witness in place of the stored vertex, so
    // its margin cannot be stored.
    cache.facet.margin =
        clear ? margin_of(pair, rotation, cache.facet, contact.overlap, depth_margin, motion_margin)
              : FacetMargin{};
  }
  if (!clear) correct_witnesses(pair, witness_error, contact);
  return true;
}

/// True if the cone of a new facet proves that it has the least overlap. The contact must be the result of
/// update_clear_facet for this facet. The function stores the margin that the cone proves.
SCREE_HD inline bool certify(const PolyhedronPair& pair, const Quat& rotation, Cache& cache,
                             const Contact& contact) {
  Real depth_margin, motion_margin;
  if (!facet_proof_detail::cone_holds(pair, cache, origin_of(cache.facet), contact, 0, depth_margin,
                                      motion_margin))
    return false;
  cache.facet.margin = margin_of(pair, rotation, cache.facet, contact.overlap, depth_margin, motion_margin);
  return true;
}

}  // namespace scree
