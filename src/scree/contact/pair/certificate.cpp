#include "scree/contact/pair/certificate.hpp"

#include "scree/contact/pair/gjk.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Moves a point that is a little outside a body into it, by repeated projection on the most violated
/// face plane.
Vec3 pulled_in(const PolyhedronView& body, Vec3 p, Real enough) {
  for (int step = 0; step < 32; ++step) {
    int worst = 0;
    Real height = -1e300;
    for (int f = 0; f < body.face_count; ++f) {
      const Real h = dot(body.face_normal[f], p) - body.face_offset(f);
      if (h > height) height = h, worst = f;
    }
    if (height <= enough) break;
    p -= height * body.face_normal[worst];
  }
  return p;
}

/// One point of each body. The two points are as close as repeated projection on the bodies brings them.
struct NearPoints {
  Vec3 on_a, on_b;
};

NearPoints pull_together(const PolyhedronPair& pair, Vec3 from, int rounds, Real enough) {
  NearPoints points{from, from};
  for (int i = 0; i < rounds; ++i) {
    points.on_a = pulled_in(pair.a, points.on_b, enough);
    points.on_b = pair.rotation * pulled_in(pair.b, pair.to_b(points.on_a - pair.translation), enough) +
                  pair.translation;
    if (length(points.on_a - points.on_b) <= enough) break;
  }
  return points;
}

/// True if a point common to both bodies is found. The candidates are the witnesses, their midpoint, the
/// point that the simplex of GJK represents, and the midpoint after projection on both bodies. A witness of a
/// deep overlap may be in one body only.
bool have_common_point(const PolyhedronPair& pair, const Contact& contact, Real slack) {
  const auto common = [&](Vec3 p) {
    return outside(pair.a, p) <= slack && outside(pair.b, pair.to_b(p - pair.translation)) <= slack;
  };
  const Vec3 middle = 0.5 * (contact.point_a + contact.point_b);
  for (const Vec3 p : {contact.point_a, contact.point_b, middle}) {
    if (common(p)) return true;
  }
  for (const Simplex& s : {gjk_robust<Johnson>(pair, {}, contact.normal, 0).simplex,
                           gjk_robust<SignedVolumes>(pair, {}, -contact.normal, 0).simplex}) {
    Vec3 p;
    for (int i = 0; i < s.count; ++i) p += s.weight[i] * pair.vertex_a(s.vertex[i].a);
    if (common(p)) return true;
  }
  return common(pull_together(pair, middle, 64, 0.01 * slack).on_a);
}

/// Distance between two points of the bodies near the witnesses. It is an upper bound on the distance of
/// the bodies.
Real way_between(const PolyhedronPair& pair, const Contact& contact, Real enough) {
  const Vec3 on_a = pulled_in(pair.a, contact.point_a, enough);
  const Vec3 on_b = pair.rotation * pulled_in(pair.b, pair.to_b(contact.point_b - pair.translation), enough) +
                    pair.translation;
  // Every point of the GJK simplex is a combination of points of the bodies.
  return std::min(length(on_a - on_b),
                  length(gjk_robust<SignedVolumes>(pair, {}, -contact.normal, 0).simplex.point()));
}

}  // namespace

Real outside(const PolyhedronView& body, Vec3 point) {
  Real worst = -1e300;
  for (int f = 0; f < body.face_count; ++f) {
    worst = std::max(worst, dot(body.face_normal[f], point) - body.face_offset(f));
  }
  return worst;
}

Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack) {
  Certificate certificate = check_answer(pair, contact, slack);
  if (!certificate.holds()) return certificate;
  const Real scale = scale_of(pair, slack);
  if (contact.status == Status::separated) {
    // The gap is a lower bound on the distance, the distance between two points of the bodies an upper bound.
    Real way = length(contact.point_a - contact.point_b);
    if (certificate.witness > slack.body) way = way_between(pair, contact, 1e-3 * slack.distance * scale);
    certificate.distance = std::max(certificate.distance, std::abs(way - pair.gap(contact.normal)) / scale);
    if (certificate.distance > slack.distance)
      certificate.objection = "witness points at the distance of the gap";
  } else if (!have_common_point(pair, contact, slack.body * scale)) {
    certificate.objection = "a common point";
  }
  certificate.unproven = !certificate.holds();
  return certificate;
}

}  // namespace scree
