// Contact of a disc and a convex polygon, at the polygon's point nearest to the centre.
#pragma once

#include "scree/planar/patch/manifold.hpp"

namespace scree {

/// Fills the manifold of a disc and a polygon. Selects the edge over whose line the centre is highest. Either
/// the centre lies over this edge, or one end of the edge is the nearest corner. The reason for a centre
/// outside: as a normal turns towards the direction of the nearest point, the distance along it grows. One of
/// the two edge normals beside that direction therefore has the largest distance.
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
  // The normal points from the disc, which is A, to the polygon.
  Vec2 normal = -polygon.edge_normal[edge];
  Feature feature{Feature::Kind::edge, edge};
  if (height > 0 && (before || beyond)) {
    const int v = before ? edge : polygon.next(edge);
    const Vec2 to_corner = polygon.vertex(v) - center;
    height = length(to_corner);
    if (height >= radius) return;
    // If the centre is on the corner, the normal of the edge is kept.
    if (height > 1e-12 * radius) normal = to_corner / height;
    feature = {Feature::Kind::vertex, v};
  }
  const Real overlap = radius - height;
  manifold.set_single(center + (radius - 0.5 * overlap) * normal, normal, overlap, key_of({}, feature));
}

}  // namespace scree
