// direct_search (DS) in the plane: the contacts of two convex polygons by looking at every pair of features,
// vertex-vertex and vertex-edge, each with the valid-entrance test. The yardstick of Zheng, Jiao, Gardner and
// Sitar (2017). Where it finds no contact it also looks for a line between the bodies, as in space.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct DirectSearch {
  static constexpr std::string_view name = "direct_search";

  /// All contacts within the distance tolerance, see distance_tolerance() in
  /// contact/direct_search/contact_list.hpp.
  static PlanarContactList find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                Real distance_tolerance, const Tolerance& tolerance = {});

  /// The list as one contact, with half the smallest edge as distance tolerance. Overlaps beyond it are
  /// outside the validity of the method and end as `failed`; of gaps beyond it only the verdict is exact. The
  /// cache is written, not used.
  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
