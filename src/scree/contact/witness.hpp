// Witness points of a contact whose normal is known: a point common to both supporting features, seen along
// the normal.
#pragma once

#include "scree/contact/feature.hpp"
#include "scree/contact/polygon_cut.hpp"
#include "scree/math/closest.hpp"

namespace scree {

namespace witness_detail {

/// Cuts a polygon, segment or point by the half-space normal . x <= offset + slack.
SCREE_HD inline void cut(FeaturePoints& subject, Vec3 normal, Real offset, Real slack) {
  FeaturePoints out;
  out.count = cut_polygon(
      subject.point, subject.count, out.point, FeaturePoints::capacity, slack,
      [&](Vec3 p) { return dot(normal, p) - offset; },
      [](Vec3 p, Vec3 q, Real t, bool) { return p + t * (q - p); });
  subject = out;
}

SCREE_HD inline Vec3 mean(const FeaturePoints& points) {
  Vec3 sum;
  for (int i = 0; i < points.count; ++i) sum += points.point[i];
  return sum / points.count;
}

}  // namespace witness_detail

/// The middle of what two segments share, seen along the normal: their crossing, or the middle of the common
/// part of parallel ones. `lift` moves the second into the plane of the first.
SCREE_HD inline Vec3 common_to_edges(const FeaturePoints& a, const FeaturePoints& b, Vec3 lift) {
  const Vec3 along_a = a.point[1] - a.point[0], along_b = b.point[1] - b.point[0];
  if (length(cross(along_a, along_b)) > 1e-10 * length(along_a) * length(along_b)) {
    const ClosestPoints c = closest_segments(a.point[0], a.point[1], b.point[0] + lift, b.point[1] + lift);
    return 0.5 * (c.first + c.second);
  }
  const Real l = dot(along_a, along_a);
  const Real t0 = dot(b.point[0] - a.point[0], along_a) / l, t1 = dot(b.point[1] - a.point[0], along_a) / l;
  const Real low = clamp01(t0 < t1 ? t0 : t1), high = clamp01(t0 < t1 ? t1 : t0);
  return a.point[0] + (0.5 * (low + high)) * along_a;
}

/// The middle of an edge or face clipped by a face, seen along the normal, about which the clipping face runs
/// counter-clockwise.
SCREE_HD inline Vec3 common_to_face(const FeaturePoints& face, Vec3 normal, const FeaturePoints& other,
                                    Real slack) {
  FeaturePoints subject = other;
  for (int i = 0; i < face.count && subject.count > 0; ++i) {
    const Vec3 p = face.point[i], q = face.point[(i + 1) % face.count];
    const Vec3 side = normalized(cross(q - p, normal));
    witness_detail::cut(subject, side, dot(side, p), slack);
  }
  return witness_detail::mean(subject.count > 0 ? subject : other);
}

/// Sets both witnesses from the normal, the overlap and the features of the contact. Where the supporting
/// features overlap in a polygon or segment, the witnesses are in its middle.
SCREE_HD inline void find_witnesses(const PolyhedronPair& pair, Contact& contact) {
  const Vec3 n = contact.normal;
  Vec3 middle;  // a point whose projection along the normal lies in both features
  if (contact.feature_a.kind == Feature::Kind::vertex) {
    middle = pair.vertex_a(contact.feature_a.id);
  } else if (contact.feature_b.kind == Feature::Kind::vertex) {
    middle = pair.vertex_b(contact.feature_b.id);
  } else {
    const FeaturePoints a = feature_points(pair, false, contact.feature_a),
                        b = feature_points(pair, true, contact.feature_b);
    const Real slack = 1e-9 * pair.size();
    middle = a.count == 2 && b.count == 2 ? common_to_edges(a, b, contact.overlap * n)
             : a.count >= b.count         ? common_to_face(a, n, b, slack)
                                          : common_to_face(b, -n, a, slack);
  }
  const Real height = dot(n, pair.vertex_a(pair.support_a(n)));
  contact.point_a = middle + (height - dot(n, middle)) * n;
  contact.point_b = contact.point_a - contact.overlap * n;
}

}  // namespace scree
