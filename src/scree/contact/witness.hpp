// Witness points of a contact whose normal is known: a point common to both supporting features, seen along
// the normal.
#pragma once

#include "scree/contact/feature.hpp"
#include "scree/contact/gjk.hpp"
#include "scree/contact/polygon_cut.hpp"
#include "scree/math/closest.hpp"

namespace scree {

namespace witness_detail {

/// Cuts a polygon, segment or point by the half-space normal . x <= offset + slack.
SCREE_HD inline void cut(FeaturePoints& subject, Vec3 normal, Real offset, Real slack) {
  FeaturePoints out;
  Real height[FeaturePoints::capacity];
  for (int i = 0; i < subject.count; ++i) height[i] = dot(normal, subject.point[i]) - offset;
  out.count = cut_polygon(subject.point, subject.count, out.point, FeaturePoints::capacity, slack, height,
                          [](Vec3 p, Vec3 q, Real t, bool) { return p + t * (q - p); });
  subject = out;
}

SCREE_HD inline Vec3 mean(const FeaturePoints& points) {
  Vec3 sum;
  for (int i = 0; i < points.count; ++i) sum += points.point[i];
  return sum / points.count;
}

/// Whether all corners lie at one height along the normal.
SCREE_HD inline bool flat(const FeaturePoints& points, Vec3 normal, Real height, Real slack) {
  for (int i = 0; i < points.count; ++i) {
    if (!(std::abs(dot(normal, points.point[i]) - height) <= slack)) return false;
  }
  return true;
}

}  // namespace witness_detail

/// The middle of what two segments share, seen along the normal: their crossing, or the middle of the common
/// part of parallel ones. `lift` moves the second into the plane of the first. False when they share nothing.
SCREE_HD inline bool common_to_edges(const FeaturePoints& a, const FeaturePoints& b, Vec3 lift, Real slack,
                                     Vec3& middle) {
  const Vec3 along_a = a.point[1] - a.point[0], along_b = b.point[1] - b.point[0];
  if (length(cross(along_a, along_b)) > 1e-10 * length(along_a) * length(along_b)) {
    const ClosestPoints c = closest_segments(a.point[0], a.point[1], b.point[0] + lift, b.point[1] + lift);
    middle = 0.5 * (c.first + c.second);
    return length_squared(c.first - c.second) <= slack * slack;
  }
  const Real l = dot(along_a, along_a);
  const Real t0 = dot(b.point[0] - a.point[0], along_a) / l, t1 = dot(b.point[1] - a.point[0], along_a) / l;
  const Real low = clamp01(t0 < t1 ? t0 : t1), high = clamp01(t0 < t1 ? t1 : t0);
  middle = a.point[0] + (0.5 * (low + high)) * along_a;
  const Vec3 b0 = b.point[0] + lift;
  const Vec3 beside = b0 + closest_on_segment(middle, b0, b0 + along_b) * along_b - middle;
  return length_squared(beside) <= slack * slack;
}

/// The middle of an edge or face clipped by a face, seen along the normal, about which the clipping face runs
/// counter-clockwise. False when nothing is left.
SCREE_HD inline bool common_to_face(const FeaturePoints& face, Vec3 normal, const FeaturePoints& other,
                                    Real slack, Vec3& middle) {
  FeaturePoints subject = other;
  for (int i = 0; i < face.count && subject.count > 0; ++i) {
    const Vec3 p = face.point[i], q = face.point[(i + 1) % face.count];
    const Vec3 side = normalized(cross(q - p, normal));
    witness_detail::cut(subject, side, dot(side, p), slack);
  }
  if (subject.count > 0) middle = witness_detail::mean(subject);
  return subject.count > 0;
}

/// Witness on A without features: with B moved out along the normal the bodies are apart, and the closest
/// points lie where they overlapped before. Slower, but right however slender the bodies are.
SCREE_HD inline Vec3 witness_by_separation(const PolyhedronPair& pair, Vec3 normal, Real overlap) {
  PolyhedronPair apart = pair;
  apart.translation += (overlap + 0.1 * pair.size()) * normal;
  const Simplex s = gjk_walk<SignedVolumes>(apart, {}, normal, 0).simplex;
  Vec3 point;
  for (int i = 0; i < s.count; ++i) point += s.weight[i] * pair.vertex_a(s.vertex[i].a);
  return point;
}

/// Sets both witnesses from the normal, the overlap and the features of the contact. Where the supporting
/// features overlap in a polygon or segment, the witnesses are in its middle. `top` is the support vertex of
/// A along the normal.
SCREE_HD inline void find_witnesses(const PolyhedronPair& pair, int top, Contact& contact) {
  const Vec3 n = contact.normal;
  const Real height = dot(n, pair.vertex_a(top));
  // Corners of a body that is tiny beside the other are one point in its frame.
  const Real tiny = 1e-13 * pair.size();
  Vec3 middle;  // a point whose projection along the normal lies in both features
  if (contact.feature_a.kind == Feature::Kind::vertex) {
    middle = pair.vertex_a(contact.feature_a.id);
  } else if (contact.feature_b.kind == Feature::Kind::vertex) {
    middle = pair.vertex_b(contact.feature_b.id);
  } else if (pair.a.bounding_radius < tiny || pair.b.bounding_radius < tiny) {
    middle = pair.a.bounding_radius < tiny ? pair.vertex_a(top) : pair.translation;
  } else {
    const FeaturePoints a = feature_points(pair, false, contact.feature_a),
                        b = feature_points(pair, true, contact.feature_b);
    // Faces are planar to 1e-9. Clipping is sharper: beside a corner of angle t the slack lets slack / t out.
    const Real slack = 1e-9 * pair.size(), rounding = 1e-13 * pair.size();
    // Corners closer than rounding can hide the feature that carries the contact; what was found then does
    // not lie in the supporting plane, or shares nothing with its partner.
    const bool found =
        witness_detail::flat(a, n, height, slack) &&
        witness_detail::flat(b, n, height - contact.overlap, slack) &&
        (a.count == 2 && b.count == 2 ? common_to_edges(a, b, contact.overlap * n, slack, middle)
         : a.count >= b.count         ? common_to_face(a, n, b, rounding, middle)
                                      : common_to_face(b, -n, a, rounding, middle));
    if (!found) middle = witness_by_separation(pair, n, contact.overlap);
  }
  contact.point_a = middle + (height - dot(n, middle)) * n;
  contact.point_b = contact.point_a - contact.overlap * n;
}
SCREE_HD inline void find_witnesses(const PolyhedronPair& pair, Contact& contact) {
  find_witnesses(pair, pair.support_a(contact.normal), contact);
}

}  // namespace scree
