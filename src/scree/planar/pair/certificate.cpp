#include "scree/planar/pair/certificate.hpp"

#include <vector>

namespace scree {
namespace {

struct CutOfA {
  static constexpr bool conclusive = true;

  static Real distance_between(const PolygonPair&, const PlanarContact& contact, bool, Real) {
    return length(contact.point_a - contact.point_b);
  }

  /// Cuts A by the line of every edge of B, moved out by the slack, and returns true if something of A is
  /// left. Corners are in the frame of B.
  static bool have_common_point(const PolygonPair& pair, const PlanarContact&, const Slack& slack,
                                Real scale) {
    std::vector<Vec2> left, cut;
    for (int v = 0; v < pair.a.vertex_count; ++v)
      left.push_back(pair.to_b(pair.vertex_a(v) - pair.translation));
    for (int e = 0; e < pair.b.vertex_count && !left.empty(); ++e) {
      const Vec2 out = pair.b.edge_normal[e];
      const Real offset = pair.b.edge_offset(e) + slack.distance * scale;
      cut.clear();
      for (std::size_t i = 0; i < left.size(); ++i) {
        const Vec2 p = left[i], q = left[(i + 1) % left.size()];
        const Real above_p = dot(out, p) - offset, above_q = dot(out, q) - offset;
        if (above_p <= 0) cut.push_back(p);
        if ((above_p < 0 && above_q > 0) || (above_p > 0 && above_q < 0))
          cut.push_back(p + above_p / (above_p - above_q) * (q - p));
      }
      left.swap(cut);
    }
    return !left.empty();
  }
};

/// Returns the largest gap along the normal of any edge.
Real widest_gap(const PolygonPair& pair) {
  Real widest = -1e300;
  for (int e = 0; e < pair.a.vertex_count; ++e) widest = std::max(widest, pair.gap(pair.normal_a(e)));
  for (int e = 0; e < pair.b.vertex_count; ++e) widest = std::max(widest, pair.gap(-pair.normal_b(e)));
  return widest;
}

}  // namespace

Certificate prove_contact(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack) {
  Certificate certificate = check_proof<CutOfA>(pair, contact, slack);
  // Both witness points must lie in their bodies: if they stick out, the distance between them may be
  // too short.
  if (certificate.holds() && contact.status == Status::separated && certificate.witness > slack.body)
    certificate.objection = "witness points in the bodies";
  return certificate;
}

Certificate prove(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack) {
  Certificate certificate = prove_contact(pair, contact, slack);
  if (!certificate.holds() || contact.status == Status::separated) return certificate;
  const Real better = (widest_gap(pair) + contact.overlap) / scale_of(pair, slack);
  certificate.distance = std::max(certificate.distance, better);
  if (better > slack.distance) certificate.objection = "no better normal of an edge";
  return certificate;
}

}  // namespace scree
