// The rules of certificates that are the same in space and in the plane; see certificate.hpp and
// planar/pair/certificate.hpp. `Pair` is a PolyhedronPair or a PolygonPair.
//
// Every measure is a part of the pair's scale, see scale_of.
#pragma once

#include "scree/contact/pair/contact.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace scree {

/// What rounding may cost.
struct Slack {
  Real distance = 1e-11;
  Real body = 1e-8;  // points that prove something lie in the bodies; their faces are planar to 1e-9
  // Where faces or edges meet at a small angle a witness may slip by 1e-13 / angle and the overlap stays the
  // same but for rounding: up to 1e-7 was seen. The proofs do not lean on it, they pull the points in first.
  Real witness = 1e-6;
  // Above 0: an error of `distance` is at most this part of the smaller body's diameter, besides 8 units in
  // the last place of the distance of the centres.
  Real smaller = 0;
};

/// What rules out more: errors count by the smaller body, and witnesses lie in the bodies.
inline constexpr Slack strict{.witness = 1e-9, .smaller = 1e-9};

struct Certificate {
  std::string_view objection;  // the first rule broken; empty: none
  bool unproven = false;       // the objection is only that no proof was found
  Real distance = 0;           // between the bounds, or between the overlap and the gap along the normal
  Real witness = 0;            // how far the witnesses lie outside their bodies or beside the normal

  bool holds() const { return objection.empty(); }
};

/// What errors are parts of: the size of the pair or the distance of the centres, whichever is larger, and
/// less where the slack asks for more.
template <class Pair>
Real scale_of(const Pair& pair, const Slack& slack = {}) {
  const Real distance = length(pair.translation), scale = std::max(pair.size(), distance);
  if (slack.smaller == 0) return scale;
  const Real smaller = 2 * std::min(pair.a.bounding_radius, pair.b.bounding_radius);
  return std::min(scale, (slack.smaller * smaller + 8 * 0x1p-52 * distance) / slack.distance);
}

/// The rules that every answer keeps, right or wrong: finite, a unit normal, a status that fits the overlap,
/// witnesses an overlap apart along the normal, features, a bounded number of steps.
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
  object(certificate.witness > slack.distance, "witnesses an overlap apart along the normal");
  object(c.feature_a.kind == Feature::Kind::none || c.feature_b.kind == Feature::Kind::none, "features");
  // `exact` counts candidates; the others stay far below.
  object(c.iterations < 0 || c.iterations > 1'000'000, "a bounded number of steps");
  return certificate;
}

/// The same, and what an answer by a plane keeps, the best plane or not: the overlap that the bodies have
/// along the normal, witnesses in both bodies.
template <class Pair, class Vec>
Certificate check_answer(const Pair& pair, const ContactIn<Vec>& c, const Slack& slack = {}) {
  Certificate certificate = check_form(pair, c, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair, slack);
  certificate.distance = std::abs(pair.gap(c.normal) + c.overlap) / scale;
  const Real outside_a = outside(pair.a, c.point_a) / scale;
  const Real outside_b = outside(pair.b, pair.to_b(c.point_b - pair.translation)) / scale;
  certificate.witness = std::max({certificate.witness, outside_a, outside_b});
  certificate.objection = certificate.distance > slack.distance ? "the overlap that there is along the normal"
                          : outside_a > slack.witness           ? "a witness in A"
                          : outside_b > slack.witness           ? "a witness in B"
                                                                : "";
  return certificate;
}

/// By how much the gap along another unit normal is larger than the answer's: an answer for which that is
/// more than rounding is not the signed distance.
template <class Pair, class Vec>
Real improvement(const Pair& pair, const ContactIn<Vec>& contact, Vec normal, const Slack& slack = {}) {
  return (pair.gap(normal) + contact.overlap) / scale_of(pair, slack);
}

}  // namespace scree
