// The search of direct_search: checks every pair of features, in 3D and in 2D. `Space` supplies the code that
// differs between 3D and 2D:
// - `Pair` and `Check`: the pair, and the check of one vertex.
// - `check_crossings(pair, list)` checks pairs of edges. In 2D it does nothing.
// - `offer_crossings(pair, widest, cost, enough)` offers the gaps along the common normals of pairs of edges.
#pragma once

#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/search_pair.hpp"

namespace scree {

template <class Space>
SCREE_HD auto search_all_pairs(const typename Space::Pair& pair) {
  using Vec = typename Space::Pair::Vector;
  ContactListIn<Vec> list;
  for (const bool of_b : {false, true}) {
    for (int v = 0; v < pair.body(of_b).vertex_count; ++v) {
      typename Space::Check check(pair, list, of_b, v);
      check.offer_all();
      if (check.finalize()) list.add(check.best);
    }
  }
  Space::check_crossings(pair, list);
  if (list.count == 0) {
    // Looks for a plane between the bodies. This step is not part of the method, so its cost is not counted.
    WidestGap<Vec> widest{0, {}};
    for (const bool of_b : {false, true}) {
      for (int f = 0; f < pair.body(of_b).facet_count(); ++f) {
        const Vec normal = pair.normal_of(of_b, f);
        widest.offer(pair.gap(normal), normal);
      }
    }
    SearchCost not_counted;
    Space::offer_crossings(pair, widest, not_counted, [](bool) { return false; });
    if (widest.gap > 0) list.separate(widest.gap, widest.normal);
  }
  finish(pair, list);
  return list;
}

/// Returns a pair with the largest distance tolerance that the searches accept: half the smallest edge.
template <class Pair>
SCREE_HD SearchPairOf<Pair> pair_with_largest_tolerance(const Pair& pair, const Tolerance& tolerance) {
  return {pair, std::min(smallest_edge(pair.a), smallest_edge(pair.b)) / 2, tolerance};
}

template <class Space, class Pair, class PairPose, class PairCache>
auto DirectSearchOf<Space, Pair, PairPose, PairCache>::find(const View& a, const View& b,
                                                            const PairPose& b_in_a, Real distance_tolerance,
                                                            const Tolerance& tolerance)
    -> ContactListIn<Vec> {
  return search_all_pairs<Space>({{a, b, b_in_a}, distance_tolerance, tolerance});
}

template <class Space, class Pair, class PairPose, class PairCache>
auto DirectSearchOf<Space, Pair, PairPose, PairCache>::collide(const View& a, const View& b,
                                                               const PairPose& b_in_a, PairCache& cache,
                                                               const Tolerance& tolerance) -> ContactIn<Vec> {
  const SearchPairOf<Pair> pair = pair_with_largest_tolerance<Pair>({a, b, b_in_a}, tolerance);
  const ContactListIn<Vec> list = search_all_pairs<Space>(pair);
  cache.axis = list.normal;
  return condense(pair, list, tolerance);
}

}  // namespace scree
