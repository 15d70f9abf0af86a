// Turns the contacts of a 2D search into its result: type and normal of the whole list, and the list
// condensed into one contact.
#include "scree/contact/common_plane/link_direct.hpp"
#include "scree/planar/direct_search/feature_check.hpp"
#include "scree/planar/pair/feature.hpp"

#include <limits>

namespace scree {
namespace {

const Feature& feature_of(const FeatureContactIn<Vec2>& c, bool of_b) {
  return of_b ? c.feature_b : c.feature_a;
}

/// Returns the edge of a body on which all contacts lie, or -1.
int common_edge(const PlanarSearchPair& pair, const PlanarContactList& list, bool of_b) {
  const PolygonView& body = pair.body(of_b);
  int common = -1;
  for_edges_of(body, feature_of(list.contact[0], of_b), [&](int edge) {
    bool all = true;
    for (int i = 1; i < list.count; ++i) {
      const Feature f = feature_of(list.contact[i], of_b);
      all = all && (f.id == edge || (f.kind == Feature::Kind::vertex && f.id == body.next(edge)));
    }
    if (all) common = edge;
  });
  return common;
}

struct Nearest {
  Real square = std::numeric_limits<Real>::infinity();
  Vec2 on_a, on_b;

  void offer(const PlanarSearchPair& pair, const FeatureContactIn<Vec2>& c) {
    for_edges_of(pair.a, c.feature_a, [&](int e) {
      const Vec2 p = pair.vertex_a(e), u = pair.a.edge(e);
      for_edges_of(pair.b, c.feature_b, [&](int f) {
        const Vec2 q = pair.vertex_b(f), v = pair.rotation * pair.b.edge(f);
        const SegmentParameters at = coplanar_link(p, p + u, q, q + v);
        const Vec2 on_edge_a = p + at.s * u, on_edge_b = q + at.t * v;
        const Real s = length_squared(on_edge_b - on_edge_a);
        if (s < square) square = s, on_a = on_edge_a, on_b = on_edge_b;
      });
    });
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
  list.normal = normalized(normal_a + normal_b);  // so that exchanging the bodies changes nothing
  list.share_normal(ContactType::vertex_vertex);
}

PlanarContact condense(const PlanarSearchPair& pair, const PlanarContactList& list,
                       const Tolerance& tolerance) {
  PlanarContact contact;
  contact.iterations = list.cost.feature_pairs;
  contact.status = list.status;
  if (list.status == Status::failed) return contact;
  contact.normal = list.normal;
  contact.overlap = -list.distance;
  if (list.status == Status::touching) {
    // The best valid normal of all contacts has the widest gap: it separates the bodies with the
    // least motion.
    Real widest = -std::numeric_limits<Real>::infinity();
    Nearest nearest;
    SearchCost cost;
    for (int i = 0; i < list.count; ++i) {
      const FeatureContactIn<Vec2>& c = list.contact[i];
      const ValidNormals<Vec2> entrance = find_entrance(pair, c.feature_a, c.feature_b, cost);
      for (int k = 0; k < entrance.count; ++k) {
        const Real gap = pair.gap(entrance.normal[k]);
        if (gap > widest) widest = gap, contact.normal = entrance.normal[k];
      }
      nearest.offer(pair, c);
    }
    contact.overlap = -widest;
    const Vec2 apart = nearest.on_b - nearest.on_a;
    const Real distance = length(apart);
    // Uses the nearest points only if they are farther apart than the widest gap. Otherwise the edge normal
    // is more accurate.
    if (widest > tolerance.touching * pair.size() && distance - widest > 1e-13 * pair.size()) {
      contact.status = Status::separated;
      contact.normal = refine_normal(pair, nearest.on_a, nearest.on_b, apart / distance);
      contact.overlap = -distance;
      contact.point_a = nearest.on_a, contact.point_b = nearest.on_b;
      find_features(pair, tolerance, contact);
      return contact;
    }
    contact.status = status_of(contact.overlap, pair, tolerance);
  }
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  return contact;
}

}  // namespace scree
