// direct_search (DS) in 2D: finds the contacts of two convex polygons by checking every pair of features,
// vertex-vertex and vertex-edge, each with the entrance test. Zheng, Jiao, Gardner and Sitar (2017) use it as
// their reference. If it finds no contact, it also looks for a line between the bodies, as in 3D.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct DirectSearch {
  static constexpr std::string_view name = "direct_search";

  /// Finds all contacts within the distance tolerance, see distance_tolerance()
  /// in contact/direct_search/contact_list.hpp.
  static PlanarContactList find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                Real distance_tolerance, const Tolerance& tolerance = {});

  /// Returns the list as one contact, with half the smallest edge as distance tolerance. Larger overlaps are
  /// outside the validity of the method and give the status `failed`. For larger gaps only the status is
  /// exact. The cache is written, not used.
  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
