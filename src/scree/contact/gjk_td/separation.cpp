#include "scree/contact/gjk_td/separation.hpp"

#include "scree/contact/gjk_td/facet_features.hpp"
#include "scree/contact/gjk_td/tetrahedron_distortion.hpp"

namespace scree {

bool measure_gap(const PolyhedronPair& pair, const GjkEnd& end, const Tolerance& tolerance,
                 Contact& contact) {
  const Simplex& s = end.simplex;
  const Vec3 v = s.point();
  const Real distance = length(v);
  Vec3 normal = -v / distance;
  // The normal of a plane through three vertices is more accurate than the direction of the short vector from
  // the origin to this plane.
  if (s.count == 3) {
    const MinkowskiVertex t[3] = {s.vertex[0], s.vertex[1], s.vertex[2]};
    normal = feature_normal(pair, t, normal);
  }
  for (int i = 0; i < s.count; ++i) contact.point_a += s.weight[i] * pair.vertex_a(s.vertex[i].a);
  // Rounding errors grow with the distance between the bodies.
  const Real slack = certified * (distance > pair.size() ? distance : pair.size());
  // Difference between the normal and the last direction of the walk.
  const Vec3 last = end.point + length(end.point) * normal;
  const bool same = length_squared(last) < 1e-28 * length_squared(end.point);
  SupportPair at = same ? SupportPair{end.bound.a, end.bound.b} : pair.supports(normal);
  Real gap = pair.gap(normal, at);
  const bool turned = !(std::abs(gap - distance) <= slack);
  if (turned) {
    normal = refine_normal(pair, contact.point_a, contact.point_a - v, normal);
    at = pair.supports(normal);
    gap = pair.gap(normal, at);
    if (!(std::abs(gap - distance) <= slack)) return false;
  }
  contact.normal = normal;
  contact.overlap = -gap;
  contact.status = status_of(contact.overlap, pair, tolerance);
  contact.point_b = contact.point_a + gap * normal;
  find_features(pair, tolerance, at, contact);
  // If the walk ended beside the closest point, the refined normal may be accurate enough for the distance
  // but not for the witnesses. No two points of the bodies then face each other along it.
  const Real beside = turned ? find_witnesses(pair, at.a, contact)
                             : correct_witnesses(pair, length(v + gap * normal), contact);
  return beside <= std::max(slack, 1e-9 * witness_detail::smaller_radius(pair));
}

void take_bound(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound, Contact& contact) {
  contact.normal = normalized(axis);
  const Real gap = -dot(contact.normal, bound.w);
  contact.status = Status::separated;
  contact.overlap = -gap;
  contact.point_a = pair.vertex_a(bound.a);
  contact.point_b = contact.point_a + gap * contact.normal;
  contact.feature_a = {Feature::Kind::vertex, bound.a};
  contact.feature_b = {Feature::Kind::vertex, bound.b};
}

bool beyond_cutoff(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound,
                   const Tolerance& tolerance) {
  const Real cutoff = std::max(tolerance.distance_cutoff, tolerance.touching) * pair.size(),
             along = -dot(axis, bound.w);
  return along > 0 && along * along > cutoff * cutoff * length_squared(axis);
}

void remember_bound(const MinkowskiVertex& bound, Vec3 normal, Cache& cache) {
  cache.axis = normal;
  cache.set_vertices(1);
  cache.vertices.a[0] = bound.a;
  cache.vertices.b[0] = bound.b;
}

}  // namespace scree
