// gjk_td in 2D: GJK followed by distortion (after Descantes, Tricoire, Richard 2019, algorithm 3, which is
// for polyhedra). It finds the exact signed distance of two convex polygons, separated or overlapping, with
// witness points.
//
// GJK walks to the origin (walk.hpp). If the last simplex contains the origin, it grows until it reaches the
// edge of A - B that is nearest to the origin (distortion.hpp). The distance of this edge is the overlap, and
// its normal is the contact normal. Such an edge comes from an edge of one body and a vertex of the other.
// The contact normal is therefore an edge normal exactly as the shape stores it, and the overlap is computed
// from the support vertices of both bodies along it. This overlap is an upper bound on the least overlap, and
// the distance of the polygon's edge is a lower bound. If rounding prevents these bounds from certifying an
// answer, `exact` answers the query.
//
// A pair that touched in the last query keeps the edge of A - B that had the least overlap. The edge and the
// difference of the centroids form a triangle inside A - B. If the triangle contains the origin and its other
// sides are farther from the origin, the edge still has the least overlap. Most queries of a simulation end
// here without a search. Otherwise the polygon grows from this triangle.
//
// If the gap is not requested (Tolerance::distance_cutoff), the bounding circles and the line that separated
// the bodies in the last query are checked first.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct GjkTd {
  static constexpr std::string_view name = "gjk_td";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
