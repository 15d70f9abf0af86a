// fast_direct_search (FDS) in the plane: the contacts of two convex polygons after Zheng, Jiao, Gardner and
// Sitar (2017).
//
// Only vertex-edge pairs are looked at, first vertices of A with edges of B, then edges of A with vertices of
// B; vertex-vertex follows from a close end, parallel edges from the edges that contacts share. Initial
// detection looks until the first contact, or until a valid entrance further than the distance tolerance
// proves the bodies apart. The virtual contact lines of that contact bound the region that holds all others.
// Updated detection starts from the lines of the last step: its cost does not grow with the bodies.
//
// Departures are those of space (contact/direct_search/fast_direct_search.hpp): the lowest vertex over an
// edge decides the exclusion; the region is rigorous for any normal; data are only refreshed where nothing
// can have changed, so updated detection gives the list of initial detection, always.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

/// What a pair keeps from step to step; empty for new neighbours. It changes the cost, never the list.
struct SearchState {
  bool known = false;
  Feature feature_a, feature_b;        // of the last contact: tell what the lines are made of
  Vec2 normal;                         // of the last lines, in the frame of A
  int vertex_a = 0, vertex_b = 0;      // extreme vertices
  int vertices_a = 0, vertices_b = 0;  // n_v: how many were in the region; 0: not known
};

struct FastDirectSearch {
  static constexpr std::string_view name = "fast_direct_search";

  /// Initial detection.
  static PlanarContactList find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                Real distance_tolerance, const Tolerance& tolerance = {});

  /// Updated detection where the state knows the pair, else initial detection; keeps the state.
  static PlanarContactList update(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                  Real distance_tolerance, SearchState& state,
                                  const Tolerance& tolerance = {});

  /// The list as one contact, with half the smallest edge as distance tolerance; updated detection from the
  /// axis of the cache. Overlaps beyond the tolerance end as `failed`; of gaps beyond it only the verdict is
  /// exact.
  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
