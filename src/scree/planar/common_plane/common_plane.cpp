#include "scree/planar/common_plane/common_plane.hpp"

#include "scree/contact/common_plane/plane_ascent.hpp"
#include "scree/planar/pair/feature.hpp"

#include <array>

namespace scree::planar {
namespace {

constexpr Real smallest = 1.7453292519943296e-10;  // tan 1e-8 degrees

struct TwoSides {
  Vec2 left;

  SCREE_HD std::array<Vec2, 2> all() const { return {left, -left}; }
  SCREE_HD void follow(Vec2 normal) { left = turned_left(normal); }
};

PlaneAscent<Vec2> ascend_from(const PolygonPair& pair, const PlaneIn<Vec2>& start, bool all_scanned = false) {
  const auto pass = [&](PlaneAscent<Vec2>& ascent) {
    ascend_across(pair, TwoSides{turned_left(ascent.plane.normal)}, ascent, smallest);
  };
  return ascend_in_passes(pair, start, pass, all_scanned);
}

}  // namespace

PlanarContact CommonPlaneClassical::collide(const PolygonView& a, const PolygonView& b,
                                            const PlanarPose& b_in_a, PlanarCache& cache,
                                            const Tolerance& tolerance) {
  const PolygonPair pair(a, b, b_in_a);
  const PlaneAscent<Vec2> ascent = ascend_from(pair, starting_plane(pair, cache));
  return contact_on(pair, ascent.plane, ascent.steps, ascent.converged, widened(tolerance), cache);
}

PlanarContact CommonPlaneClassical::collide_as_published(const PolygonView& a, const PolygonView& b,
                                                         const PlanarPose& b_in_a, PlanarCache& cache,
                                                         const Tolerance& tolerance) {
  const PolygonPair pair(a, b, b_in_a);
  const PlaneAscent<Vec2> ascent = ascend_from(pair, starting_plane(pair, cache), true);
  return contact_on(pair, ascent.plane, ascent.steps, ascent.converged, widened(tolerance), cache);
}

PlanarContact CommonPlane::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                   PlanarCache& cache, const Tolerance& tolerance) {
  const PolygonPair pair(a, b, b_in_a);
  const PlaneIn<Vec2> middle = bisector(pair);
  PlaneAscent<Vec2> best = ascend_from(pair, middle);
  int steps = best.steps;
  const auto also_from = [&](Vec2 normal) {
    const PlaneAscent<Vec2> ascent = ascend_from(pair, plane_along(pair, normal));
    steps += ascent.steps;
    if (ascent.plane.gap > best.plane.gap) best = ascent;
  };
  also_from(turned_left(middle.normal)), also_from(-turned_left(middle.normal));
  // If the centroids coincide, the sign of the bisector's normal is undefined as well.
  if (length(pair.translation) <= coincident * pair.size()) also_from(-middle.normal);
  const Real remembered = length(cache.axis);
  if (remembered > 0) also_from(cache.axis / remembered);
  return contact_on(pair, best.plane, steps, best.converged, widened(tolerance), cache);
}

}  // namespace scree::planar
