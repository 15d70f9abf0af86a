#include "scree/planar/direct_search/fast_direct_search.hpp"

#include "scree/planar/direct_search/feature_check.hpp"

#include <limits>

namespace scree::planar {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Normal and gap of the pair of lines with the widest gap so far.
struct Lines {
  Real gap = -infinity;
  Vec2 normal;
};

/// Checks all vertices of one body against the edges of the other, until the lines of an edge have a contact
/// or exclude every one (true). The vertex with a valid entrance is the lowest over the edge.
bool scan_edges(const PlanarSearchPair& pair, bool vertex_of_b, bool to_contact, Lines& widest,
                PlanarContactList& list) {
  const PolygonView &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  for (int e = 0; e < other.vertex_count; ++e) {
    const Vec2 normal = pair.normal_of(!vertex_of_b, e);
    Real lowest = infinity;
    bool near = false;
    for (int v = 0; v < own.vertex_count; ++v) {
      ++list.cost.feature_pairs;
      const PlanarVertexCheck check(pair, list, vertex_of_b, v);
      const Real height = check.place_over(e).height;
      lowest = std::min(lowest, height);
      near = near || (to_contact && std::abs(height) <= pair.reach && check.near_edge(e));
    }
    if (lowest > widest.gap) widest = {lowest, normal};
    if (lowest > pair.reach) return true;
    if (near && lowest >= -pair.reach) {
      widest = {lowest, normal};
      return true;
    }
  }
  return false;
}

/// Returns the lines that initial detection starts from: those of a contact (only if `to_contact` is set), or
/// lines further apart than the tolerance, or those with the widest gap of all.
Lines scan(const PlanarSearchPair& pair, bool to_contact, PlanarContactList& list) {
  Lines widest;
  scan_edges(pair, false, to_contact, widest, list) || scan_edges(pair, true, to_contact, widest, list);
  return widest;
}

/// The vertices of one body that reach into the region: `count` vertices, beginning with `first`. Its edges
/// are the edges at these vertices.
struct Chain {
  int first = 0, count = 0, top = 0;

  template <class Visit>
  void for_vertices(const PolygonView& body, Visit visit) const {
    for (int i = 0, v = first; i < count; ++i, v = body.next(v)) visit(v);
  }
  template <class Visit>
  void for_edges(const PolygonView& body, Visit visit) const {
    const int edges = std::min(count + 1, body.vertex_count);
    for (int i = 0, e = body.previous(first); i < edges; ++i, e = body.next(e)) visit(e);
  }
};

/// The search region, the part of both bodies that contains all their contacts. Two points within the
/// tolerance of each other are both within the tolerance of the other body's line, whatever the normal.
struct Region {
  Chain a, b;
  Vec2 normal;
  Real gap = 0;    // between the lines
  Real depth = 0;  // distance from the extreme vertex of each body to the end of the region

