#include "scree/contact/common_plane/common_plane.hpp"

#include "scree/contact/common_plane/plane_ascent.hpp"

#include <array>

namespace scree {
namespace {

/// The four tilt directions +-p and +-q.
struct FourSides {
  Across across;

  SCREE_HD std::array<Vec3, 4> all() const { return {across.p, -across.p, across.q, -across.q}; }
  SCREE_HD void follow(Vec3 normal) {
    across.p = normalized(across.p - dot(across.p, normal) * normal);
    across.q = cross(normal, across.p);
  }
};

enum class Sides {
  of_frame,           // eight directions: along two axes from the frame and midway between them
  of_frame_and_link,  // eight more directions, built from the link between the closest vertices
};

PlaneAscent<Vec3> ascend_from(const PolyhedronPair& pair, const Plane& start, Sides sides,
                              bool all_scanned = false) {
  const auto ascend_with_rotated = [&](PlaneAscent<Vec3>& ascent, Vec3 direction) {
    ascend_across(pair, FourSides{across(ascent.plane.normal, direction)}, ascent);
    const Across s = across(ascent.plane.normal, direction);
    ascend_across(pair, FourSides{{normalized(s.p + s.q), normalized(s.q - s.p)}}, ascent);
  };
  const auto pass = [&](PlaneAscent<Vec3>& ascent) {
    ascend_with_rotated(ascent, {});
    if (sides == Sides::of_frame_and_link) ascend_with_rotated(ascent, ascent.plane.link);
  };
  return ascend_in_passes(pair, start, pass, all_scanned);
}

}  // namespace

Contact CommonPlaneClassical::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                      Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const PlaneAscent<Vec3> ascent = ascend_from(pair, starting_plane(pair, cache), Sides::of_frame);
  return contact_on(pair, ascent.plane, ascent.steps, ascent.converged, widened(tolerance), cache);
}

Contact CommonPlaneClassical::collide_as_published(const PolyhedronView& a, const PolyhedronView& b,
                                                   const Pose& b_in_a, Cache& cache,
                                                   const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const PlaneAscent<Vec3> ascent = ascend_from(pair, starting_plane(pair, cache), Sides::of_frame, true);
  return contact_on(pair, ascent.plane, ascent.steps, ascent.converged, widened(tolerance), cache);
}

Contact CommonPlane::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                             Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const Plane middle = bisector(pair);
  PlaneAscent<Vec3> best = ascend_from(pair, middle, Sides::of_frame_and_link);
  int steps = best.steps;
  const auto also_from = [&](Vec3 normal) {
    const PlaneAscent<Vec3> ascent = ascend_from(pair, plane_along(pair, normal), Sides::of_frame_and_link);
    steps += ascent.steps;
    if (ascent.plane.gap > best.plane.gap) best = ascent;
  };
  const Across sides = across(middle.normal);
  for (const Vec3 normal : {sides.p, -sides.p, sides.q, -sides.q}) also_from(normal);
  // If the centroids coincide, the sign of the bisector's normal is undefined as well.
  if (length(pair.translation) <= coincident * pair.size()) also_from(-middle.normal);
  const Real remembered = length(cache.axis);
  if (remembered > 0) also_from(cache.axis / remembered);
  return contact_on(pair, best.plane, steps, best.converged, widened(tolerance), cache);
}

}  // namespace scree
