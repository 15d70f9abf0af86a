// Functions that the detectors of all kinds of pairs share: views of shapes at their scale, and the addition
// of contacts.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"
#include "scree/world/detect/detect.hpp"

namespace scree {

/// Returns the view of a body's polyhedron at its scale.
inline PolyhedronView view_of(const DetectInput& in, int body) {
  const Shape& shape = (*in.shapes)[in.bodies->shape[body]];
  return view(in.shapes->polyhedra[shape.index], in.bodies->scale[body]);
}

/// Adds the only point of a contact, if there is one. The point is given relative to `origin`, in the axes of
/// the world.
inline void add_point(const Manifold& manifold, Vec3 origin, int pair, BatchContacts& out) {
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), 1});
  out.points.push_back(manifold.point[0]);
  out.points.back().position += origin;
}

/// Adds all points of a manifold, which must all press. The manifold is given in `frame`.
inline void add_pressing(const Manifold& manifold, const Pose& frame, int pair, BatchContacts& out) {
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), manifold.count});
  const Mat3 rotation = to_matrix(frame.orientation);
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& p = manifold.point[i];
    out.points.push_back({rotation * p.position + frame.position, rotation * p.normal, p.overlap, p.weight,
                          p.key, rotation * p.weight_gradient});
  }
}

/// Adds only those points of a manifold that press. The manifold is given in `frame`.
inline void add_points(Manifold& manifold, const Pose& frame, int pair, BatchContacts& out) {
  remove_inactive(manifold);
  add_pressing(manifold, frame, pair, out);
}

/// Returns the superquadric of a body at its scale and at a given pose.
inline PlacedSuperquadric placed(const DetectInput& in, int body, const Pose& pose) {
  Superquadric s = in.shapes->superquadrics[(*in.shapes)[in.bodies->shape[body]].index];
  s.half_length = in.bodies->scale[body] * s.half_length;
  return {s, pose, in.bodies->radius[body]};
}

}  // namespace scree