  const Chain& side(bool of_b) const { return of_b ? b : a; }
};

Chain chain_below(const PolygonView& body, Vec2 out, int top, Real depth) {
  const Real floor = dot(out, body.vertex(top)) - depth;
  const auto in = [&](int v) { return dot(out, body.vertex(v)) >= floor; };
  Chain chain{top, 1, top};
  while (chain.count < body.vertex_count && in(body.previous(chain.first)))
    chain.first = body.previous(chain.first), ++chain.count;
  for (int v = body.next(top); chain.count < body.vertex_count && in(v); v = body.next(v)) ++chain.count;
  return chain;
}

Region find_region(const PlanarSearchPair& pair, Vec2 normal, int near_a, int near_b) {
  const Vec2 out_b = pair.outward(true, normal);
  Region region;
  region.normal = normal;
  region.a.top = pair.a.climb(normal, near_a), region.b.top = pair.b.climb(out_b, near_b);
  region.gap = dot(normal, pair.vertex_b(region.b.top) - pair.vertex_a(region.a.top));
  region.depth = pair.reach - region.gap + pair.strict;
  if (region.gap > pair.reach) return region;
  region.a = chain_below(pair.a, normal, region.a.top, region.depth);
  region.b = chain_below(pair.b, out_b, region.b.top, region.depth);
  return region;
}

/// Runs the checks on the features in the region: vertex-edge, then edge-vertex.
void check_region(const PlanarSearchPair& pair, const Region& region, PlanarContactList& list) {
  for (const bool of_b : {false, true}) {
    region.side(of_b).for_vertices(pair.body(of_b), [&](int v) {
      PlanarVertexCheck check(pair, list, of_b, v);
      region.side(!of_b).for_edges(pair.body(!of_b), [&](int e) { check.offer_edge_and_ends(e); });
      if (check.finalize()) list.add(check.best);
    });
  }
}

/// Refreshes the contacts in the case "unchanged": the section of a body in the region stands over the inside
/// of one edge of the other, so that only its vertices and that edge can be in contact. The ends of the edge
/// must be farther than the tolerance plus a sideways distance, by which the edges of a vertex may stick out
/// before they leave the region. The vertices must lie deeper than the tolerance behind all other edges.
bool refresh_on_edge(const PlanarSearchPair& pair, const Region& region, bool vertex_of_b, int edge,
                     PlanarContactList& list) {
  const PolygonView &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  const Vec2 out = pair.outward(vertex_of_b, region.normal);
  const Chain &vertices = region.side(vertex_of_b), &edges = region.side(!vertex_of_b);
  const Real floor = dot(out, own.vertex(vertices.top)) - region.depth;
  bool sure = true;
  list.count = 0;
  edges.for_vertices(other, [&](int v) { sure = sure && (v == edge || v == other.next(edge)); });
  vertices.for_vertices(own, [&](int v) {
    if (!sure) return;
    PlanarVertexCheck check(pair, list, vertex_of_b, v);
    const Real above = dot(out, own.vertex(v)) - floor;
    Real sideways = 0;
    for (const Vec2 along : {own.edge(v), -own.edge(own.previous(v))}) {
      const Real drop = -dot(out, along);
      if (drop > above) sideways = std::max(sideways, above / drop * length(along));
    }
    const auto place = check.place_over(edge);
    const Real clear = pair.reach + pair.strict + sideways;
    sure = place.along > clear && place.length - place.along > clear;
    edges.for_edges(other, [&](int e) {
      sure = sure && (e == edge || check.place_over(e).height < -(pair.reach + pair.strict));
    });
    check.offer_edge(edge);
    if (check.found()) list.add(check.best);
  });
  return sure && list.count > 0;
}

/// Stores the data that the next step starts from.
void keep(const PlanarContactList& list, const Region& region, SearchState& state) {
  state.known = list.status != Status::failed;
  state.normal = list.normal;
  state.vertex_a = region.a.top, state.vertex_b = region.b.top;
  state.vertices_a = region.a.count, state.vertices_b = region.b.count;
  // Separated bodies keep their features: they will most often meet again there.
  if (list.status == Status::touching) state.feature_a = list.feature_a, state.feature_b = list.feature_b;
}

PlanarContactList detect(const PlanarSearchPair& pair, SearchState& state) {
  PlanarContactList list;
  Lines lines = scan(pair, true, list);
  state = {};
  const Region region = find_region(pair, lines.normal, 0, 0);
  if (lines.gap <= pair.reach) {
    check_region(pair, region, list);
    // Near but not touching: other lines must show whether the bodies are separated or deep inside
    // each other.
    if (list.count == 0 && lines.gap <= 0) lines = scan(pair, false, list);
  }
  if (list.count == 0 && lines.gap > 0) list.separate(lines.gap, lines.normal);
  finish(pair, list);
  keep(list, region, state);
  return list;
}

PlanarContactList update_detect(const PlanarSearchPair& pair, SearchState& state) {
  if (!state.known) return detect(pair, state);
  // Virtual contact lines at the new pose, from the features of the last contact.
  const bool edge_a = state.feature_a.kind == Feature::Kind::edge,
             edge_b = state.feature_b.kind == Feature::Kind::edge;
  const Vec2 normal = edge_b   ? pair.normal_of(true, state.feature_b.id)
                      : edge_a ? pair.normal_of(false, state.feature_a.id)
                               : state.normal;
  const Region region = find_region(pair, normal, state.vertex_a, state.vertex_b);
  PlanarContactList list;
  if (region.gap > pair.reach) {
    list.separate(region.gap, region.normal);
    keep(list, region, state);
    return list;
  }
  const bool unchanged = region.a.count == state.vertices_a && region.b.count == state.vertices_b;
  const bool refreshed =
      unchanged && edge_a != edge_b &&
      refresh_on_edge(pair, region, edge_a, edge_a ? state.feature_a.id : state.feature_b.id, list);
  if (!refreshed) {
    list.count = 0;
    check_region(pair, region, list);
  }
  if (list.count == 0) {
    // Near but not touching. Without a gap along these lines, only a search over the whole bodies can show
    // whether they are separated or deep inside each other.
    if (region.gap <= 0) return detect(pair, state);
    list.separate(region.gap, region.normal);
  }
  finish(pair, list);
  keep(list, region, state);
  return list;
}

}  // namespace

PlanarContactList FastDirectSearch::find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                         Real distance_tolerance, const Tolerance& tolerance) {
  SearchState state;
  return detect(PlanarSearchPair(a, b, b_in_a, distance_tolerance, tolerance), state);
}

PlanarContactList FastDirectSearch::update(const PolygonView& a, const PolygonView& b,
                                           const PlanarPose& b_in_a, Real distance_tolerance,
                                           SearchState& state, const Tolerance& tolerance) {
  return update_detect(PlanarSearchPair(a, b, b_in_a, distance_tolerance, tolerance), state);
}

PlanarContact FastDirectSearch::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                        PlanarCache& cache, const Tolerance& tolerance) {
  const Real edge = std::min(smallest_edge(a), smallest_edge(b));
  const PlanarSearchPair pair(a, b, b_in_a, edge / 2, tolerance);
  const PlanarContactList list =
      search_from_cache<SearchState>(cache, [&](SearchState& state) { return update_detect(pair, state); });
  return condense(pair, list, tolerance);
}

}  // namespace scree::planar
