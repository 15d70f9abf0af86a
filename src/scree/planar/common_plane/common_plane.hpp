// common_plane in 2D: finds the common line of two convex polygons by tilting its normal (Cundall 1988). It
// is the conventional algorithm with which Nezami et al. 2006 compare theirs.
//
// The climb is that of 3D (contact/common_plane/plane_ascent.hpp) with two sides instead of eight. Its steps
// range from tan 5 degrees down to tan 1e-8 degrees (in 3D 1e-7) and are halved if neither side is better. A
// circle of normals has only two sides, so the climb never stalls on a ridge: it ends at a local maximum.
//
// CommonPlaneClassical starts only from the perpendicular bisector of the centroids. For separated polygons
// its maximum is the only one, for deep overlaps there may be others. CommonPlane, as revised by Descantes et
// al. 2019 for polyhedra, also starts from the two normals perpendicular to the bisector's normal and from
// the last normal, and keeps the best.
//
// `iterations` counts the steps of all climbs together. Each step tries two normals.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct CommonPlaneClassical {
  static constexpr std::string_view name = "common_plane_classical";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});

  /// Same as `collide`, but scans all vertices for each trial as in the paper. Serves comparisons of speed.
  static PlanarContact collide_as_published(const PolygonView& a, const PolygonView& b,
                                            const PlanarPose& b_in_a, PlanarCache& cache,
                                            const Tolerance& tolerance = {});
};

struct CommonPlane {
  static constexpr std::string_view name = "common_plane";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
