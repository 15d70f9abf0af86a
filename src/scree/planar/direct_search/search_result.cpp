// Turns the contacts of a 2D search into its result: type and normal of the whole list, and the list
// condensed into one contact.
#include "scree/contact/common_plane/link_direct.hpp"
#include "scree/contact/direct_search/condense.hpp"
#include "scree/planar/direct_search/feature_check.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree {
namespace {

struct InThePlane {
  static void offer_points(const PlanarSearchPair& pair, const FeatureContactIn<Vec2>& c,
                           NearestPoints<Vec2>& nearest) {
    for_edges_of(pair.a, c.feature_a, [&](int e) {
      const Vec2 p = pair.vertex_a(e), u = pair.a.edge(e);
      for_edges_of(pair.b, c.feature_b, [&](int f) {
        const Vec2 q = pair.vertex_b(f), v = pair.rotation * pair.b.edge(f);
        const SegmentParameters at = coplanar_link(p, p + u, q, q + v);
        nearest.offer(p + at.s * u, q + at.t * v);
      });
    });
  }

  /// Uses the nearest points only if they are farther apart than the widest gap. Otherwise the edge normal is
  /// more accurate.
  static bool link_normal(const PlanarSearchPair& pair, const NearestPoints<Vec2>& nearest, Real gap, Real,
                          Vec2& normal) {
    const Vec2 link = nearest.on_b - nearest.on_a;
    const Real distance = length(link);
    if (!(distance - gap > 1e-13 * pair.size())) return false;
    normal = refine_normal(pair, nearest.on_a, nearest.on_b, link / distance);
    return true;
  }
};

}  // namespace

void finish(const PlanarSearchPair& pair, PlanarContactList& list) {
  if (!list.finalize()) return;
  list.take_nearest();
  if (list.count == 1) return;
  const int edge_a = common_edge(pair, list, false), edge_b = common_edge(pair, list, true);
  if (edge_a < 0 || edge_b < 0) return;
  const Real sine = 0.01745240643728351;  // sine of 1 degree
  const Vec2 normal_a = pair.normal_of(false, edge_a), normal_b = pair.normal_of(true, edge_b);
  if (!(dot(normal_a, normal_b) > 0) || std::abs(cross(normal_a, normal_b)) > sine) return;
  list.type = ContactType::parallel_edges;
  list.feature_a = {Feature::Kind::edge, edge_a}, list.feature_b = {Feature::Kind::edge, edge_b};
  list.normal = normalized(normal_a + normal_b);  // the mean, so that exchanging the bodies changes nothing
  list.share_normal(ContactType::vertex_vertex);
}

PlanarContact condense(const PlanarSearchPair& pair, const PlanarContactList& list,
                       const Tolerance& tolerance) {
  return condense_in<InThePlane>(pair, list, tolerance);
}

}  // namespace scree
