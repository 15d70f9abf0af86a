// Contacts of a sphere with a sphere, a half-space and a polyhedron, in closed form. The normal points from
// the sphere, which is A, to the other body.
#pragma once

#include "scree/contact/common_plane/link_walk.hpp"
#include "scree/contact/patch/manifold.hpp"

namespace scree {

/// Computes the contact of two spheres, with both centres in one frame.
SCREE_HD inline void touch_spheres(Vec3 a, Real radius_a, Vec3 b, Real radius_b, Manifold& manifold) {
  manifold.count = 0;
  const Vec3 between = b - a;
  const Real squared = length_squared(between), reach = radius_a + radius_b;
  if (!(squared < reach * reach)) return;
  const Real distance = std::sqrt(squared), overlap = reach - distance;
  const Vec3 normal = distance > 0 ? (1 / distance) * between : Vec3{0, 0, 1};
  manifold.set_single(a + (radius_a - 0.5 * overlap) * normal, normal, overlap, 0);
}

/// Computes the contact with a half-space. `outward` is the unit outward normal of the half-space, and
/// `height` is the height of the centre over its plane.
SCREE_HD inline void touch_plane(Vec3 center, Real radius, Vec3 outward, Real height, Manifold& manifold) {
  manifold.count = 0;
  const Real overlap = radius - height;
  if (overlap > 0) manifold.set_single(center - (0.5 * (radius + height)) * outward, -outward, overlap, 0);
}

/// Computes the contact with a polyhedron, in the polyhedron's frame.
SCREE_HD inline void touch_polyhedron(Vec3 center, Real radius, const PolyhedronView& body,
                                      Manifold& manifold) {
  manifold.count = 0;
  int highest = 0;
  Real height = -1e300;
  for (int f = 0; f < body.face_count; ++f) {
    const Real h = dot(body.face_normal[f], center) - body.face_offset(f);
    if (h > height) height = h, highest = f;
  }
  if (height >= radius) return;
  if (height <= 0) {  // the centre is inside, so the sphere leaves through the nearest face
    const Vec3 outward = body.face_normal[highest];
    return manifold.set_single(center - (0.5 * (radius + height)) * outward, -outward, radius - height, 0);
  }
  const Real snap = link_snap * body.bounding_radius;
  const SurfacePoint near =
      walk_to_closest(body, closest_on_face(body, highest, center, snap), center, snap).end;
  const Vec3 to = near.point - center;
  const Real distance = length(to), overlap = radius - distance;
  if (overlap > 0)
    manifold.set_single(center + (0.5 * (radius + distance)) * (to / distance), to / distance, overlap, 0);
}

}  // namespace scree
