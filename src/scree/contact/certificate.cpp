#include "scree/contact/certificate.hpp"

#include "scree/contact/gjk.hpp"

#include <algorithm>

namespace scree {
namespace {

constexpr int most_iterations = 1'000'000;  // `exact` counts candidates; the others stay far below

Real outside_both(const PolyhedronPair& pair, Vec3 point) {
  return std::max(outside(pair.a, point), outside(pair.b, pair.to_b(point - pair.translation)));
}

/// How far the best point found is from being in both bodies: a witness, the middle of both, or the point
/// that the simplex of GJK stands for. A witness of a deep overlap may be in one body only.
Real nearest_to_common(const PolyhedronPair& pair, const Contact& contact, Real enough) {
  Real best = 1e300;
  for (const Vec3 p : {contact.point_a, contact.point_b, 0.5 * (contact.point_a + contact.point_b)}) {
    best = std::min(best, outside_both(pair, p));
    if (best <= enough) return best;
  }
  for (const Simplex& s : {gjk_walk<Johnson>(pair, {}, contact.normal, 0).simplex,
                           gjk_walk<SignedVolumes>(pair, {}, -contact.normal, 0).simplex}) {
    Vec3 on_a;
    for (int i = 0; i < s.count; ++i) on_a += s.weight[i] * pair.vertex_a(s.vertex[i].a);
    best = std::min(best, outside_both(pair, on_a));
  }
  return best;
}

}  // namespace

Real scale_of(const PolyhedronPair& pair) { return std::max(pair.size(), length(pair.translation)); }

Real outside(const PolyhedronView& body, Vec3 point) {
  Real worst = -1e300;
  for (int f = 0; f < body.face_count; ++f) {
    worst = std::max(worst, dot(body.face_normal[f], point) - body.face_offset[f]);
  }
  return worst;
}

Certificate check_answer(const PolyhedronPair& pair, const Contact& c, const Slack& slack) {
  const Real scale = scale_of(pair);
  Certificate certificate;
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && certificate.holds()) certificate.objection = rule;
  };
  if (c.status == Status::failed) return {"an answer"};
  if (!is_finite(c.normal) || !is_finite(c.point_a) || !is_finite(c.point_b) || !std::isfinite(c.overlap)) {
    return {"finite numbers"};
  }
  object(std::abs(length(c.normal) - 1) > 1e-12, "a unit normal");
  certificate.distance = std::abs(pair.gap(c.normal) + c.overlap) / scale;
  object(certificate.distance > slack.distance, "the overlap that there is along the normal");
  object(c.status == Status::touching ? c.overlap < -1e-12 * scale : c.overlap >= 0,
         "a status that fits the overlap");
  const Real beside = length(c.point_a - c.point_b - c.overlap * c.normal) / scale;
  const Real outside_a = outside(pair.a, c.point_a) / scale;
  const Real outside_b = outside(pair.b, pair.to_b(c.point_b - pair.translation)) / scale;
  certificate.witness = std::max({beside, outside_a, outside_b});
  object(beside > slack.distance, "witnesses an overlap apart along the normal");
  object(outside_a > slack.witness, "a witness in A");
  object(outside_b > slack.witness, "a witness in B");
  object(c.feature_a.kind == Feature::Kind::none || c.feature_b.kind == Feature::Kind::none, "features");
  object(c.iterations < 0 || c.iterations > most_iterations, "a bounded number of steps");
  return certificate;
}

Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack) {
  Certificate certificate = check_answer(pair, contact, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair);
  if (contact.status == Status::separated) {
    // The gap is a lower bound, the way between two points of the bodies an upper one.
    const Real way = length(contact.point_a - contact.point_b), gap = pair.gap(contact.normal);
    certificate.distance = std::max(certificate.distance, std::abs(way - gap) / scale);
    if (certificate.distance > slack.distance) certificate.objection = "witnesses as near as the gap";
  } else {
    const Real apart = nearest_to_common(pair, contact, slack.witness * scale) / scale;
    if (apart > slack.witness) certificate.objection = "a common point";
  }
  return certificate;
}

Real improvement(const PolyhedronPair& pair, const Contact& contact, Vec3 normal) {
  return (pair.gap(normal) + contact.overlap) / scale_of(pair);
}

}  // namespace scree
