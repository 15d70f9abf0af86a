#include "scree/contact/gjk_td.hpp"

#include "scree/contact/apart.hpp"
#include "scree/contact/distortion.hpp"
#include "scree/contact/exact.hpp"
#include "scree/contact/facet.hpp"
#include "scree/contact/lean_walk.hpp"
#include "scree/contact/portal.hpp"

namespace scree {
namespace {

/// The search from scratch, or from a simplex. True when the answer is certified.
bool search(const PolyhedronPair& pair, const Quat& turn, Cache& cache, const Tolerance& tolerance,
            Contact& contact) {
  // Nearer than this the direction to the origin is rounding; a polytope round it tells more.
  const Real rounding = 1e-10 * pair.size();
  const Real far = std::max(tolerance.far, tolerance.touching) * pair.size();
  const Vec3 direction = first_direction(pair, cache);
  GjkEnd end = lean_walk(pair, cached_simplex(pair, cache), direction, rounding, far);
  contact.iterations += end.iterations;
  cache.size = 0;
  if (end.end == GjkEnd::Case::apart && measure_gap(pair, end, tolerance, contact)) {
    remember(end.simplex, contact.normal, cache);
    return true;
  }
  if (end.end == GjkEnd::Case::apart || end.end == GjkEnd::Case::failed) {
    const int steps = contact.iterations;
    contact = {};
    end = gjk_walk<SignedVolumes>(pair, {}, direction, rounding, far);
    contact.iterations = steps + end.iterations;
  }
  bool sure = end.end == GjkEnd::Case::far;
  if (sure) take_bound(pair, -end.point, end.bound, contact);
  if (end.end == GjkEnd::Case::apart) sure = measure_gap(pair, end, tolerance, contact);
  if (end.end == GjkEnd::Case::around_origin) {
    sure = distort(pair, turn, end.simplex, false, tolerance, contact, cache);
    // Not quite round it: planes of the polytope bound the short gap from below, only its corners measure it.
    if (sure && contact.overlap < certified * pair.size()) {
      const GjkEnd near = gjk_walk<SignedVolumes>(pair, {}, contact.normal, tolerance.touching * pair.size());
      contact.iterations += near.iterations;
      if (near.end != GjkEnd::Case::around_origin) {
        const int steps = contact.iterations;
        contact = {};
        contact.iterations = steps;
        end = near;
        cache.size = 0;
        sure = end.end == GjkEnd::Case::apart && measure_gap(pair, end, tolerance, contact);
      }
    }
  }
  if (end.end == GjkEnd::Case::far) {
    remember_bound(end.bound, contact.normal, cache);
  } else if (sure && cache.size != Cache::facet) {
    remember(end.simplex, contact.normal, cache);
  }
  return sure;
}

}  // namespace

Contact GjkTd::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                       const Tolerance& tolerance) {
  Contact contact;
  const bool gap_wanted = !(tolerance.far < 1);
  if (!gap_wanted && cache.size != Cache::facet && quickly_apart(a, b, b_in_a, tolerance, contact, cache))
    return contact;
  const PolyhedronPair pair(a, b, b_in_a);
  const Quat& turn = b_in_a.orientation;
  if (cache.size == Cache::facet) {
    if (recertify(pair, turn, cache, tolerance, contact)) return contact;
    const bool overlaps = !(contact.overlap < 0);  // for all that is known
    contact = {};
    cache.size = 0;
    // The polytope starts from the last facet, which is near to the one wanted.
    const auto vertex = [&](int i) { return minkowski_vertex(pair, cache.vertex_a[i], cache.vertex_b[i]); };
    if (overlaps &&
        distort_from(pair, turn, {vertex(0), vertex(1), vertex(2)}, false, tolerance, contact, cache))
      return contact;
  }
  // A gap is measured by the walk of GJK, which tells overlaps on its way.
  if (!gap_wanted) {
    const PortalEnd portal = find_portal(pair);
    contact.iterations = portal.iterations;
    if (portal.end == PortalEnd::Case::apart && shows_far(pair, portal.axis, portal.bound, tolerance)) {
      take_bound(pair, portal.axis, portal.bound, contact);
      remember_bound(portal.bound, contact.normal, cache);
      return contact;
    }
    const bool deep = portal.end == PortalEnd::Case::deep;
    if (deep || portal.end == PortalEnd::Case::facet) {
      // Most are proven by their cone; else the polytope starts from the portal and the tip.
      const MinkowskiVertex(&t)[3] = portal.vertex;
      if (!deep && name_facet(pair, t, cross(t[1].w - t[0].w, t[2].w - t[0].w), cache) &&
          place_clear_facet(pair, cache, tolerance, contact) && contact.overlap > certified * pair.size() &&
          certify(pair, turn, cache, contact)) {
        contact.status = Status::touching;
        cache.axis = contact.normal;
        cache.size = Cache::facet;
        return contact;
      }
      if (distort_from(pair, turn, t, !deep, tolerance, contact, cache)) return contact;
    }
  }
  if (!search(pair, turn, cache, tolerance, contact)) {
    const int steps = contact.iterations;
    contact = Exact::collide(a, b, b_in_a, tolerance);
    contact.iterations += steps;
    contact.judged = true;
    remember({}, contact.normal, cache);
  }
  return contact;
}

}  // namespace scree
