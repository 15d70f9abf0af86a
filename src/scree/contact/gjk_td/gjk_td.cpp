#include "scree/contact/gjk_td/gjk_td.hpp"

#include "scree/contact/gjk_td/facet_features.hpp"
#include "scree/contact/gjk_td/gjk_fast.hpp"
#include "scree/contact/gjk_td/portal_refinement.hpp"
#include "scree/contact/gjk_td/separation.hpp"
#include "scree/contact/gjk_td/tetrahedron_distortion.hpp"
#include "scree/contact/pair/exact.hpp"

namespace scree {
namespace {

/// True if the bounding spheres or the separating plane of the last query prove that the gap is beyond the
/// cutoff. The contact then contains a lower bound on the gap.
bool quickly_separated(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                       const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Vec3 t = b_in_a.position;
  const Real size = a.bounding_radius + b.bounding_radius, reach = size * (1 + tolerance.distance_cutoff);
  const Real square = length_squared(t);
  if (square > reach * reach * (1 + 1e-12)) {
    const Real distance = std::sqrt(square);
    contact.status = Status::separated;
    contact.normal = (1 / distance) * t;
    contact.overlap = size - distance;
    contact.point_a = a.bounding_radius * contact.normal;
    contact.point_b = t - b.bounding_radius * contact.normal;
    cache.axis = contact.normal;
    cache.holds = Cache::Holds::nothing;
    return true;
  }
  const Vec3 axis = cache.axis;
  if (!(length_squared(axis) > 0)) return false;
  const Vec3 down = rotate(conjugate(b_in_a.orientation), -axis);
  const auto farthest = [&](const PolyhedronView& body, Vec3 direction, const int* last) {
    // For few vertices a scan is faster than a climb.
    return body.even && body.vertex_count > 64 && cache.holds_vertices() ? body.climb(direction, *last)
                                                                         : body.support(direction);
  };
  const int va = farthest(a, axis, cache.vertices.a), vb = farthest(b, down, cache.vertices.b);
  const Vec3 on_a = a.vertex(va);
  const Real gap = dot(axis, t - on_a) - dot(down, b.vertex(vb));
  if (!(gap > tolerance.distance_cutoff * size && gap > certified * size)) return false;
  contact.status = Status::separated;
  contact.normal = axis;
  contact.overlap = -gap;
  contact.point_a = on_a;
  contact.point_b = on_a + gap * axis;
  contact.feature_a = {Feature::Kind::vertex, va}, contact.feature_b = {Feature::Kind::vertex, vb};
  cache.set_vertices(1);
  cache.vertices.a[0] = va;
  cache.vertices.b[0] = vb;
  return true;
}

/// Searches from the cached simplex, or from scratch if the cache contains none. Returns true if the answer
/// is certified. The steps are added to `iterations`.
bool search(const PolyhedronPair& pair, const Quat& rotation, Cache& cache, const Tolerance& tolerance,
            Contact& contact, int& iterations) {
  // Below this distance, the direction to the origin is mostly rounding error, and a polytope around the
  // origin gives more information.
  const Real rounding = 1e-10 * pair.size();
  const Real cutoff = std::max(tolerance.distance_cutoff, tolerance.touching) * pair.size();
  const Vec3 direction = first_direction(pair, cache);
  GjkEnd end = gjk_fast(pair, cached_simplex(pair, cache), direction, rounding, cutoff);
  iterations += end.iterations;
  cache.holds = Cache::Holds::nothing;
  if (end.end == GjkEnd::Case::separated && measure_gap(pair, end, tolerance, contact)) {
    remember(end.simplex, contact.normal, cache);
    return true;
  }
  if (end.end == GjkEnd::Case::separated || end.end == GjkEnd::Case::failed) {
    contact = {};
    end = gjk_robust<SignedVolumes>(pair, {}, direction, rounding, cutoff);
    iterations += end.iterations;
  }
  bool sure = end.end == GjkEnd::Case::beyond_cutoff;
  if (sure) take_bound(pair, -end.point, end.bound, contact);
  if (end.end == GjkEnd::Case::separated) sure = measure_gap(pair, end, tolerance, contact);
  if (end.end == GjkEnd::Case::around_origin) {
    sure = distort(pair, rotation, end.simplex, false, tolerance, contact, cache, iterations);
    // The polytope may just miss the origin. Its planes then give only a lower bound on the short gap. GJK
    // measures the gap from the vertices.
    if (sure && contact.overlap < certified * pair.size()) {
      const GjkEnd near =
          gjk_robust<SignedVolumes>(pair, {}, contact.normal, tolerance.touching * pair.size());
      iterations += near.iterations;
      if (near.end != GjkEnd::Case::around_origin) {
        contact = {};
        end = near;
        cache.holds = Cache::Holds::nothing;
        sure = end.end == GjkEnd::Case::separated && measure_gap(pair, end, tolerance, contact);
      }
    }
  }
  if (end.end == GjkEnd::Case::beyond_cutoff) {
    remember_bound(end.bound, contact.normal, cache);
  } else if (sure && !cache.holds_facet()) {
    remember(end.simplex, contact.normal, cache);
  }
  return sure;
}

/// Answers a query, except for the number of iterations in the contact.
SCREE_ALWAYS_INLINE inline Contact answer(const PolyhedronView& a, const PolyhedronView& b,
                                          const Pose& b_in_a, Cache& cache, const Tolerance& tolerance,
                                          int& iterations) {
  Contact contact;
  const bool gap_wanted = !(tolerance.distance_cutoff < 1);
  if (!gap_wanted && !cache.holds_facet() && quickly_separated(a, b, b_in_a, tolerance, contact, cache))
    return contact;
  const PolyhedronPair pair(a, b, b_in_a);
  const Quat& rotation = b_in_a.orientation;
  if (cache.holds_facet()) {
    if (prove_facet(pair, rotation, cache, tolerance, contact)) {
      iterations = 1;
      return contact;
    }
    // This overlap is unproven, because it comes from the cached facet alone.
    const bool overlaps = !(contact.overlap < 0);
    contact = {};
    cache.holds = Cache::Holds::nothing;
    // The polytope starts from the last facet, which is close to the correct one.
    const auto vertex = [&](int i) {
      return minkowski_vertex(pair, cache.facet.vertex_a[i], cache.facet.vertex_b[i]);
    };
    if (overlaps && distort_from(pair, rotation, {vertex(0), vertex(1), vertex(2)}, false, tolerance, contact,
                                 cache, iterations))
      return contact;
  }
  // If the caller asks for the gap, this step is skipped: the GJK walk measures gaps and detects overlaps as
  // a by-product.
  if (!gap_wanted) {
    const PortalEnd portal = refine_portal(pair);
    iterations = portal.iterations;
    if (portal.end == PortalEnd::Case::separated &&
        beyond_cutoff(pair, portal.axis, portal.bound, tolerance)) {
      take_bound(pair, portal.axis, portal.bound, contact);
      remember_bound(portal.bound, contact.normal, cache);
      return contact;
    }
    const bool deep = portal.end == PortalEnd::Case::deep;
    if (deep || portal.end == PortalEnd::Case::facet) {
      // The cone proves most facets. For the others the polytope starts from the portal and the vertex
      // farthest from it.
      const MinkowskiVertex(&t)[3] = portal.vertex;
      if (!deep && name_facet(pair, t, cross(t[1].w - t[0].w, t[2].w - t[0].w), cache) &&
          update_clear_facet(pair, cache, tolerance, contact) && contact.overlap > certified * pair.size() &&
          certify(pair, rotation, cache, contact)) {
        contact.status = Status::touching;
        cache.axis = contact.normal;
        cache.holds = Cache::Holds::facet;
        return contact;
      }
      if (distort_from(pair, rotation, t, !deep, tolerance, contact, cache, iterations)) return contact;
    }
  }
  if (!search(pair, rotation, cache, tolerance, contact, iterations)) {
    contact = Exact::collide(a, b, b_in_a, tolerance);
    iterations += contact.iterations;
    contact.used_fallback = true;
    remember({}, contact.normal, cache);
  }
  return contact;
}

}  // namespace

Contact GjkTd::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                       const Tolerance& tolerance) {
  int iterations = 0;
  Contact contact = answer(a, b, b_in_a, cache, tolerance, iterations);
  contact.iterations = iterations;
  return contact;
}

}  // namespace scree
