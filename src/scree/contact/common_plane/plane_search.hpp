// The search of fast_common_plane. Each round tries the candidate planes at the closest vertices of the two
// bodies. `Space` supplies `offer_candidates(search, plane)`, which offers the candidates at the vertices
// closest along the normal of `plane`. The rest is the same in 3D and in 2D.
#pragma once

#include "scree/contact/common_plane/separating_plane.hpp"

namespace scree {

inline constexpr int most_rounds = 1000;    // the 595 reference pairs need at most 5
inline constexpr Real least_round = 1e-14;  // smallest gain of a round, relative to the size
// Gap to which the classical version separates the bodies, relative to the size.
inline constexpr Real clearance = 1e-3;
inline constexpr Real deep_overlap = 0.05;  // relative to the size

enum class Signs { towards_b, both };

template <class Pair>
struct PlaneSearch {
  using Vec = typename Pair::Vector;

  const Pair& pair;
  Signs signs;
  PlaneIn<Vec> best;
  KnownLinks<Vec> known;
  int rounds = 0;
  bool converged = false;

  SCREE_HD void offer(Vec normal) { scree::offer(pair, normal, known, best); }

  /// Tries a candidate direction of unknown length and sign. `towards` is the last normal.
  SCREE_HD void offer_direction(Vec direction, Real shortest, Vec towards) {
    const Real size = length(direction);
    if (!(size > shortest)) return;
    const Vec normal = direction / size;
    const bool away = dot(normal, towards) < 0;
    offer(away ? -normal : normal);
    if (signs == Signs::both) offer(away ? normal : -normal);
  }
};

/// Tries the candidates at every pair of vertices that are equally close.
template <class Space, class Pair, class Vec>
SCREE_HD void offer_candidates_of_ties(PlaneSearch<Pair>& search, const PlaneIn<Vec>& from, Real reach) {
  const Pair& pair = search.pair;
  const Feature on_a = supporting_feature(pair.a, from.normal, reach);
  const Feature on_b = supporting_feature(pair.b, pair.to_b(-from.normal), reach);
  for_corners_of(pair.a, on_a, [&](int v1) {
    for_corners_of(pair.b, on_b, [&](int v2) {
      PlaneIn<Vec> tied = from;
      tied.vertex_a = v1, tied.vertex_b = v2;
      tied.link = pair.vertex_b(v2) - pair.vertex_a(v1);
      search.known.remember(tied.link);
      Space::offer_candidates(search, tied);
    });
  });
}

template <class Pair, class Vec>
SCREE_HD PlaneSearch<Pair> start_from(const Pair& pair, const PlaneIn<Vec>& start, Signs signs) {
  PlaneSearch<Pair> search{pair, signs, start, {}, 0, false};
  search.known.remember(start.link);
  return search;
}

/// Runs the revised search.
template <class Space, class Pair, class Vec>
SCREE_HD PlaneSearch<Pair> search_from(const Pair& pair, const PlaneIn<Vec>& start,
                                       const Tolerance& tolerance) {
  const Real gain = least_round * pair.size();
  PlaneSearch<Pair> search = start_from(pair, start, Signs::both);
  while (!search.converged && search.rounds < most_rounds) {
    ++search.rounds;
    const PlaneIn<Vec> last = search.best;
    Space::offer_candidates(search, last);
    if (search.best.gap <= last.gap + gain) {
      offer_candidates_of_ties<Space>(search, last, tolerance.feature * pair.size());
    }
    search.converged = search.best.gap <= last.gap + gain;
    if (search.converged) search.best = last;
  }
  return search;
}

/// Runs the classical algorithm, which temporarily separates bodies that overlap along the starting plane. If
/// `all_scanned` is set, every candidate scans all vertices, as published.
template <class Space, class Pair, class Memory>
SCREE_HD auto classical_contact(const Pair& pair, const Tolerance& tolerance, Memory& cache,
                                bool all_scanned = false) {
  auto plane = starting_plane(pair, cache);
  Pair moved = pair;
  if (plane.gap <= 0) {
    moved.translation += (clearance * pair.size() - plane.gap) * plane.normal;
    plane = plane_along(moved, plane.normal);
  }
  PlaneSearch<Pair> search = start_from(moved, plane, Signs::towards_b);
  search.known.ignored = all_scanned;
  while (!search.converged && search.rounds < most_rounds) {
    ++search.rounds;
    const auto last = search.best;
    Space::offer_candidates(search, last);
    search.converged = search.best.vertex_a == last.vertex_a && search.best.vertex_b == last.vertex_b;
  }
  return contact_on(pair, plane_along(pair, search.best.normal), search.rounds, search.converged, tolerance,
                    cache);
}

/// Runs the revised algorithm.
template <class Space, class Pair, class Memory>
SCREE_HD auto revised_contact(const Pair& pair, const Tolerance& tolerance, Memory& cache) {
  const PlaneSearch<Pair> first = search_from<Space>(pair, starting_plane(pair, cache), tolerance);
  auto best = first.best;
  int rounds = first.rounds;
  bool converged = first.converged;
  // The gap of deeply overlapping bodies has several local maxima. Another maximum may have become the
  // largest since the last query. The query therefore also runs a cold search and keeps the better result.
  if (cache.axis != typename Pair::Vector{} && -best.gap > deep_overlap * pair.size()) {
    const PlaneSearch<Pair> second = search_from<Space>(pair, bisector(pair), tolerance);
    rounds += second.rounds;
    if (second.best.gap > best.gap) best = second.best, converged = second.converged;
  }
  return contact_on(pair, best, rounds, converged, tolerance, cache);
}

}  // namespace scree
