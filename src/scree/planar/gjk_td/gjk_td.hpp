// gjk_td in 2D: GJK followed by distortion (after Descantes, Tricoire, Richard 2019, algorithm 3, which is
// for polyhedra). It finds the exact signed distance of two convex polygons, separated or overlapping, with
// witness points.
//
// GJK walks to the origin (walk.hpp). If it ends around the origin, the simplex grows to the edge of A - B
// that is nearest (distortion.hpp): its distance is the overlap, its normal the contact normal.
// Such an edge comes from an edge of one body and a vertex of the other. So the normal is that of an edge as
// the shape stores it, and the overlap is taken from the full support along it. That overlap is an upper
// bound on the least overlap, and the polygon's distance is a lower one. If rounding prevents these bounds
// from certifying an answer, the query is passed to `exact`.
//
// A pair that touched last time keeps the edge of A - B that had the least overlap. The edge and the
// difference of the centroids form a triangle inside A - B. If the triangle contains the origin and its other
// sides are deeper, the edge still has the least overlap. This covers most queries of a simulation, without a
// search. Otherwise the triangle is the polygon to grow.
//
// If the gap is not requested (Tolerance::distance_cutoff), bounding circles and the line that was between
// the bodies last time are checked first.
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
