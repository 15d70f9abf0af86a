// What the detectors of all kinds of pairs share: shapes at their scale, and how a contact is added.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"
#include "scree/world/detect/detect.hpp"

namespace scree {

/// The view of a body's polyhedron at its scale.
inline PolyhedronView view_of(const DetectInput& in, int body) {
  const Shape& shape = (*in.shapes)[in.bodies->shape[body]];
  return view(in.shapes->polyhedra[shape.index], in.bodies->scale[body]);
}

/// Adds the only point of a contact, if there is one, given in a frame that is not turned.
inline void add_point(const Manifold& manifold, Vec3 origin, int pair, BatchContacts& out) {
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), 1});
  out.points.push_back(manifold.point[0]);
  out.points.back().position += origin;
}

/// Adds a manifold of points that press, given in a frame of the world.
inline void add_pressing(const Manifold& manifold, const Pose& frame, int pair, BatchContacts& out) {
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), manifold.count});
  const Mat3 rotation = to_matrix(frame.orientation);
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& p = manifold.point[i];
    out.points.push_back({rotation * p.position + frame.position, rotation * p.normal, p.overlap, p.weight,
                          p.key, rotation * p.tilt});
  }
}

/// Adds a manifold given in a frame of the world. Points that do not press are left out.
inline void add_points(Manifold& manifold, const Pose& frame, int pair, BatchContacts& out) {
  drop_idle(manifold);
  add_pressing(manifold, frame, pair, out);
}

/// The superquadric of a body at its scale, placed in some frame.
inline PlacedSuperquadric placed(const DetectInput& in, int body, const Pose& pose) {
  Superquadric s = in.shapes->superquadrics[(*in.shapes)[in.bodies->shape[body]].index];
  s.half_length = in.bodies->scale[body] * s.half_length;
  return {s, pose, in.bodies->radius[body]};
}

}  // namespace scree
