// The search of shortest_link: alternates between the bodies to find the shortest link, separates overlapping
// bodies temporarily, and proves the answer. `Space` supplies the code that differs between 3D and 2D:
// - `walk(pair, link, on_b, snap)` finds the closest point of one body to the other end of the link.
// - `direct(pair, link, snap, shorter)` finds the shortest link of the two features that contain the ends.
// - `feature_normal(pair, link, normal)` returns the normal that the two features determine.
// - `supports(pair, link, normal)` returns the support vertices along a normal, near the ends of the link.
// - `remember(body, feature, vertices)` and `recall(pair, of_b, vertices)` write and read the cache.
// - `contains(body, point, slack)` is true if a point lies in a body.
// - `short_link`: fraction of the size below which the features determine the direction better than the link.
// - `proof`: largest difference between the length of a proven link and the gap along it, as a fraction of
//   the size.
// - `corners`: number of vertices that identify a feature in the cache.
// - `direct_cases`: largest number of successive direct links. In 3D it is three, because the features can
//   change from two faces to an edge and a face, and then to two edges.
// - `ends_early`: true to end the search as soon as the end of the link on B does not move. It also omits the
//   step before the first alternation if both ends lie on features of one kind.
// - `link_first`: true to search for a link before the bodies are separated temporarily.
// - `edges_may_cross`: false in 2D, where two edges that support the bodies along the same normal
//   are parallel.
#pragma once

#include "scree/contact/common_plane/link_direct.hpp"
#include "scree/contact/pair/refine_normal.hpp"
#include "scree/contact/pair/witness.hpp"

