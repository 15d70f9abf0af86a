// fast_direct_search (FDS): finds the contacts of two convex polyhedra after Zheng, Jiao, Gardner and Sitar
// (2017), in three dimensions.
//
// The search checks only vertex-face and edge-edge pairs. The number of close faces identifies vertex-vertex
// and vertex-edge contacts. Initial detection stops at the first contact, or at a valid entrance whose gap
// exceeds the distance tolerance, which proves that the bodies are separated. The virtual contact planes of
// the first contact then bound the region that contains all other contacts. Updated detection starts from the
// planes of the last step, so its cost hardly grows with the number of features of the bodies.
//
// Departures from the paper and their reasons:
// - Only the vertex nearest to the plane of a face can have a valid entrance with that face. The exclusion
//   test therefore uses the height of the lowest vertex and needs no edge vectors.
// - The region contains all contacts for any normal (region_search.hpp). If a crossing edge is parallel to a
//   face, the edges of that face need no extra flags, because they reach into the region.
// - The paper only refreshes the last contacts if the number of vertices within the tolerance of the planes
//   has not changed. This test misses a vertex that slides over an edge of a face. This version refreshes
//   only if, in addition, everything in the region lies over the inside of one face. Otherwise it checks all
//   features in the region. Updated detection therefore always returns the same list as initial detection.
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

  /// Runs updated detection if the state contains data of the pair, otherwise initial detection. Updates
  /// the state.
  static ContactListIn<Vec> update(const View& a, const View& b, const PairPose& b_in_a,
                                   Real distance_tolerance, SearchStateIn<Vec>& state,
                                   const Tolerance& tolerance = {});

  /// Returns the list as one contact. The distance tolerance is half the smallest edge. Updated detection
  /// starts from the axis of the cache. The method is not valid for larger overlaps, which give the status
  /// `failed`. For larger gaps only the status is exact; see condense().
  static ContactIn<Vec> collide(const View& a, const View& b, const PairPose& b_in_a, PairCache& cache,
                                const Tolerance& tolerance = {});
};

using SearchState = SearchStateIn<Vec3>;
struct PolyhedronRegion;
using FastDirectSearch = FastDirectSearchOf<PolyhedronRegion, PolyhedronPair, Pose, Cache>;

}  // namespace scree
