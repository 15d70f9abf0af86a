// common_plane in the plane: the common line of two convex polygons by tilting its normal (Cundall 1988), the
// conventional algorithm that Nezami et al. 2006 compare theirs with.
//
// The climb is that of space (contact/common_plane/climb.hpp) with two sides to tilt to instead of eight:
// steps from tan 5 degrees down to tan 1e-8 degrees (in space 1e-7), halved when neither side is better. On a
// circle of normals two sides are all there are, so the climb never stalls on a ridge: it ends at a local
// maximum.
//
// CommonPlaneClassical starts from the perpendicular bisector of the centroids alone; of polygons that are
// apart its maximum is the only one, of deep ones it may be another. CommonPlane, as revised by Descantes et
// al. 2019 for polyhedra, also starts from the two normals across the bisector and the last one, and keeps
// the best.
//
// iterations: steps of all climbs together; a step is two trial normals.
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

  /// The same, all vertices scanned for each trial as in the paper: what its speed is compared by.
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
