#include "scree/planar/direct_search/fast_direct_search.hpp"

#include "scree/contact/direct_search/region_search.hpp"
#include "scree/planar/direct_search/feature_check.hpp"

namespace scree::planar {
namespace {

/// Consecutive vertices of one body that lie in the region. There are `vertices` of them, and they begin with
/// `first`. The edges of the chain are all edges at these vertices.
struct Chain {
  int first = 0, vertices = 0, top = 0;

  template <class Visit>
  void for_vertices(const PolygonView& body, Visit visit) const {
    for (int i = 0, v = first; i < vertices; ++i, v = body.next(v)) visit(v);
  }
  template <class Visit>
  void for_facets(const PolygonView& body, Visit visit) const {
    const int edges = std::min(vertices + 1, body.vertex_count);
    for (int i = 0, e = body.previous(first); i < edges; ++i, e = body.next(e)) visit(e);
  }
};

}  // namespace

struct PolygonRegion : PolygonFeatures {
  using RegionSide = Chain;
  static constexpr bool climbs_first = true;
  static constexpr bool keeps_near_features = true;

  static int climb(const PolygonView& body, Vec2 direction, int start) {
    return body.climb(direction, start);
  }

  static bool gather(const PolygonView& body, Vec2 out, Real depth, Chain& chain) {
    const Real floor = dot(out, body.vertex(chain.top)) - depth;
    const auto in = [&](int v) { return dot(out, body.vertex(v)) >= floor; };
    chain.first = chain.top, chain.vertices = 1;
    while (chain.vertices < body.vertex_count && in(body.previous(chain.first)))
      chain.first = body.previous(chain.first), ++chain.vertices;
    for (int v = body.next(chain.top); chain.vertices < body.vertex_count && in(v); v = body.next(v))
      ++chain.vertices;
    return true;
  }

  static auto heights_over(const PlanarSearchPair& pair, bool of_b, int e) {
    const PolygonView& body = pair.body(of_b);
    return [&pair, of_b, out = body.edge_normal[e], from = body.vertex(e)](int v) {
      return dot(out, pair.vertex_in_other(!of_b, v) - from);
    };
  }

  template <class Visit>
  static void for_edges_at(const PolygonView& body, int v, Visit visit) {
    visit(body.edge(v));
    visit(-body.edge(body.previous(v)));
  }

  /// True if both ends of the edge are farther from the vertex along the edge than the tolerance plus the
  /// sideways reach. The vertex must also lie deeper than the tolerance behind all other edges in the region.
  static bool over_inside(const PlanarVertexCheck& check, const Chain& side, int edge, Real sideways) {
    const Real within = check.pair.reach + check.pair.strict, clear = within + sideways;
    const auto at = check.position_over(edge);
    bool sure = at.along > clear && at.length - at.along > clear;
    side.for_facets(check.other,
                    [&](int e) { sure = sure && (e == edge || check.position_over(e).height < -within); });
    return sure;
  }

  /// Returns the edge of a vertex-edge contact, or -1.
  static int facet_of(const PlanarContactList& list, bool of_b) {
    const Feature f = of_b ? list.feature_b : list.feature_a;
    return list.type == ContactType::vertex_edge && f.kind == facet ? f.id : -1;
  }

  static void check_region_crossings(const PlanarSearchPair&, RegionIn<PolygonRegion>&, PlanarContactList&) {}
  static Vec2 normal_of_edges(const PlanarSearchPair&, const SearchState& state) { return state.normal; }
};

}  // namespace scree::planar

template struct scree::FastDirectSearchOf<scree::planar::PolygonRegion, scree::PolygonPair, scree::PlanarPose,
                                          scree::PlanarCache>;
