#include "scree/contact/pair/certificate.hpp"

#include "scree/contact/pair/gjk.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Moves a point that is slightly outside a body into the body. Each step projects the point onto the face
/// plane above which it lies highest.
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

/// One point of each body. Repeated projection onto the bodies has brought the two points close together.
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

struct SearchForPoints {
  static constexpr bool conclusive = false;

  /// Returns the distance between the witnesses. If a witness lies outside its body, it returns the distance
  /// between points of the bodies near the witnesses, or between points that GJK finds.
  static Real distance_between(const PolyhedronPair& pair, const Contact& contact, bool witness_outside,
                               Real enough) {
    if (!witness_outside) return length(contact.point_a - contact.point_b);
    const Vec3 on_a = pulled_in(pair.a, contact.point_a, enough);
    const Vec3 on_b =
        pair.rotation * pulled_in(pair.b, pair.to_b(contact.point_b - pair.translation), enough) +
        pair.translation;
    // The point of the GJK simplex is the difference of two points of the bodies, so its length is a valid
    // distance too.
    return std::min(length(on_a - on_b),
                    length(gjk_robust<SignedVolumes>(pair, {}, -contact.normal, 0).simplex.point()));
  }

  /// Tries the witnesses, their midpoint, the points that the simplices of GJK represent, and the midpoint
  /// after projection onto both bodies. If the overlap is deep, a witness may lie in one body only.
  static bool have_common_point(const PolyhedronPair& pair, const Contact& contact, const Slack& slacks,
                                Real scale) {
    const Real slack = slacks.body * scale;
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
};

}  // namespace

Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack) {
  return check_proof<SearchForPoints>(pair, contact, slack);
}

}  // namespace scree
