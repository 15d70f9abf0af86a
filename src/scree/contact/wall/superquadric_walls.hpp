// Contacts of a superquadric with a sphere, a half-space, the inside of a cylinder and the edges of a mesh
// wall. Each contact has one point. The superquadric is A, and the normal points from it to the other body.
// All arguments are in one frame, preferably one with its origin near the superquadric.
#pragma once

#include "scree/contact/superquadric/closest_point.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"
#include "scree/contact/wall/cylinder.hpp"

namespace scree {

/// The surface point nearest to a given point.
struct PointContact {
  Vec3 outward;     // outward normal of the superquadric at this point
  Real height = 0;  // height of the given point over the surface; negative inside
};

SCREE_HD inline PointContact nearest_surface(const PlacedSuperquadric& s, Vec3 point) {
  const Vec3 local = s.to_local(point);
  const bool center = !(length_squared(local) > 0);
  const Vec3 h = s.shape.half_length;
  const Vec3 thin = h.x <= h.y && h.x <= h.z ? Vec3{h.x, 0, 0}
                    : h.y <= h.z             ? Vec3{0, h.y, 0}
                                             : Vec3{0, 0, h.z};
  const ClosestPoint closest = closest_on_surface(s.shape, local, center ? thin : local);
  return {s.rotation * closest.normal, closest.height};
}

/// Computes the contact with a sphere.
SCREE_HD inline void touch_sphere(const PlacedSuperquadric& s, Vec3 center, Real radius, Manifold& manifold) {
  manifold.count = 0;
  const PointContact at = nearest_surface(s, center);
  const Real overlap = radius - at.height;
  if (overlap > 0)
    manifold.set_single(center - (0.5 * (radius + at.height)) * at.outward, at.outward, overlap, 0);
}

/// Computes the contact with a half-space outward . x <= offset.
SCREE_HD inline void touch_plane(const PlacedSuperquadric& s, Vec3 outward, Real offset, Manifold& manifold) {
  manifold.count = 0;
  const LowestPoint lowest = lowest_over_plane(s, outward, offset);
  if (lowest.height < 0)
    manifold.set_single(lowest.point - (0.5 * lowest.height) * outward, -outward, -lowest.height, 0);
}

/// Computes the contact with the inside of a cylinder. The search climbs to the point farthest from the axis.
/// The support point along the radial direction of a point is never nearer to the axis than that point. A
/// blocky body has several local maxima, at its edges. The search therefore starts in three directions and
/// keeps the farthest point. A body that reaches past an open end touches at its farthest point, if that
/// point lies between the ends of the cylinder.
SCREE_HD inline void touch_cylinder(const PlacedSuperquadric& s, const Cylinder& cylinder,
                                    Manifold& manifold) {
  constexpr int most_steps = 60;
  manifold.count = 0;
  const CylinderPoint center(cylinder, s.center);
  if (center.distance >= cylinder.radius || center.distance + s.radius <= cylinder.radius) return;
  const Vec3 any = std::abs(cylinder.axis.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  const Vec3 radial = center.distance > 0 ? center.outward : normalized(cross(any, cylinder.axis));
  const Vec3 aside = cross(cylinder.axis, radial);
  for (const Real offset : {0.0, -0.5, 0.5}) {
    Vec3 x = s.support(radial + offset * aside);
    CylinderPoint at(cylinder, x);
    for (int step = 0; step < most_steps; ++step) {
      const Vec3 next = s.support(at.outward);
      const CylinderPoint there(cylinder, next);
      if (!(there.distance > at.distance)) break;
      const bool converged = there.distance - at.distance <= 1e-15 * cylinder.radius;
      x = next, at = there;
      if (converged) break;
    }
    const Real overlap = at.distance - cylinder.radius;
    if (!(overlap > 0) || at.along < cylinder.from || at.along > cylinder.to) continue;
    if (manifold.count > 0 && overlap <= manifold.point[0].overlap) continue;
    manifold.set_single(x - (0.5 * overlap) * at.outward, at.outward, overlap, 0);
  }
}

/// Deepest point of a segment inside the body. The depth is a concave function along the segment. Its slope
/// is minus the component of the outward normal along the segment. `at.height` is negative if the segment
/// enters the body.
struct SegmentDepth {
  Real parameter = 0;
  PointContact at;
};

SCREE_HD inline SegmentDepth deepest_on_segment(const PlacedSuperquadric& s, Vec3 p, Vec3 q) {
  constexpr int halvings = 40;
  const LeastPoint least = least_on_segment(s, p, q);
  SegmentDepth found{least.parameter, nearest_surface(s, least.point)};
  if (least.value >= 0) return found;
  const Vec3 along = q - p;
  Real low = 0, high = 1, t = least.parameter;
  for (int i = 0; i < halvings; ++i) {
    const Real slope = dot(found.at.outward, along);  // slope of the height
    if (slope > 0)
      high = t;
    else
      low = t;
    if (t == 0 && slope >= 0) break;
    if (t == 1 && slope <= 0) break;
    const Real next = 0.5 * (low + high);
    if (next == t) break;
    t = next;
    found = {t, nearest_surface(s, p + t * along)};
  }
  return found;
}

}  // namespace scree
