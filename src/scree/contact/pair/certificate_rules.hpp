// The rules of certificates that 3D and 2D share. certificate.hpp and planar/pair/certificate.hpp use them.
// `Pair` is a PolyhedronPair or a PolygonPair.
//
// Every error is a fraction of the pair's scale, which scale_of returns.
#pragma once

#include "scree/contact/pair/contact.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace scree {

/// Largest errors that are accepted as rounding.
struct Slack {
  Real distance = 1e-11;
  Real body = 1e-8;  // distance of points of a proof from the bodies, whose faces are planar to 1e-9
  // Faces or edges may meet at a small angle. A witness may then shift by 1e-13 / angle while the overlap
  // stays the same except for rounding. Shifts of up to 1e-7 were observed. The proofs do not depend on this
  // value, because they first project the points onto the bodies.
  Real witness = 1e-6;
  // If this value is above 0, errors that `distance` limits must also stay below this fraction of the smaller
  // body's diameter, plus 8 units in the last place of the distance between the centres.
  Real smaller = 0;
};

/// A stricter slack. Errors are relative to the smaller body, and witnesses must lie closer to the bodies.
inline constexpr Slack strict{.witness = 1e-9, .smaller = 1e-9};

struct Certificate {
  std::string_view objection;  // the first violated rule; empty if all rules are satisfied
  bool unproven = false;       // true if the only objection is that no proof was found
  // Difference between both bounds, or between the overlap and minus the gap along the normal.
  Real distance = 0;
  Real witness = 0;  // largest distance of a witness from its body or from the line along the normal

  bool holds() const { return objection.empty(); }
};

/// Returns the length by which errors are divided. It is the larger of the size of the pair and the distance
/// between the centres, or a smaller length if the slack requires more precision.
template <class Pair>
Real scale_of(const Pair& pair, const Slack& slack = {}) {
  const Real distance = length(pair.translation), scale = std::max(pair.size(), distance);
  if (slack.smaller == 0) return scale;
  const Real smaller = 2 * std::min(pair.a.bounding_radius, pair.b.bounding_radius);
  return std::min(scale, (slack.smaller * smaller + 8 * 0x1p-52 * distance) / slack.distance);
}

/// Checks the rules that every answer must follow, correct or not. It must have finite numbers, a unit
/// normal, a status that fits the overlap, witnesses that differ by the overlap along the normal, features,
/// and a bounded number of steps.
template <class Pair, class Vec>
Certificate check_form(const Pair& pair, const ContactIn<Vec>& c, const Slack& slack = {}) {
  const Real scale = scale_of(pair, slack);
  if (c.status == Status::failed) return {"an answer"};
  if (!is_finite(c.normal) || !is_finite(c.point_a) || !is_finite(c.point_b) || !std::isfinite(c.overlap)) {
    return {"finite numbers"};
  }
  Certificate certificate;
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && certificate.holds()) certificate.objection = rule;
  };
  object(std::abs(length(c.normal) - 1) > 1e-12, "a unit normal");
  object(c.status == Status::touching ? c.overlap < -1e-12 * scale : c.overlap >= 0,
         "a status that fits the overlap");
  certificate.witness = length(c.point_a - c.point_b - c.overlap * c.normal) / scale;
  object(certificate.witness > slack.distance, "witness points that differ by the overlap along the normal");
  object(c.feature_a.kind == Feature::Kind::none || c.feature_b.kind == Feature::Kind::none, "features");
  // The iterations of `exact` are its candidates. The other algorithms stay far below this limit.
  object(c.iterations < 0 || c.iterations > 1'000'000, "a bounded number of steps");
  return certificate;
}

/// Returns the largest height of a point over the planes of a body's facets. It is negative inside the body.
/// The point is in the body's own frame.
template <class Body, class Vec>
Real outside(const Body& body, Vec point) {
  Real worst = -1e300;
  for (int f = 0; f < body.facet_count(); ++f) {
    worst = std::max(worst, dot(body.facet_normal(f), point) - body.facet_offset(f));
  }
  return worst;
}

/// Checks the form of an answer and two more rules: its overlap is the overlap along its normal, and its
/// witnesses lie in the bodies. These rules do not require that the normal is the best one.
template <class Pair, class Vec>
Certificate check_answer(const Pair& pair, const ContactIn<Vec>& c, const Slack& slack = {}) {
  Certificate certificate = check_form(pair, c, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair, slack);
  certificate.distance = std::abs(pair.gap(c.normal) + c.overlap) / scale;
  const Real outside_a = outside(pair.a, c.point_a) / scale;
  const Real outside_b = outside(pair.b, pair.to_b(c.point_b - pair.translation)) / scale;
  certificate.witness = std::max({certificate.witness, outside_a, outside_b});
  certificate.objection = certificate.distance > slack.distance ? "the true overlap along the normal"
                          : outside_a > slack.witness           ? "a witness point in A"
                          : outside_b > slack.witness           ? "a witness point in B"
                                                                : "";
  return certificate;
}

/// Checks the answer and its proof. The proof for separated bodies consists of two points whose distance is
/// the gap. The proof for touching bodies is a common point. `Proof` finds these points:
/// - `distance_between(pair, contact, witness_outside, enough)` returns the distance between two points of
///   the bodies. `witness_outside` is true if a witness lies outside its body by more than the slack.
/// - `have_common_point(pair, contact, slack, scale)` returns true if it finds a common point.
/// - `conclusive` is true if a failure to find the points disproves the answer.
template <class Proof, class Pair, class Vec>
Certificate check_proof(const Pair& pair, const ContactIn<Vec>& contact, const Slack& slack) {
  Certificate certificate = check_answer(pair, contact, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair, slack);
  if (contact.status == Status::separated) {
    // The gap is a lower bound on the distance. The distance between two points of the bodies is an
    // upper bound.
    const Real bound = Proof::distance_between(pair, contact, certificate.witness > slack.body,
                                               1e-3 * slack.distance * scale);
    certificate.distance = std::max(certificate.distance, std::abs(bound - pair.gap(contact.normal)) / scale);
    if (certificate.distance > slack.distance)
      certificate.objection = "witness points at the distance of the gap";
  } else if (!Proof::have_common_point(pair, contact, slack, scale)) {
    certificate.objection = "a common point";
  }
  certificate.unproven = !certificate.holds() && !Proof::conclusive;
  return certificate;
}

/// Returns by how much the gap along another unit normal exceeds the gap of the answer, as a fraction of the
/// scale. If the difference is more than rounding, the answer is not the signed distance.
template <class Pair, class Vec>
Real improvement(const Pair& pair, const ContactIn<Vec>& contact, Vec normal, const Slack& slack = {}) {
  return (pair.gap(normal) + contact.overlap) / scale_of(pair, slack);
}

}  // namespace scree