namespace scree {

inline constexpr int iteration_limit = 100;  // largest number seen on three million random pairs: 22
inline constexpr int separation_limit = 16;
// Rounding may noticeably change the direction of a link shorter than this fraction of the size.
inline constexpr Real weak_link = 1e-4;
inline constexpr Real weak_proof = link_snap;  // `proof` for links shorter than weak_link
// Gap between the bodies after a temporary separation, relative to the smaller bounding radius.
inline constexpr Real separation_margin = 1e-3;

template <class Vec>
struct LinkSearch {
  enum class End : unsigned char { shortest, overlapping, unfinished };
  LinkIn<Vec> link;
  int iterations = 0;
  End end = End::unfinished;
};

/// Replaces the link by direct links as long as they are not longer. The features may change from two faces
/// to an edge and a face, and then to two edges. Equal length up to rounding suffices, because the ends of a
/// direct link are more accurate than their distance shows.
template <class Space, class Pair, class Vec>
SCREE_HD void shorten_directly(const Pair& pair, Real snap, LinkIn<Vec>& link) {
  LinkIn<Vec> direct;
  for (int i = 0; i < Space::direct_cases && Space::direct(pair, link, snap, direct); ++i) {
    if (std::sqrt(length_squared(direct)) > std::sqrt(length_squared(link)) + 1e-3 * snap) return;
    link = direct;
  }
}

/// Alternates between the bodies, starting from a first link (Section 3.5). Only the features of the first
/// link must be up to date.
template <class Space, class Pair, class Vec>
SCREE_HD LinkSearch<Vec> find_link(const Pair& pair, const LinkIn<Vec>& start) {
  using Kind = Feature::Kind;
  using End = typename LinkSearch<Vec>::End;
  const Real snap = link_snap * pair.size();
  LinkSearch<Vec> search;
  search.link = start;
  LinkIn<Vec>& link = search.link;
  bool stopped = false;
  int idle = 0;
  Real shortest = std::numeric_limits<Real>::infinity();
  const auto move = [&](bool on_b) {
    const WalkIn<Vec> walk = Space::walk(pair, link, on_b, snap);
    if (walk.inside) search.end = End::overlapping;
    stopped = stopped || walk.inside || !walk.finished;
    SurfacePointIn<Vec>& end = on_b ? link.b : link.a;
    const bool moved = length_squared(walk.end.point - end.point) > snap * snap;
    end = walk.end;
    return moved;
  };
  // The end on the feature of higher dimension moves first, because the position of the other end is known
  // more accurately. Two edges need no such move.
  const Kind on_a = start.a.feature.kind, on_b = start.b.feature.kind;
  if (Space::ends_early ? on_a != on_b : on_a != Kind::edge || on_b != Kind::edge) move(on_a <= on_b);
  while (!stopped && search.iterations < iteration_limit) {
    ++search.iterations;
    shorten_directly<Space>(pair, snap, link);
    const bool a_moved = move(false);
    if (stopped) break;
    const bool b_moved = move(true);
    if (stopped) break;
    if (length_squared(link) <= snap * snap) {
      search.end = End::overlapping;
      break;
    }
    // Each end is now the closest point to the other end, so the planes perpendicular to the link at its ends
    // support the bodies. Nearly parallel features have many links of equal length up to rounding. The ends
    // may then move forever without making the link shorter, so the search limits such idle rounds.
    const Real length_now = std::sqrt(length_squared(link));
    idle = length_now > shortest - 1e-3 * snap ? idle + 1 : 0;
    shortest = length_now < shortest ? length_now : shortest;
    if ((!b_moved && (Space::ends_early || !a_moved)) || idle >= 4) {
      search.end = End::shortest;
      break;
    }
  }
  return search;
}

/// Plane perpendicular to a link, and the vertices that support the bodies along its normal.
template <class Pair>
struct LinkPlane {
  typename Pair::Vector normal;
  Real gap = 0;
  typename Pair::Supports at = {};
};

template <class Space, class Pair, class Vec>
SCREE_HD LinkPlane<Pair> plane_along(const Pair& pair, const LinkIn<Vec>& link, Vec normal) {
  const typename Pair::Supports at = Space::supports(pair, link, normal);
  return {normal, pair.gap(normal, at), at};
}

/// Returns the perpendicular bisector of a link, with the gap between the bodies along its normal.
template <class Space, class Pair, class Vec>
SCREE_HD LinkPlane<Pair> plane_across(const Pair& pair, const LinkIn<Vec>& link) {
  const Vec difference = link.b.point - link.a.point;
  const Real distance = length(difference);
  LinkPlane<Pair> plane;
  const bool fixed =
      distance < Space::short_link * pair.size() && Space::feature_normal(pair, link, plane.normal);
  if (fixed) plane = plane_along<Space>(pair, link, plane.normal);
  if (fixed && distance - plane.gap <= link_snap * pair.size()) return plane;
  if (distance > 0) {
    LinkPlane<Pair> along = plane_along<Space>(pair, link, difference / distance);
    if (distance - along.gap > link_snap * pair.size()) {  // rounding has changed the direction of the link
      const LinkPlane<Pair> refined =
          plane_along<Space>(pair, link, refine_normal(pair, link.a.point, link.b.point, along.normal));
      if (refined.gap > along.gap) along = refined;
    }
    if (!fixed || along.gap > plane.gap) plane = along;
  }
  return plane;
}

/// State of a query: the best plane so far and the link to continue from.
template <class Pair>
struct LinkQuery {
  const Pair& pair;
  const Tolerance& tolerance;
  LinkPlane<Pair> plane;
  LinkIn<typename Pair::Vector> link;
  int iterations = 0;
  bool failed = false;

