// Finds the witness points of a contact with a known normal. Seen along the normal, they lie at a point that
// both supporting features have in common.
#pragma once

#include "scree/contact/pair/feature.hpp"
#include "scree/contact/pair/gjk.hpp"
#include "scree/contact/pair/opposite_points.hpp"
#include "scree/contact/pair/polygon_cut.hpp"
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

SCREE_HD inline Real smaller_radius(const PolyhedronPair& pair) {
  return pair.a.bounding_radius < pair.b.bounding_radius ? pair.a.bounding_radius : pair.b.bounding_radius;
}

/// Returns the largest difference between the height of a corner along the normal and a given height.
SCREE_HD inline Real farthest_from(const FeaturePoints& points, Vec3 normal, Real height) {
  Real most = 0;
  for (int i = 0; i < points.count; ++i) {
    const Real off = std::abs(dot(normal, points.point[i]) - height);
    most = off > most ? off : most;
  }
  return most;
}

}  // namespace witness_detail

/// Finds the middle of the region that two segments have in common, seen along the normal. It is the point
/// where they cross, or the middle of the common piece if they are parallel. `lift` moves the second segment
/// into the plane of the first. Returns false if the segments have no point in common.
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
  const Vec3 offset = b0 + closest_on_segment(middle, b0, b0 + along_b) * along_b - middle;
  return length_squared(offset) <= slack * slack;
}

/// Clips an edge or face by a face, seen along the normal, and finds the middle of the remaining piece. The
/// corners of the clipping face run counter-clockwise about the normal. Returns false if nothing remains.
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

/// Returns an upper bound on the distance between a point and a feature of a body. The point is in the frame
/// of the body and has an error of up to `rounding`.
SCREE_HD inline Real distance_to_feature(const PolyhedronView& body, Feature feature, Vec3 x, Real rounding) {
  if (feature.kind == Feature::Kind::vertex) return length(x - body.vertex(feature.id));
  if (feature.kind == Feature::Kind::edge) {
    const Vec3 p = body.vertex(body.origin[feature.id]), q = body.vertex(body.target(feature.id));
    return length(x - (p + closest_on_segment(x, p, q) * (q - p)));
  }
  const Vec3 n = body.face_normal[feature.id];
  const int begin = body.face_begin[feature.id], end = body.face_begin[feature.id + 1];
  const Real surely = -2 * rounding * body.bounding_radius;  // a distance times the length of an edge
  bool over = true;
  Vec3 p = body.vertex(body.origin[end - 1]);
  for (int h = begin; h < end; ++h) {
    const Vec3 q = body.vertex(body.origin[h]);
    over = over && dot(cross(x - p, q - p), n) <= surely;
    p = q;
  }
  if (over) return std::abs(dot(n, x) - body.face_offset(feature.id));
  // Near an acute corner, a point may be close to the lines through all edges but not to the face.
  Real least = 1e300;
  for (int h = begin; h < end; ++h) {
    const Vec3 q = body.vertex(body.origin[h]);
    const Real square = length_squared(x - (p + closest_on_segment(x, p, q) * (q - p)));
    least = square < least ? square : least;
    p = q;
  }
  return std::sqrt(least);
}

/// The three functions below return an upper bound on the distance between a witness and its feature: for A,
/// for B, and the larger of both.
SCREE_HD inline Real distance_to_feature_a(const PolyhedronPair& pair, const Contact& contact) {
  return distance_to_feature(pair.a, contact.feature_a, contact.point_a, 4e-16 * pair.size());
}
SCREE_HD inline Real distance_to_feature_b(const PolyhedronPair& pair, const Contact& contact) {
  return distance_to_feature(pair.b, contact.feature_b, pair.to_b(contact.point_b - pair.translation),
                             4e-16 * pair.size());
}
SCREE_HD inline Real distance_to_features(const PolyhedronPair& pair, const Contact& contact) {
  const Real a = distance_to_feature_a(pair, contact), b = distance_to_feature_b(pair, contact);
  return a > b ? a : b;
}

