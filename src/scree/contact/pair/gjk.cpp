#include "scree/contact/pair/gjk.hpp"

#include "scree/contact/pair/feature.hpp"

namespace scree {
namespace {

/// Sets the normal and the overlap from the face of the final tetrahedron that is nearest to the origin.
void take_nearest_face(const Simplex& s, Contact& contact) {
  constexpr int faces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
  contact.overlap = 1e300;
  for (const auto& f : faces) {
    const MinkowskiVertex &a = s.vertex[f[0]], &b = s.vertex[f[1]], &c = s.vertex[f[2]];
    Vec3 n = cross(b.w - a.w, c.w - a.w);
    const Real area = length(n);
    if (!(area > 0)) continue;
    n = n / (dot(n, s.vertex[f[3]].w - a.w) > 0 ? -area : area);  // points away from the fourth vertex
    const Real distance = dot(n, a.w);
    if (distance < contact.overlap) contact.overlap = distance, contact.normal = n;
  }
}

template <class SubAlgorithm>
Contact classical(const PolyhedronPair& pair, Cache& cache, const Tolerance& tolerance) {
  const Vec3 direction = first_direction(pair, cache);
  const GjkEnd end = gjk_robust<SubAlgorithm>(pair, {}, -direction, 0);
  Contact contact;
  contact.iterations = end.iterations;
  if (end.end == GjkEnd::Case::failed) return contact;
  const Simplex& s = end.simplex;
  Vec3 point_a;
  for (int i = 0; i < s.count; ++i) point_a += s.weight[i] * pair.vertex_a(s.vertex[i].a);
  contact.point_a = point_a;
  if (end.end == GjkEnd::Case::separated) {
    const Vec3 v = s.point();
    contact.normal = normalized(-v);
    contact.overlap = -length(v);
  } else if (s.count == 4) {
    take_nearest_face(s, contact);
  } else {
    // The origin lies on a face, edge or vertex of the simplex. GJK then provides no depth, and no direction
    // except the first one (Descantes et al. 2019, Fig. 8).
    contact.normal = normalized(direction);
  }
  contact.point_b = contact.point_a - contact.overlap * contact.normal;
  contact.status = status_of(contact.overlap, pair, tolerance);
  find_features(pair, tolerance, contact);
  cache.axis = contact.normal;
  return contact;
}

}  // namespace

Contact GjkJohnson::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                            Cache& cache, const Tolerance& tolerance) {
  return classical<Johnson>(PolyhedronPair(a, b, b_in_a), cache, tolerance);
}

Contact Gjk::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                     const Tolerance& tolerance) {
  return classical<SignedVolumes>(PolyhedronPair(a, b, b_in_a), cache, tolerance);
}

}  // namespace scree
