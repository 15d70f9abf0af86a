// Contacts of a polyhedron with a half-space. The contact points are the corners of the face that lies on the
// plane. The normal points from the polyhedron, which is A, into the half-space.
#pragma once

#include "scree/contact/patch/manifold.hpp"

namespace scree {

/// Computes the contact. `outward` is the unit normal out of the half-space, and outward . x = offset is
/// its plane, all in the frame of the polyhedron. If `patch` is false, the deepest vertex is the only
/// contact point.
SCREE_HD inline void touch_plane(const PolyhedronView& body, Vec3 outward, Real offset, bool patch,
                                 Manifold& manifold) {
  manifold.count = 0;
  const int deepest = body.support(-outward);
  const Vec3 lowest = body.vertex(deepest);
  const Real depth = offset - dot(outward, lowest);
  if (!(depth > 0)) return;
  const auto key = [](int v) { return static_cast<std::uint64_t>(v) + 1; };
  const auto middle = [&](Vec3 p, Real overlap) { return p + (0.5 * overlap) * outward; };
  manifold.set_single(middle(lowest, depth), -outward, depth, key(deepest));
  const int f = face_along(body, deepest, -outward);
  const Real facing = -dot(body.face_normal[f], outward);
  // If the face is so steep that at most one of its edges could lie on the plane, the single point remains.
  if (!patch || facing < 0.5) return;
  const int begin = body.face_begin[f], end = body.face_begin[f + 1];
  // If a face has more corners than fit, corners are left out at even intervals, but never the deepest one.
  const int stride = (end - begin + Manifold::capacity - 1) / Manifold::capacity;
  int at = begin;
  while (body.origin[at] != deepest) ++at;
  const int first = begin + (at - begin) % stride;
  manifold.count = 0;
  for (int h = first; h < end; h += stride) {
    const int v = body.origin[h];
    const Vec3 p = body.vertex(v);
    const Real overlap = v == deepest ? depth : offset - dot(outward, p);
    manifold.point[manifold.count++] = {middle(p, overlap), -outward, overlap, 0, key(v)};
  }
  share_area(manifold);
  compute_weights(manifold);
}

}  // namespace scree
