// The rules of certificates that are the same in 3D and in 2D; see certificate.hpp and
// planar/pair/certificate.hpp. `Pair` is a PolyhedronPair or a PolygonPair.
//
// Every measure is a fraction of the pair's scale, see scale_of.
#pragma once

#include "scree/contact/pair/contact.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace scree {

/// Largest errors that rounding may cause.
struct Slack {
  Real distance = 1e-11;
  Real body = 1e-8;  // points that serve as a proof lie in the bodies; their faces are planar to 1e-9
  // Faces or edges may meet at a small angle. A witness may then slip by 1e-13 / angle while the overlap
  // stays the same except for rounding; slips of up to 1e-7 were seen. The proofs do not depend on this
  // value, because they first project the points on the bodies.
  Real witness = 1e-6;
  // If above 0, an error of `distance` is at most this fraction of the smaller body's diameter, plus 8 units
  // in the last place of the distance between the centres.
  Real smaller = 0;
};

/// A stricter slack: errors are relative to the smaller body, and witnesses lie in the bodies.
inline constexpr Slack strict{.witness = 1e-9, .smaller = 1e-9};

struct Certificate {
  std::string_view objection;  // the first violated rule; empty: none
  bool unproven = false;       // the only objection is that no proof was found
  Real distance = 0;  // between the bounds, or between the overlap and minus the gap along the normal
  Real witness = 0;   // distance of the witnesses to their bodies or to the line along the normal

  bool holds() const { return objection.empty(); }
};

/// Length that errors are divided by. It is the larger of the size of the pair and the distance between the
/// centres, or less if the slack asks for more precision.
template <class Pair>
Real scale_of(const Pair& pair, const Slack& slack = {}) {
  const Real distance = length(pair.translation), scale = std::max(pair.size(), distance);
  if (slack.smaller == 0) return scale;
  const Real smaller = 2 * std::min(pair.a.bounding_radius, pair.b.bounding_radius);
  return std::min(scale, (slack.smaller * smaller + 8 * 0x1p-52 * distance) / slack.distance);
}

/// Checks the rules that hold for every answer, correct or not: finite numbers, a unit normal, a status that
/// fits the overlap, witnesses an overlap apart along the normal, features, and a bounded number of steps.
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
  // `exact` counts candidates; the other algorithms stay far below this limit.
  object(c.iterations < 0 || c.iterations > 1'000'000, "a bounded number of steps");
  return certificate;
}

/// Distance by which a point in the body's own frame lies outside the planes of its facets; negative inside.
template <class Body, class Vec>
Real outside(const Body& body, Vec point) {
  Real worst = -1e300;
  for (int f = 0; f < body.facet_count(); ++f) {
    worst = std::max(worst, dot(body.facet_normal(f), point) - body.facet_offset(f));
  }
  return worst;
}

/// Checks the form and the rules that hold for every answer given by a plane, whether it is the best plane or
/// not: the overlap is the one along the normal, and the witnesses lie in both bodies.
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

/// Checks the answer and its proof: two points of separated bodies at the distance of the gap, or a point
/// that touching bodies have in common. `Proof` finds them:
/// - `distance_between(pair, contact, witness_outside, enough)` returns the distance between two points of
/// the
///   bodies. `witness_outside`: a witness lies outside its body by more than the slack.
/// - `have_common_point(pair, contact, slack, scale)` returns true if it finds a common point.
/// - `conclusive`: true if failure disproves the answer.
template <class Proof, class Pair, class Vec>
Certificate check_proof(const Pair& pair, const ContactIn<Vec>& contact, const Slack& slack) {
  Certificate certificate = check_answer(pair, contact, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair, slack);
  if (contact.status == Status::separated) {
    // The gap is a lower bound on the distance, the distance between two points of the bodies an upper bound.
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

/// Amount by which the gap along another unit normal is larger than that of the answer. If it is more than
/// rounding, the answer is not the signed distance.
template <class Pair, class Vec>
Real improvement(const Pair& pair, const ContactIn<Vec>& contact, Vec normal, const Slack& slack = {}) {
  return (pair.gap(normal) + contact.overlap) / scale_of(pair, slack);
}

}  // namespace scree
