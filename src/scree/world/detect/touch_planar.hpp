// Contact detection in 2D. Polygons and discs lie at z = 0 and rotate about z. Contacts push them in the
// plane only, so no body ever leaves it.
#pragma once

#include "scree/planar/algorithms.hpp"
#include "scree/planar/patch/manifold.hpp"
#include "scree/planar/wall/disc.hpp"
#include "scree/planar/wall/line.hpp"
#include "scree/planar/wall/segment.hpp"
#include "scree/world/detect/touch_bodies.hpp"

namespace scree {

inline PolygonView polygon_view(const DetectInput& in, int body) {
  return view(in.shapes->polygons[(*in.shapes)[in.bodies->shape[body]].index], in.bodies->scale[body]);
}

inline Vec2 in_plane(Vec3 v) { return {v.x, v.y}; }
inline PlanarRotation turn_of(Quat q) { return {q.w * q.w - q.z * q.z, 2 * q.w * q.z}; }
inline PlanarPose planar_pose(const Pose& pose) {
  return {in_plane(pose.position), turn_of(pose.orientation)};
}
inline PlanarPose planar_pose(const Bodies& bodies, int body) { return planar_pose(bodies.pose(body)); }

/// Adds only those points of a manifold that press. The manifold is given in a frame of the plane.
inline void add_points(PlanarManifold& manifold, const PlanarPose& frame, int pair, BatchContacts& out) {
  remove_inactive(manifold);
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), manifold.count});
  for (int i = 0; i < manifold.count; ++i) {
    const PlanarManifoldPoint& p = manifold.point[i];
    const Vec2 at = transform(frame, p.position), n = frame.orientation * p.normal;
    out.points.push_back(
        {{at.x, at.y, 0}, {n.x, n.y, 0}, p.overlap, p.weight, p.key, {0, 0, p.weight_gradient}});
  }
}

/// Detects the contact of two polygons, as detect_polyhedra does for polyhedra.
template <class Collide>
void detect_polygons(const DetectInput& in, int p, const ListedPair& pair, Collide collide,
                     PairMemory& memory, BatchContacts& out) {
  const Real path = path_bound(in, pair);
  if (path < memory.retry_distance) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const PlanarPose a = planar_pose(bodies, pair.a);
  const PlanarRotation back = inverse(a.orientation);
  const PlanarPose b_in_a{back * in_plane(between), back * turn_of(bodies.orientation[pair.b])};
  const PolygonView view_a = polygon_view(in, pair.a), view_b = polygon_view(in, pair.b);
  PlanarContact contact = collide(view_a, view_b, b_in_a, memory.planar_cache, {.distance_cutoff = 0});
  if (contact.status == Status::failed) {
    if (out.failed++ == 0) out.first_failed = p;
    contact = planar::Exact::collide(view_a, view_b, b_in_a);
  }
  const PolygonPair both(view_a, view_b, b_in_a);
  if (contact.status != Status::touching || !(contact.overlap > 0)) {
    const Real gap = both.gap(contact.normal);  // a proven bound, whichever algorithm found the normal
    if (gap > 0) memory.retry_distance = path + gap;
    return;
  }
  PlanarManifold manifold;
  if (in.patch) {
    manifold = manifold_of(both, contact);
  } else {
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap, 0);
  }
  add_points(manifold, a, p, out);
}

inline void touch_disc_polygon(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const PlanarPose frame = planar_pose(*in.bodies, pair.b);
  PlanarManifold manifold;
  touch_polygon(inverse_transform(frame, in_plane(in.bodies->position[pair.a])), in.bodies->radius[pair.a],
                polygon_view(in, pair.b), manifold);
  add_points(manifold, frame, p, out);
}

/// Detects the contact of a polygon and a plane wall. The wall intersects the plane of the bodies in a line.
inline void touch_polygon_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const PlanarPose frame = planar_pose(*in.bodies, pair.a);
  const Real height = signed_distance(plane, in.bodies->position[pair.a]);
  if (height > in.bodies->radius[pair.a]) return;
  PlanarManifold manifold;
  touch_line(polygon_view(in, pair.a), inverse(frame.orientation) * in_plane(plane.normal), -height, in.patch,
             manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_disc_line(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const LineSurface& s = in.walls->lines[pair.b];
  const PlanarPose frame = planar_pose(in.walls->all[s.wall].pose);
  PlanarManifold manifold;
  touch_segment(inverse_transform(frame, in_plane(in.bodies->position[pair.a])), in.bodies->radius[pair.a],
                s.segment, manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_polygon_line(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const LineSurface& s = in.walls->lines[pair.b];
  const PlanarPose frame = planar_pose(*in.bodies, pair.a), wall = planar_pose(in.walls->all[s.wall].pose);
  PlanarManifold manifold;
  touch_segment(polygon_view(in, pair.a), s.segment, inverse(frame) * wall, in.patch, manifold);
  add_points(manifold, frame, p, out);
}

/// Detects nothing, because prepare() rejects cylinders and meshes as walls of 2D worlds, and lines in
/// 3D worlds.
inline void touch_nothing(const DetectInput&, int, const ListedPair&, BatchContacts&) {}

}  // namespace scree