  SCREE_HD bool separated() const { return plane.gap > tolerance.touching * pair.size(); }
};

/// Moves B away along the normal until the bodies are separated, finds the common plane there and moves B
/// back. Repeats this from the new plane as long as the overlap decreases. No round is worse than the one
/// before: let g be the gap along n, and h the gap along the normal m that is found after a move by s. After
/// the move m is the best normal, so h + s n.m >= g + s.
template <class Space, class Pair>
SCREE_HD void separate(LinkQuery<Pair>& query) {
  using Vec = typename Pair::Vector;
  const Pair& pair = query.pair;
  const Real margin =
      separation_margin *
      (pair.a.bounding_radius < pair.b.bounding_radius ? pair.a.bounding_radius : pair.b.bounding_radius);
  for (int i = 0; i < separation_limit; ++i) {
    const Vec shift = (margin - query.plane.gap) * query.plane.normal;
    Pair moved = pair;
    moved.translation += shift;
    LinkIn<Vec> start = query.link;
    start.b.point += shift;
    const LinkSearch<Vec> search = find_link<Space>(moved, start);
    query.iterations += search.iterations;
    if (search.end != LinkSearch<Vec>::End::shortest) {
      query.failed = true;
      return;
    }
    LinkPlane<Pair> plane = plane_across<Space>(moved, search.link);
    plane.gap = pair.gap(plane.normal, plane.at);
    const bool same_features = link_detail::same(search.link.a.feature, query.link.a.feature) &&
                               link_detail::same(search.link.b.feature, query.link.b.feature);
    const Real gained = plane.gap - query.plane.gap;
    query.link = search.link;
    query.link.b.point -= shift;
    if (gained > 0) query.plane = plane;
    Vec fixed;
    // If the same features determine the normal, another round would give the same normal again.
    if (gained <= link_snap * pair.size() ||
        (same_features && Space::feature_normal(pair, query.link, fixed)))
      return;
  }
}

/// Sets the first plane and link: those of the last query, or the bisector of the centroids with the link
/// between the support vertices along its normal.
template <class Space, class Pair, class Memory>
SCREE_HD void start(LinkQuery<Pair>& query, const Memory& cache) {
  using Kind = Feature::Kind;
  const Pair& pair = query.pair;
  const Real offset = length(pair.translation), axis = length(cache.axis);
  const bool warm = cache.holds_vertices(Space::corners) && axis > 0.5 && axis < 2;
  query.plane.normal = warm         ? cache.axis / axis
                       : offset > 0 ? pair.translation / offset
                                    : typename Pair::Vector{1, 0};
  if (warm) {
    query.link = {Space::recall(pair, false, cache.vertices.a), Space::recall(pair, true, cache.vertices.b)};
    query.plane = plane_along<Space>(pair, query.link, query.plane.normal);
  } else {
    const typename Pair::Supports at = pair.supports(query.plane.normal);
    query.link = {{pair.vertex_a(at.a), {Kind::vertex, at.a}}, {pair.vertex_b(at.b), {Kind::vertex, at.b}}};
    query.plane.gap = dot(query.plane.normal, query.link.b.point - query.link.a.point);
    query.plane.at = at;
  }
}

/// True if a witness point lies in both bodies, which proves that they touch.
template <class Space, class Pair, class Vec>
SCREE_HD bool proves_touch(const LinkQuery<Pair>& query, const ContactIn<Vec>& contact) {
  const Pair& pair = query.pair;
  const Real slack = query.tolerance.touching * pair.size();
  const auto common = [&](Vec p) {
    return Space::contains(pair.a, p, slack) &&
           Space::contains(pair.b, pair.to_b(p - pair.translation), slack);
  };
  return contact.status == Status::touching && (common(contact.point_a) || common(contact.point_b));
}

template <class Pair>
SCREE_HD auto contact_with_features(const LinkQuery<Pair>& query) {
  ContactIn<typename Pair::Vector> contact;
  contact.normal = query.plane.normal;
  contact.overlap = -query.plane.gap;
  contact.status = status_of(contact.overlap, query.pair, query.tolerance);
  find_features(query.pair, query.tolerance, query.plane.at, contact);
  return contact;
}

template <class Pair>
SCREE_HD auto contact_from_plane(const LinkQuery<Pair>& query) {
  auto contact = contact_with_features(query);
  find_witnesses(query.pair, query.plane.at.a, contact);
  return contact;
}

/// Builds the contact of separated bodies with a proven link. Parallel features have many shortest links.
/// Their witness points lie in the middle of the region that the features share, so they do not depend on the
/// start of the search.
template <class Space, class Pair>
SCREE_HD auto contact_from_link(const LinkQuery<Pair>& query) {
  using Kind = Feature::Kind;
  auto contact = contact_with_features(query);
  const Feature a = contact.feature_a, b = contact.feature_b;
  const bool corner = a.kind == Kind::vertex || b.kind == Kind::vertex;
  typename Pair::Vector fixed;
  const bool crossing = Space::edges_may_cross && a.kind == Kind::edge && b.kind == Kind::edge &&
                        Space::feature_normal(query.pair, {{{}, a}, {{}, b}}, fixed);
  if (corner || crossing) {
    contact.point_a = query.link.a.point, contact.point_b = query.link.b.point;
  } else {
    find_witnesses(query.pair, query.plane.at.a, contact);
  }
  return contact;
}

/// Runs the whole query. `fallback` answers queries about almost touching pairs whose result cannot
/// be proven.
template <class Space, class Pair, class Memory, class Fallback>
SCREE_HD auto link_contact(const Pair& pair, const Tolerance& tolerance, Memory& cache, Fallback fallback) {
  using Vec = typename Pair::Vector;
  using End = typename LinkSearch<Vec>::End;
  LinkQuery<Pair> query{pair, tolerance, {}, {}, 0, false};
  start<Space>(query, cache);
  ContactIn<Vec> contact;
  bool done = false, inside = false;
  Real link_length = std::numeric_limits<Real>::infinity();
  // Searches for a link of separated bodies, and keeps it if it is proven.
  const auto try_link = [&](const LinkIn<Vec>& from) {
    const LinkSearch<Vec> search = find_link<Space>(pair, from);
    query.iterations += search.iterations;
    const Real distance = std::sqrt(length_squared(search.link));
    inside = search.end == End::overlapping && distance > link_snap * pair.size();
    link_length = inside ? std::numeric_limits<Real>::infinity() : distance;
    if (search.end != End::shortest) {
      query.failed = search.end == End::unfinished;
      return;
    }
    const LinkPlane<Pair> plane = plane_across<Space>(pair, search.link);
    const bool weak = distance < weak_link * pair.size();
    if (distance - plane.gap <= (weak ? weak_proof : Space::proof) * pair.size()) {
      query.plane = {plane.normal, distance, plane.at};
      query.link = search.link;
      contact = contact_from_link<Space>(query);
      done = true;
    } else if (!weak) {
      query.failed = true;
      query.link = search.link;
    } else if (plane.gap > query.plane.gap) {
      query.plane = plane;
    }
  };
  const auto try_links = [&] {
    try_link(query.link);
    if (!Space::ends_early || !query.failed) return;
    // The search ended before nearly parallel edges were solved directly. A second search from here solves
    // them in its first step.
    query.failed = false;
    const LinkIn<Vec> found = query.link;
    try_link(found);
  };
  if (!query.separated()) {
    if (Space::link_first) {  // the bodies may be separated even if the first plane shows no gap
      const LinkQuery<Pair> first = query;
      try_links();
      if (!done) query.link = first.link, query.plane = first.plane, query.failed = false;
    }
    if (!done) separate<Space>(query);
    if (!done && !query.failed && !query.separated()) {
      contact = contact_from_plane(query);
      // Without a common point, the bodies may be separated and the best plane may lie on their far side.
      done = proves_touch<Space>(query, contact);
    }
  }
  if (!done && !query.failed) try_links();
  if (!done && !query.failed) {  // the bodies almost touch, so the direction of the link is unreliable
    separate<Space>(query);
    contact = contact_from_plane(query);
    // The answer is certain if an end of the link lies inside the other body, if a witness point lies in both
    // bodies, or if the gap along the plane's normal equals the length of the link. `fallback` answers the
    // remaining pairs, whose features are nearly parallel and a tiny distance apart.
    const bool sure = (inside && contact.status == Status::touching) || proves_touch<Space>(query, contact);
    const bool measured = link_length + contact.overlap <= link_snap * pair.size();
    if (contact.overlap < weak_link * pair.size() && !sure && !measured) {
      contact = fallback();
      contact.used_fallback = true;
    }
  }
  if (query.failed) contact = {};
  contact.iterations = query.iterations;
  cache = {};
  if (contact.status == Status::failed) return contact;
  cache.axis = contact.normal;
  cache.set_vertices(Space::corners);
  Space::remember(pair.a, query.link.a.feature, cache.vertices.a);
  Space::remember(pair.b, query.link.b.feature, cache.vertices.b);
  return contact;
}

}  // namespace scree
