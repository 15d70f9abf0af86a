// A disc and a convex polygon: where the polygon is nearest to the centre.
#pragma once

#include "scree/planar/patch/manifold.hpp"

namespace scree {

/// The edge farthest below the centre is the one it is over, or ends where the nearest corner is: of a point
/// outside, the distance along a normal grows towards the direction of the nearest point from either side, so
/// one of the two edge normals beside that direction has the largest.
SCREE_HD inline void touch_polygon(Vec2 center, Real radius, const PolygonView& polygon,
                                   PlanarManifold& manifold) {
  int edge = 0;
  Real height = -1e300;
  for (int e = 0; e < polygon.vertex_count; ++e) {
    const Real here = dot(polygon.edge_normal[e], center - polygon.vertex(e));
    edge = here > height ? e : edge, height = here > height ? here : height;
  }
  if (height >= radius) return;
  const Vec2 from = polygon.vertex(edge), along = polygon.edge(edge);
  const Real at = dot(center - from, along);
  const bool before = at<0, beyond = at> length_squared(along);
  // From the disc, which is A, to the polygon.
  Vec2 normal = -polygon.edge_normal[edge];
  Feature feature{Feature::Kind::edge, edge};
  if (height > 0 && (before || beyond)) {
    const int v = before ? edge : polygon.next(edge);
    const Vec2 way = polygon.vertex(v) - center;
    height = length(way);
    if (height >= radius) return;
    if (height > 1e-12 * radius) normal = way / height;  // else the centre is on the corner: off the edge
    feature = {Feature::Kind::vertex, v};
  }
  const Real overlap = radius - height;
  manifold.set_single(center + (radius - 0.5 * overlap) * normal, normal, overlap, key_of({}, feature));
}

}  // namespace scree