/// Sets both witnesses from the normal, the overlap and the features of the contact. If the supporting
/// features overlap in a polygon or segment, the witnesses lie in its middle. `top` is the support vertex of
/// A along the normal. Returns an upper bound on the distance of the witnesses from the bodies.
SCREE_HD inline Real witnesses_of_features(const PolyhedronPair& pair, int top, Contact& contact) {
  const Vec3 n = contact.normal;
  const Real height = dot(n, pair.vertex_a(top)), none = 1e300;
  // If a body is tiny relative to the other, its corners coincide in the other's frame because of rounding.
  const Real tiny = 1e-13 * pair.size();
  // Sets both witnesses from a point whose projections along the normal lie in both features.
  const auto set_points = [&](Vec3 middle) {
    contact.point_a = middle + (height - dot(n, middle)) * n;
    contact.point_b = contact.point_a - contact.overlap * n;
  };
  if (contact.feature_a.kind == Feature::Kind::vertex) {
    set_points(pair.vertex_a(contact.feature_a.id));
    return distance_to_features(pair, contact);
  }
  if (contact.feature_b.kind == Feature::Kind::vertex) {
    set_points(pair.vertex_b(contact.feature_b.id));
    return distance_to_features(pair, contact);
  }
  if (pair.a.bounding_radius < tiny || pair.b.bounding_radius < tiny) return none;
  const FeaturePoints a = feature_points(pair, false, contact.feature_a),
                      b = feature_points(pair, true, contact.feature_b);
  // Faces are planar to 1e-9, so heights are compared with `slack`. Clipping needs the smaller tolerance
  // `rounding`: near a corner of angle t, it would accept points up to slack / t outside the face.
  const Real slack = 1e-9 * pair.size(),
             rounding = 2e-13 * witness_detail::smaller_radius(pair) + 1e-15 * pair.size();
  // If corners are closer together than rounding, they can hide the feature that carries the contact.
  // The feature found then does not lie in the supporting plane, or has no point in common with the
  // other feature.
  const Real below_a = witness_detail::farthest_from(a, n, height),
             below_b = witness_detail::farthest_from(b, n, height - contact.overlap);
  const Real below = below_a > below_b ? below_a : below_b;
  if (!(below <= slack)) return none;
  Vec3 middle;
  Real distance;
  if (a.count == 2 && b.count == 2) {
    if (!common_to_edges(a, b, contact.overlap * n, slack, middle)) return none;
    set_points(middle);
    distance = distance_to_features(pair, contact);
  } else if (a.count >= b.count) {
    // The middle lies in the clipped feature, with an error of at most `below`.
    if (!common_to_face(a, n, b, rounding, middle)) return none;
    set_points(middle);
    distance = distance_to_feature_a(pair, contact);
  } else {
    if (!common_to_face(b, -n, a, rounding, middle)) return none;
    set_points(middle);
    distance = distance_to_feature_b(pair, contact);
  }
  return distance > below ? distance : below;
}

/// Translates B along the normal by the overlap, so that the bodies just touch, and takes the closest points
/// as witnesses. This is needed if the normal is accurate enough for the distance but not for the witnesses.
/// The line along such a normal may miss the correct point of A - B by 1e-12 of the size, and leave A - B far
/// from this point.
SCREE_HD inline OppositePoints closest_touching_points(const PolyhedronPair& pair, Vec3 normal,
                                                       Real overlap) {
  PolyhedronPair touching = pair;
  touching.translation += overlap * normal;
  const Simplex s = gjk_robust<SignedVolumes>(touching, {}, normal, 0).simplex;
  OppositePoints points;
  for (int i = 0; i < s.count; ++i) {
    points.on_a += s.weight[i] * pair.vertex_a(s.vertex[i].a);
    points.on_b += s.weight[i] * pair.vertex_b(s.vertex[i].b);
  }
  points.error = length(points.on_a - points.on_b - overlap * normal);
  return points;
}

/// Moves the witnesses to opposite points of the bodies if these points have a smaller error than `beside`.
/// Returns the smaller of both errors.
SCREE_HD SCREE_NEVER_INLINE inline Real place_opposite(const PolyhedronPair& pair, Real beside,
                                                       Contact& contact) {
  const Real size = pair.size(), away = length(pair.translation);
  const Real allowed = 2e-10 * witness_detail::smaller_radius(pair) + 2e-15 * (size > away ? size : away);
  if (beside <= allowed) return beside;
  OppositePoints points = opposite_points(pair, contact.normal, contact.overlap);
  if (!(points.error <= allowed)) {
    const OppositePoints closest = closest_touching_points(pair, contact.normal, contact.overlap);
    if (closest.error < points.error) points = closest;
  }
  if (!(points.error < beside)) return beside;
  contact.point_a = 0.5 * (points.on_a + points.on_b + contact.overlap * contact.normal);
  contact.point_b = contact.point_a - contact.overlap * contact.normal;
  return points.error;
}

/// Moves the witnesses onto the bodies if they may lie farther from the bodies than rounding and 1e-10 of the
/// smaller body. `beside` is an upper bound on their distance from the bodies. Returns an upper bound on the
/// new distance.
SCREE_HD inline Real correct_witnesses(const PolyhedronPair& pair, Real beside, Contact& contact) {
  if (!(beside > 2e-10 * witness_detail::smaller_radius(pair))) return beside;
  return place_opposite(pair, beside, contact);
}

/// Sets both witnesses from the normal, the overlap and the features of the contact, and moves them onto the
/// bodies. `top` is the support vertex of A along the normal. Returns an upper bound on the distance of the
/// witnesses from the bodies.
SCREE_HD inline Real find_witnesses(const PolyhedronPair& pair, int top, Contact& contact) {
  return correct_witnesses(pair, witnesses_of_features(pair, top, contact), contact);
}
SCREE_HD inline Real find_witnesses(const PolyhedronPair& pair, Contact& contact) {
  return find_witnesses(pair, pair.support_a(contact.normal), contact);
}

}  // namespace scree
