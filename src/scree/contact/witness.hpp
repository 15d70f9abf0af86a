// Witness points of a contact whose normal is known: a point common to both supporting features, seen along
// the normal.
#pragma once

#include "scree/contact/feature.hpp"
#include "scree/math/closest.hpp"

namespace scree {

namespace witness_detail {

/// Cuts a polygon, segment or point by the half-space normal . x <= offset + slack (Sutherland and Hodgman
/// 1974).
SCREE_HD inline void cut(FeaturePoints& subject, Vec3 normal, Real offset, Real slack) {
  FeaturePoints out;
  const auto add = [&](Vec3 p) {
    if (out.count < FeaturePoints::capacity) out.point[out.count++] = p;
  };
  const int sides = subject.count > 2 ? subject.count : subject.count - 1;  // a segment is not closed
  const auto height = [&](int i) { return dot(normal, subject.point[i]) - offset; };
  if (subject.count == 1 && height(0) <= slack) add(subject.point[0]);
  for (int i = 0; i < sides; ++i) {
    const int j = (i + 1) % subject.count;
    const Real hi = height(i), hj = height(j);
    if (hi <= slack) add(subject.point[i]);
    if ((hi <= slack) != (hj <= slack)) {
      add(subject.point[i] + (hi / (hi - hj)) * (subject.point[j] - subject.point[i]));
    }
    if (subject.count == 2 && hj <= slack) add(subject.point[j]);
  }
  subject = out;
}

SCREE_HD inline Vec3 mean(const FeaturePoints& points) {
  Vec3 sum;
  for (int i = 0; i < points.count; ++i) sum += points.point[i];
  return sum / points.count;
}

}  // namespace witness_detail

/// Sets both witnesses from the normal, the overlap and the features of the contact. Where the supporting
/// features overlap in a polygon or segment, the witnesses are in its middle.
SCREE_HD inline void find_witnesses(const PolyhedronPair& pair, Contact& contact) {
  const FeaturePoints a = feature_points(pair, false, contact.feature_a),
                      b = feature_points(pair, true, contact.feature_b);
  const Vec3 n = contact.normal;
  Vec3 middle;  // a point whose projection along the normal lies in both features
  if (a.count <= 2 && b.count <= 2) {
    const Vec3 lift = contact.overlap * n;  // B moved until the planes meet: then the features touch
    const ClosestPoints c =
        a.count == 2 && b.count == 2
            ? closest_segments(a.point[0], a.point[1], b.point[0] + lift, b.point[1] + lift)
        : a.count == 1 ? ClosestPoints{a.point[0], a.point[0]}
                       : ClosestPoints{b.point[0], b.point[0]};
    middle = 0.5 * (c.first + c.second);
    const Vec3 along = a.count == 2 ? a.point[1] - a.point[0] : Vec3{};
    if (a.count == 2 && b.count == 2 &&
        length(cross(along, b.point[1] - b.point[0])) <=
            1e-10 * length(along) * length(b.point[1] - b.point[0])) {
      // Parallel edges: the middle of what they share.
      const Real l = dot(along, along);
      const Real t0 = dot(b.point[0] - a.point[0], along) / l, t1 = dot(b.point[1] - a.point[0], along) / l;
      const Real low = clamp01(t0 < t1 ? t0 : t1), high = clamp01(t0 < t1 ? t1 : t0);
      middle = a.point[0] + (0.5 * (low + high)) * along;
    }
  } else {
    const bool clip_by_a = a.count >= b.count;
    const FeaturePoints& clipper = clip_by_a ? a : b;
    const Vec3 outward = clip_by_a ? n : -n;  // the clipper runs counter-clockwise about it
    const FeaturePoints& whole = clip_by_a ? b : a;
    FeaturePoints subject = whole;
    const Real slack = 1e-9 * pair.size();
    for (int i = 0; i < clipper.count && subject.count > 0; ++i) {
      const Vec3 p = clipper.point[i], q = clipper.point[(i + 1) % clipper.count];
      const Vec3 side = normalized(cross(q - p, outward));
      witness_detail::cut(subject, side, dot(side, p), slack);
    }
    middle = witness_detail::mean(subject.count > 0 ? subject : whole);
  }
  contact.point_a = middle + (dot(n, a.point[0]) - dot(n, middle)) * n;
  contact.point_b = contact.point_a - contact.overlap * n;
}

}  // namespace scree
