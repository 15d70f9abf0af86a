// The search of fast_direct_search in 3D and in 2D: initial detection, the search region and updated
// detection. A facet is a face of a polyhedron or an edge of a polygon.
//
// Two parallel planes bound the bodies along a normal: one passes through the last vertex of A, the other
// through the first vertex of B. Each body lies on its own side of its plane. If two points of the bodies are
// within the distance tolerance of each other, each of them is within the tolerance of the other body's
// plane. This is true for every normal, however old it is. Features outside the region can therefore be left
// out without missing a contact. The paper uses the region within +-d_tol of the planes of the contact found.
//
// `Space` supplies the code that differs between 3D and 2D:
// - `Pair` and `Check`: the pair, and the check of one vertex.
// - `facet`: the kind of features that facets are.
// - `RegionSide`: the features of one body in the region. It has the extreme vertex `top`, the number
//   `vertices`, `for_vertices(body, visit)` and `for_facets(body, visit)`.
// - `climb(body, direction, start)` finds the extreme vertex along a direction, starting from a
//   nearby vertex.
// - `gather(body, direction, depth, side)` collects the features within `depth` of the top. It returns false
//   if they do not fit into the lists.
// - `heights_over(pair, of_b, facet)` returns a function that computes the height of a vertex of the other
//   body over a facet.
// - `for_edges_at(body, vertex, visit)` visits the vectors from a vertex to its neighbours.
// - `over_inside(check, side, facet, sideways)` is true if the vertex can touch only this facet of a body,
//   even though its edges reach sideways by up to `sideways`.
// - `facet_of(list, of_b)` returns the facet on which the contacts can be refreshed, or -1.
// - `check_crossings(pair, list)` and `check_region_crossings(pair, region, list)` check pairs of edges of
//   the whole bodies and of the region. `offer_crossings` offers the gaps along their common normals. In 2D
//   all three do nothing.
// - `normal_of_edges(pair, state)` returns the normal at the new pose if no facet determines it.
// - `climbs_first`: true to find the extreme vertices of separated bodies in initial detection too.
// - `keeps_near_features`: true if bodies within the tolerance that do not touch keep the features of their
//   last contact.
#pragma once

#include "scree/contact/direct_search/all_pairs.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"

#include <limits>

namespace scree {

template <class Space>
struct RegionIn {
  using Side = typename Space::RegionSide;
  Side a, b;
  typename Space::Pair::Vector normal;
  Real gap = 0;    // gap between the planes
  Real depth = 0;  // distance from the extreme vertex of each body to the end of the region
  bool overflow = false;

