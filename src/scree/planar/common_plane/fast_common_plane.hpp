// fast_common_plane in 2D: finds the common line of two convex polygons among a few candidates (Nezami et al.
// 2004, as Nezami et al. 2006 use it for their comparison in two dimensions).
//
// Given the closest vertices along a line, the search looks for a better line among the perpendicular
// bisector of those vertices and the edges at them. These are five candidates; in 3D there are
// dozens. The rounds, the classical version with its temporary separation, the revised version
// without it, and the departures from the paper are the same as in 3D
// (contact/common_plane/fast_common_plane.hpp, contact/common_plane/plane_search.hpp).
//
// `iterations` counts the rounds of candidates, including the last round, which finds no better line.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct FastCommonPlaneClassical {
  static constexpr std::string_view name = "fast_common_plane_classical";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});

  /// Same as `collide`, but scans all vertices for each trial as in the paper. Serves comparisons of speed.
  static PlanarContact collide_as_published(const PolygonView& a, const PolygonView& b,
                                            const PlanarPose& b_in_a, PlanarCache& cache,
                                            const Tolerance& tolerance = {});
};

struct FastCommonPlane {
  static constexpr std::string_view name = "fast_common_plane";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
