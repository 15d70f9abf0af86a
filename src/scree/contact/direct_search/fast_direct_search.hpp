// fast_direct_search (FDS): finds the contacts of two convex polyhedra after Zheng, Jiao, Gardner and Sitar
// (2017), in three dimensions.
//
// Only vertex-face and edge-edge pairs are checked. The number of close faces identifies vertex-vertex and
// vertex-edge contacts. Initial detection searches until the first contact, or until a valid entrance further
// than the distance tolerance proves the bodies separated. The virtual contact planes of that first contact
// then bound the region that contains all others. Updated detection starts from the planes of the last step,
// so its cost hardly grows with the number of features of the bodies.
//
// Departures from the paper and their reasons:
// - A valid vertex-face entrance belongs to the vertex nearest to the plane of the face. So the exclusion
//   needs no test of edge vectors: the lowest vertex decides.
// - The region is rigorous for any normal (region_search.hpp). Edges of faces that a crossing edge is
//   parallel to need no extra flags, because they reach into the region.
// - The paper refreshes the data if the number of vertices within the tolerance of the planes has not
//   changed. That misses a vertex that slides over an edge of a face. This version refreshes only if, in
//   addition, everything in the region stands over the inside of one face. Otherwise the checks run on the
//   region. Updated detection then always gives the list of initial detection.
#pragma once

#include "scree/contact/direct_search/search_pair.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

/// The search in 3D or in 2D; region_search.hpp explains `Space` and defines the functions.
template <class Space, class Pair, class PairPose, class PairCache>
struct FastDirectSearchOf {
  using View = decltype(Pair::a);
  using Vec = typename Pair::Vector;
  static constexpr std::string_view name = "fast_direct_search";

  /// Runs initial detection.
  static ContactListIn<Vec> find(const View& a, const View& b, const PairPose& b_in_a,
                                 Real distance_tolerance, const Tolerance& tolerance = {});

  /// Runs updated detection if the state knows the pair, otherwise initial detection. Updates the state.
  static ContactListIn<Vec> update(const View& a, const View& b, const PairPose& b_in_a,
                                   Real distance_tolerance, SearchStateIn<Vec>& state,
                                   const Tolerance& tolerance = {});

  /// Returns the list as one contact, with half the smallest edge as distance tolerance. Updated detection
  /// starts from the axis of the cache. Larger overlaps are outside the validity of the method and give the
  /// status `failed`. For larger gaps only the status is exact, see condense().
  static ContactIn<Vec> collide(const View& a, const View& b, const PairPose& b_in_a, PairCache& cache,
                                const Tolerance& tolerance = {});
};

using SearchState = SearchStateIn<Vec3>;
struct PolyhedronRegion;
using FastDirectSearch = FastDirectSearchOf<PolyhedronRegion, PolyhedronPair, Pose, Cache>;

}  // namespace scree
