// Contact detection of a body and a surface of a wall.
#pragma once

#include "scree/contact/wall/planar_patch.hpp"
#include "scree/contact/wall/polyhedron_plane.hpp"
#include "scree/contact/wall/sphere.hpp"
#include "scree/world/detect/touch.hpp"

namespace scree {

inline void touch_polyhedron_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (height > in.bodies->radius[pair.a]) return;
  Manifold manifold;
  touch_plane(view_of(in, pair.a), rotate(conjugate(frame.orientation), plane.normal), -height, in.patch,
              manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_sphere_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Vec3 center = in.bodies->position[pair.a];
  Manifold manifold;
  touch_plane(Vec3{}, in.bodies->radius[pair.a], plane.normal, signed_distance(plane, center), manifold);
  add_point(manifold, center, p, out);
}

inline void touch_polyhedron_cylinder(const DetectInput& in, int p, const ListedPair& pair,
                                      BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame = in.bodies->pose(pair.a);
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(view_of(in, pair.a), inverse_transform(frame, world), in.patch, manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_sphere_cylinder(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame{in.bodies->position[pair.a], {}};
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(in.bodies->radius[pair.a], inverse_transform(frame, world), manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_polyhedron_patch(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const PlanarPatchSurface& s = in.walls->planar_patches[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->patch_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (height > in.bodies->radius[pair.a] || height < 0) return;
  const PolyhedronView body = view_of(in, pair.a);
  Manifold manifold;
  touch_plane(body, rotate(conjugate(frame.orientation), plane.normal), -height, in.patch, manifold);
  if (manifold.count == 0) return;
  const Pose in_mesh = inverse(in.walls->all[s.wall].pose) * frame;
  const PatchCoverage cover = coverage_of(body, in_mesh, mesh, s.patch);
  if (cover == PatchCoverage::none) return;
  if (cover == PatchCoverage::partial) touch_patch_edges(body, in_mesh, mesh, s.patch, in.patch, manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_sphere_patch(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const PlanarPatchSurface& s = in.walls->planar_patches[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose& wall = in.walls->all[s.wall].pose;
  const Vec3 center = in.bodies->position[pair.a];
  const Real radius = in.bodies->radius[pair.a];
  const HalfSpace plane = in.walls->patch_world(pair.b);
  const Real height = signed_distance(plane, center);
  if (std::abs(height) >= radius) return;
  const Vec3 center_in_mesh = inverse_transform(wall, center);
  Manifold manifold;
  if (is_over(mesh, s.patch, center_in_mesh)) {
    if (height > 0) touch_plane(Vec3{}, radius, plane.normal, height, manifold);
    return add_point(manifold, center, p, out);
  }
  touch_patch_edges(center_in_mesh, radius, mesh, s.patch, manifold);
  add_points(manifold, wall, p, out);
}

inline void touch_superquadric_plane(const DetectInput& in, int p, const ListedPair& pair,
                                     BatchContacts& out) {
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Vec3 center = in.bodies->position[pair.a];
  const Real height = signed_distance(plane, center);
  if (height > in.bodies->radius[pair.a]) return;
  Manifold manifold;
  touch_plane(placed(in, pair.a, {{}, in.bodies->orientation[pair.a]}), plane.normal, -height, manifold);
  add_point(manifold, center, p, out);
}

inline void touch_superquadric_cylinder(const DetectInput& in, int p, const ListedPair& pair,
                                        BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame{in.bodies->position[pair.a], {}};
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(placed(in, pair.a, {{}, in.bodies->orientation[pair.a]}), inverse_transform(frame, world),
                 manifold);
  add_point(manifold, frame.position, p, out);
}

/// Detects the contact of a superquadric and a planar patch. The contact is on the patch if the lowest point
/// of the body is over it, otherwise on an edge.
inline void touch_superquadric_patch(const DetectInput& in, int p, const ListedPair& pair,
                                     BatchContacts& out) {
  const PlanarPatchSurface& s = in.walls->planar_patches[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose& wall = in.walls->all[s.wall].pose;
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->patch_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (std::abs(height) >= in.bodies->radius[pair.a]) return;
  Manifold manifold;
  const PlacedSuperquadric body = placed(in, pair.a, {{}, frame.orientation});
  const Vec3 lowest = lowest_over_plane(body, plane.normal, -height).point;
  if (is_over(mesh, s.patch, inverse_transform(wall, frame.position + lowest))) {
    if (height > 0) touch_plane(body, plane.normal, -height, manifold);
    return add_point(manifold, frame.position, p, out);
  }
  touch_patch_edges(placed(in, pair.a, inverse(wall) * frame), mesh, s.patch, manifold);
  add_points(manifold, wall, p, out);
}

}  // namespace scree
