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

/// The manifold of a contact of two polyhedra that an algorithm has found, in the frame of A.
SCREE_HD inline Manifold manifold_of(const PolyhedronPair& pair, const Contact& contact) {
  // A margin of the whole size: nothing is cut off where the bodies do not overlap, so the weights do not
  // depend on the depth.
  const ContactPatch patch = contact_patch(pair, contact, {.margin = 1});
  Manifold manifold;
  manifold.count = patch.count;
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    manifold.point[i] = {0.5 * (p.a + p.b), patch.normal, p.overlap, p.share, point_key(p)};
  }
  if (manifold.count > 1) weigh(manifold);
  return manifold;
}

}  // namespace scree
