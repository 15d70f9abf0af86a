// How a contact presses: up to eight points, each with its share of the force.
//
// The points are the corners of the contact patch (clip.hpp), or the vertices of a face on a wall. Their
// weights add up to 1, so a contact is as stiff when a face lies flat as when a corner touches: the force of
// a linear law is stiffness x the weighted mean of the overlaps. A weight is the share of the patch that the
// corner stands for, times a factor that falls from 1 to 0 as the line from a deeper point to the corner gets
// steeper. So the weights pass without a jump from a face (all its corners) over an edge (two) to a
// vertex (one) as a body tilts, and for tilts that are small beside `steepest` they are constant.
//
// The springs hold the energy sum of weight x energy of each point. It changes with the overlaps, which gives
// the forces at the points, and with the weights as the bodies turn on each other, which gives a couple: each
// point says how its weight changes. Without that couple frictionless elastic impacts gained or lost up to a
// fifth of their energy, whatever the time step.
#pragma once

#include "scree/contact/clip.hpp"
#include "scree/contact/weigh.hpp"

namespace scree {

using ManifoldPoint = ManifoldPointIn<Vec3, Vec3>;
using Manifold = ManifoldIn<Vec3, Vec3, ContactPatch::capacity>;

/// Sets the weights of points that are the corners of a convex polygon, in order, to shares of its area that
/// integrate linear fields exactly: triangles from the mean of the corners, whose value is the mean of
/// theirs.
SCREE_HD inline void share_area(Manifold& manifold) {
  const int n = manifold.count;
  Vec3 mean;
  for (int i = 0; i < n; ++i) mean += manifold.point[i].position / n;
  Real triangle[Manifold::capacity], sum = 0;
  for (int i = 0; i < n; ++i) {
    const Vec3 p = manifold.point[i].position, q = manifold.point[i + 1 == n ? 0 : i + 1].position;
    sum += triangle[i] = length(cross(p - mean, q - mean));
  }
  for (int i = 0; i < n; ++i) {
    const Real beside = triangle[i] + triangle[i == 0 ? n - 1 : i - 1];
    manifold.point[i].weight = n > 2 && sum > 0 ? (beside / sum + 1.0 / n) / 3 : 1.0 / n;
  }
}

/// The manifold of a contact of two polyhedra that an algorithm has found, in the frame of A. Points that do
/// not press are left out.
SCREE_HD inline Manifold manifold_of(const PolyhedronPair& pair, const Contact& contact) {
  using namespace clip_detail;
  // A margin of the whole size: nothing is cut off where the bodies do not overlap, so the weights do not
  // depend on the depth.
  constexpr PatchTolerance tolerance{.margin = 1};
  Manifold manifold;
  if (!has_patch(pair, contact, tolerance.margin)) return manifold;
  const Frame frame(contact);
  SeenPatch seen;
  if (!see_patch(pair, contact, frame, tolerance, seen, nullptr)) {
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap,
                        key_of(contact.feature_a, contact.feature_b));
    return manifold;
  }
  // In the coordinates of the common plane until it is known which points press: few do.
  manifold.count = seen.count();
  for (int i = 0; i < manifold.count; ++i) {
    const Corner& c = seen.corner(i);
    const Real high = seen.a.height_at(c.x, c.y), low = seen.b.height_at(c.x, c.y);
    manifold.point[i] = {
        {c.x, c.y, 0.5 * (high + low)}, {0, 0, 1}, high - low, seen.share[i], static_cast<std::uint64_t>(i)};
  }
  if (manifold.count > 1) weigh(manifold);
  drop_idle(manifold);
  for (int i = 0; i < manifold.count; ++i) {
    ManifoldPoint& p = manifold.point[i];
    const int corner = static_cast<int>(p.key);
    p.key = key_of(seen.feature_a(pair, corner), seen.feature_b(pair, corner));
    p.position = frame.from(p.position.x, p.position.y, p.position.z);
    p.normal = contact.normal;
    p.tilt = p.tilt.x * frame.x + p.tilt.y * frame.y;
  }
  return manifold;
}

}  // namespace scree
