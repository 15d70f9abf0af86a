// common_plane in 2D: finds the common line of two convex polygons by tilting its normal (Cundall 1988). It
// is the conventional algorithm with which Nezami et al. 2006 compare their own algorithm.
//
// The ascent is the same as in 3D (contact/common_plane/plane_ascent.hpp), with two tilt directions instead
// of eight. Its steps range from tan 5 degrees down to tan 1e-8 degrees (1e-7 in 3D) and are halved if
// neither direction increases the gap. On a circle of normals there are only two directions. The ascent
// therefore never stalls on a ridge and ends at a local maximum.
//
// CommonPlaneClassical starts only from the perpendicular bisector of the centroids. For separated polygons
// the gap has only one local maximum; for deep overlaps it may have several. CommonPlane, as revised by
// Descantes et al. 2019 for polyhedra, also starts from the two normals perpendicular to the bisector's
// normal and from the last normal, and keeps the best.
//
// `iterations` counts the steps of all ascents together. Each step tries two normals.
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
