// direct_search (DS): finds the contacts of two convex polyhedra by checking every pair of features,
// vertex-vertex, vertex-edge, vertex-face and edge-edge, each with the entrance test. Zheng, Jiao, Gardner
// and Sitar (2017) use it as their reference.
//
// The paper names DS but does not describe it. DS and fast_direct_search use the same definition of a contact
// (feature_check.hpp), so both return the same list. If DS finds no contact, it also looks for a plane
// between the bodies. The paper would only report "none", which does not distinguish separated bodies from
// deeply overlapping ones.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

/// The search in 3D or in 2D; all_pairs.hpp explains `Space` and defines the functions.
template <class Space, class Pair, class PairPose, class PairCache>
struct DirectSearchOf {
  using View = decltype(Pair::a);
  using Vec = typename Pair::Vector;
  static constexpr std::string_view name = "direct_search";

  /// Finds all contacts within the distance tolerance, see distance_tolerance() in contact_list.hpp.
  static ContactListIn<Vec> find(const View& a, const View& b, const PairPose& b_in_a,
                                 Real distance_tolerance, const Tolerance& tolerance = {});

  /// Returns the list as one contact. The distance tolerance is half the smallest edge. The method is not
  /// valid for larger overlaps, which give the status `failed`. For larger gaps only the status is exact; see
  /// condense(). Writes the cache but does not read it.
  static ContactIn<Vec> collide(const View& a, const View& b, const PairPose& b_in_a, PairCache& cache,
                                const Tolerance& tolerance = {});
};

struct PolyhedronFeatures;
using DirectSearch = DirectSearchOf<PolyhedronFeatures, PolyhedronPair, Pose, Cache>;

}  // namespace scree
