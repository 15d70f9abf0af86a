// Contact of a disc or a convex polygon with a segment of a line (polyline.hpp), on its side or at one of
// its ends.
//
// If a polygon overlaps the segment, the least translation that separates them is along the normal of the
// segment or along the normal of a polygon edge. In the second case, the segment's end that lies deepest
// behind the edge determines the overlap. The translation never leads through the segment: a polygon is
// pushed to the side of its centroid.
#pragma once

#include "scree/planar/pair/feature.hpp"
#include "scree/planar/patch/manifold.hpp"
#include "scree/planar/wall/polyline.hpp"

namespace scree {

/// Fills the manifold of a disc and a segment. The disc is A; all data are in the frame of the segment.
SCREE_HD inline void touch_segment(Vec2 center, Real radius, const LineSegment& segment,
                                   PlanarManifold& manifold) {
  const SegmentFace face = segment.seen_from(center);
  Vec2 outward = face.normal[0];
  Real height = dot(outward, center - face.corner[0]), share = 1;
  if (height >= radius) return;
  const Vec2 along = face.along();
  for (const int at : {0, 1}) {
    const Vec2 from = center - face.corner[at];
    if ((at == 0 ? dot(along, from) >= 0 : dot(along, from) <= 0)) continue;
    height = length(from);
    if (height >= radius) return;
    // If the centre is on the corner, the normal remains that of the side.
    if (height > 1e-12 * radius) outward = from / height;
    share = segment.share(face.end[at], outward);
  }
  const Real overlap = radius - height;
  // The side and the ends have the same key, so a disc that rolls off an end keeps its tangential history.
  manifold.set_single(center - (radius - 0.5 * overlap) * outward, -outward, overlap, 0);
  manifold.point[0].weight = share;
}

/// Fills the manifold of a polygon and a segment. The polygon is A; all data are in its frame, in which its
/// centroid is the origin.
SCREE_HD inline void touch_segment(const PolygonView& polygon, const LineSegment& segment,
                                   const PlanarPose& segment_in_a, bool patch, PlanarManifold& manifold) {
  const SegmentFace face = segment.seen_from(inverse_transform(segment_in_a, Vec2{}));
  const PolygonPair pair(polygon, face.view(), segment_in_a);
  PlanarContact contact;
  contact.normal = -pair.normal_b(0);
  PolygonPair::Supports at{pair.support_a(contact.normal), 0};
  contact.overlap = -pair.gap(contact.normal, at);
  const Vec2 end[2] = {pair.vertex_b(0), pair.vertex_b(1)};
  bool on_end = false;
  for (int e = 0; e < polygon.vertex_count && contact.overlap > 0; ++e) {
    const Vec2 n = polygon.edge_normal[e];
    const int first = dot(n, end[0]) <= dot(n, end[1]) ? 0 : 1;
    const Real overlap = polygon.edge_offset(e) - dot(n, end[first]);
    if (overlap < contact.overlap)
      contact.overlap = overlap, contact.normal = n, at = {e, first}, on_end = true;
  }
  if (!(contact.overlap > 0)) return;
  const Real share = on_end ? segment.share(face.end[at.b], pair.to_b(-contact.normal)) : 1;
  if (share < 1e-9) return;
  find_features(pair, {}, at, contact);
  find_witnesses(pair, at.a, contact);
  if (patch) {
    manifold = manifold_of(pair, contact);
  } else {
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap, 0);
  }
  for (int i = 0; i < manifold.count; ++i) {
    manifold.point[i].weight *= share;
    manifold.point[i].weight_gradient *= share;
  }
}

}  // namespace scree
