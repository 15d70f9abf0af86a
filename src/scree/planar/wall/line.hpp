// Contact of a convex polygon with a line that is a wall. The polygon touches with its lowest corner, or with
// an edge that lies flat on the line.
#pragma once

#include "scree/planar/patch/manifold.hpp"

namespace scree {

/// Fills the manifold of a polygon and a line. `outward` is the unit normal of the line, towards the polygon.
/// Points x with outward . x < offset overlap the wall. Contact normals point from the polygon to the wall.
SCREE_HD inline void touch_line(const PolygonView& polygon, Vec2 outward, Real offset, bool patch,
                                PlanarManifold& manifold) {
  const int lowest = polygon.support(-outward);
  const auto depth = [&](int v) { return offset - dot(outward, polygon.vertex(v)); };
  const auto put = [&](int v) {
    const Real overlap = depth(v);
    manifold.point[manifold.count++] = {polygon.vertex(v) + (0.5 * overlap) * outward, -outward, overlap,
                                        patch ? 0.5 : 1, key_of({Feature::Kind::vertex, v}, {})};
  };
  if (!(depth(lowest) > 0)) return;
  const Feature support = planar_detail::parallel_feature(polygon, {Feature::Kind::vertex, lowest}, -outward);
  if (!patch || support.kind == Feature::Kind::vertex) {
    put(lowest);
    manifold.point[0].weight = 1;
    return;
  }
  put(support.id), put(polygon.next(support.id));
  compute_weights(manifold);
}

}  // namespace scree