  SCREE_HD const Side& side(bool of_b) const { return of_b ? b : a; }
};

/// Finds the region for a unit normal from A to B. The searches for the extreme vertices may start at any
/// vertices; those of the last step are the fastest choice. If the planes are farther apart than the
/// tolerance, so are the bodies, and the region is empty.
template <class Space, class Vec>
SCREE_HD void find_region(const typename Space::Pair& pair, Vec normal, int start_a, int start_b,
                          RegionIn<Space>& region) {
  const Vec out_a = pair.outward(false, normal), out_b = pair.outward(true, normal);
  region.normal = normal;
  region.a.top = Space::climb(pair.a, out_a, start_a);
  region.b.top = Space::climb(pair.b, out_b, start_b);
  region.gap = dot(normal, pair.vertex_b(region.b.top) - pair.vertex_a(region.a.top));
  region.depth = pair.reach - region.gap + pair.strict;
  if (region.gap > pair.reach) return;
  region.overflow = !Space::gather(pair.a, out_a, region.depth, region.a) ||
                    !Space::gather(pair.b, out_b, region.depth, region.b);
}

/// Checks all vertices of one body against the facets of the other. Returns true as soon as the planes of a
/// facet either have a contact or exclude every contact. Only the lowest vertex over a facet can have a
/// valid entrance.
template <class Space, class Pair, class Vec>
SCREE_HD bool scan_facets(const Pair& pair, bool vertex_of_b, bool to_contact, WidestGap<Vec>& widest,
                          ContactListIn<Vec>& list) {
  const auto &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  for (int f = 0; f < other.facet_count(); ++f) {
    const auto height_of = Space::heights_over(pair, !vertex_of_b, f);
    Real lowest = std::numeric_limits<Real>::infinity();
    bool near = false;
    for (int v = 0; v < own.vertex_count; ++v) {
      ++list.cost.feature_pairs;
      const Real height = height_of(v);
      lowest = std::min(lowest, height);
      if (!to_contact || near || std::abs(height) > pair.reach + pair.strict) continue;
      near = typename Space::Check(pair, list, vertex_of_b, v).near_facet(f);
    }
    const Vec normal = pair.normal_of(!vertex_of_b, f);
    widest.offer(lowest, normal);
    if (lowest > pair.reach) return true;
    if (near && lowest >= -pair.reach) {
      widest = {lowest, normal};
      return true;
    }
  }
  return false;
}

/// Returns the planes from which initial detection starts: the planes of a contact (only if `to_contact` is
/// true), planes farther apart than the tolerance, or the planes with the widest gap of all.
template <class Space, class Pair, class Vec>
SCREE_HD WidestGap<Vec> scan(const Pair& pair, bool to_contact, ContactListIn<Vec>& list) {
  WidestGap<Vec> widest{-std::numeric_limits<Real>::infinity(), {}};
  const auto enough = [&](bool contact) { return (to_contact && contact) || widest.gap > pair.reach; };
  scan_facets<Space>(pair, false, to_contact, widest, list) ||
      scan_facets<Space>(pair, true, to_contact, widest, list) ||
      Space::offer_crossings(pair, widest, list.cost, enough);
  return widest;
}

/// Runs the checks on the features in the region.
template <class Space, class Vec>
SCREE_HD void check_region(const typename Space::Pair& pair, RegionIn<Space>& region,
                           ContactListIn<Vec>& list) {
  for (const bool of_b : {false, true}) {
    region.side(of_b).for_vertices(pair.body(of_b), [&](int v) {
      typename Space::Check check(pair, list, of_b, v);
      region.side(!of_b).for_facets(pair.body(!of_b), [&](int f) { check.offer_facet_and_rim(f); });
      if (check.finalize()) list.add(check.best);
    });
  }
  Space::check_region_crossings(pair, region, list);
}

/// Runs the checks on the whole bodies. The search needs them if the region has more features than its lists
/// can store.
template <class Space, class Pair, class Vec>
SCREE_HD void check_all(const Pair& pair, ContactListIn<Vec>& list) {
  for (const bool of_b : {false, true}) {
    for (int v = 0; v < pair.body(of_b).vertex_count; ++v) {
      typename Space::Check check(pair, list, of_b, v);
      for (int f = 0; f < pair.body(!of_b).facet_count(); ++f) check.offer_facet_and_rim(f);
      if (check.finalize()) list.add(check.best);
    }
  }
  Space::check_crossings(pair, list);
}

/// Refreshes the contacts in the case "unchanged": the section of one body in the region lies over the
/// interior of one facet of the other body, so only the vertices of this section and that facet can be in
/// contact. The check also covers the edges of each vertex, which may reach sideways before they leave
/// the region.
template <class Space, class Vec>
SCREE_HD bool refresh_on_facet(const typename Space::Pair& pair, const RegionIn<Space>& region,
                               bool vertex_of_b, int facet, ContactListIn<Vec>& list) {
  const auto &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  const auto &vertices = region.side(vertex_of_b), &facets = region.side(!vertex_of_b);
  const Vec out = pair.outward(vertex_of_b, region.normal);
  const Real floor = dot(out, own.vertex(vertices.top)) - region.depth;
  bool sure = true;
  list.count = 0;
  // The region must contain no vertices of the other body except the corners of the facet.
  facets.for_vertices(other, [&](int v) {
    bool of_facet = false;
    for_corners_of(other, Feature{Space::facet, facet}, [&](int w) { of_facet = of_facet || v == w; });
    sure = sure && of_facet;
  });
  vertices.for_vertices(own, [&](int v) {
    if (!sure) return;
    typename Space::Check check(pair, list, vertex_of_b, v);
    const Real above = dot(out, own.vertex(v)) - floor;
    Real sideways = 0;
    Space::for_edges_at(own, v, [&](Vec along) {
      const Real drop = -dot(out, along);
      if (drop > above) sideways = std::max(sideways, above / drop * length(along));
    });
    sure = Space::over_inside(check, facets, facet, sideways);
    if (!sure) return;
    check.offer_facet(facet);
    if (check.found()) list.add(check.best);
  });
  return sure && list.count > 0;
}

/// Stores the data from which the next step starts. Bodies that do not touch keep the features of their last
/// contact, because they most often touch there again.
template <class Space, class Vec>
SCREE_HD void keep(const ContactListIn<Vec>& list, const RegionIn<Space>& region, SearchStateIn<Vec>& state) {
  state.known = list.status != Status::failed;
  state.normal = list.normal;
  state.vertex_a = region.a.top, state.vertex_b = region.b.top;
  state.vertices_a = region.overflow ? 0 : region.a.vertices;
  state.vertices_b = region.overflow ? 0 : region.b.vertices;
  if (list.status != Status::touching) return;
  state.type = list.type;
  state.feature_a = list.feature_a, state.feature_b = list.feature_b;
  state.facet_a = Space::facet_of(list, false), state.facet_b = Space::facet_of(list, true);
}

/// Initial detection: the region between the planes of the first contact contains all contacts.
template <class Space, class Vec>
SCREE_HD ContactListIn<Vec> detect(const typename Space::Pair& pair, SearchStateIn<Vec>& state) {
  ContactListIn<Vec> list;
  WidestGap<Vec> widest = scan<Space>(pair, true, list);
  state = {};
  RegionIn<Space> region;
  if (Space::climbs_first || widest.gap <= pair.reach) find_region(pair, widest.normal, 0, 0, region);
  if (widest.gap <= pair.reach) {
    if (region.overflow) {
      check_all<Space>(pair, list);
    } else {
      check_region(pair, region, list);
    }
    // The bodies are near but have no contact. Other planes must show whether they are separated or
    // overlap deeply.
    if (list.count == 0 && widest.gap <= 0) widest = scan<Space>(pair, false, list);
  }
  if (list.count == 0 && widest.gap > 0) list.separate(widest.gap, widest.normal);
  finish(pair, list);
  keep(list, region, state);
  return list;
}

/// Returns the normal of the virtual contact planes at the new pose, from the features of the last contact.
template <class Space, class Vec>
SCREE_HD Vec planes_of_last(const typename Space::Pair& pair, const SearchStateIn<Vec>& state) {
  if (state.feature_b.kind == Space::facet) return pair.normal_of(true, state.feature_b.id);
  if (state.feature_a.kind == Space::facet) return pair.normal_of(false, state.feature_a.id);
  return Space::normal_of_edges(pair, state);
}

/// Updated detection: the region between the planes of the last step contains all contacts.
template <class Space, class Vec>
SCREE_HD ContactListIn<Vec> update_detect(const typename Space::Pair& pair, SearchStateIn<Vec>& state) {
  if (!state.known) return detect<Space>(pair, state);
  RegionIn<Space> region;
  find_region(pair, planes_of_last<Space>(pair, state), state.vertex_a, state.vertex_b, region);
  if (region.overflow) return detect<Space>(pair, state);
  ContactListIn<Vec> list;
  if (region.gap > pair.reach) {
    list.separate(region.gap, region.normal);
    keep(list, region, state);
    return list;
  }
  const bool unchanged = region.a.vertices == state.vertices_a && region.b.vertices == state.vertices_b;
  const bool refreshed =
      unchanged && ((state.facet_b >= 0 && refresh_on_facet(pair, region, false, state.facet_b, list)) ||
                    (state.facet_a >= 0 && refresh_on_facet(pair, region, true, state.facet_a, list)));
  if (!refreshed) {
    list.count = 0;
    check_region(pair, region, list);
  }
  if (list.count == 0) {
    // The bodies are near but have no contact. Without a gap along these planes, only a search over the whole
    // bodies can show whether they are separated or overlap deeply.
    if (region.gap <= 0) return detect<Space>(pair, state);
    list.separate(region.gap, region.normal);
    if (!Space::keeps_near_features) state = {};
  }
  finish(pair, list);
  keep(list, region, state);
  return list;
}

template <class Space, class Pair, class PairPose, class PairCache>
auto FastDirectSearchOf<Space, Pair, PairPose, PairCache>::find(const View& a, const View& b,
                                                                const PairPose& b_in_a,
                                                                Real distance_tolerance,
                                                                const Tolerance& tolerance)
    -> ContactListIn<Vec> {
  SearchStateIn<Vec> state;
  return detect<Space>({{a, b, b_in_a}, distance_tolerance, tolerance}, state);
}

template <class Space, class Pair, class PairPose, class PairCache>
auto FastDirectSearchOf<Space, Pair, PairPose, PairCache>::update(const View& a, const View& b,
                                                                  const PairPose& b_in_a,
                                                                  Real distance_tolerance,
                                                                  SearchStateIn<Vec>& state,
                                                                  const Tolerance& tolerance)
    -> ContactListIn<Vec> {
  return update_detect<Space>({{a, b, b_in_a}, distance_tolerance, tolerance}, state);
}

template <class Space, class Pair, class PairPose, class PairCache>
auto FastDirectSearchOf<Space, Pair, PairPose, PairCache>::collide(const View& a, const View& b,
                                                                   const PairPose& b_in_a, PairCache& cache,
                                                                   const Tolerance& tolerance)
    -> ContactIn<Vec> {
  const SearchPairOf<Pair> pair = pair_with_largest_tolerance<Pair>({a, b, b_in_a}, tolerance);
  const ContactListIn<Vec> list = search_from_cache<Vec>(
      cache, [&](SearchStateIn<Vec>& state) { return update_detect<Space>(pair, state); });
  return condense(pair, list, tolerance);
}

}  // namespace scree
