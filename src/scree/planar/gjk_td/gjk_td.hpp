// gjk_td in the plane: GJK followed by distortion (after Descantes, Tricoire, Richard 2019, algorithm 3,
// which is for polyhedra): the exact signed distance of two convex polygons, apart or overlapping, with
// witness points.
//
// GJK walks to the origin (walk.hpp). If it ends round it, the simplex grows to the edge of A - B that is
// nearest (distortion.hpp): its distance is the overlap, its normal the contact normal. Such an edge stems
// from an edge of one body and a vertex of the other, so the normal is that of an edge as the shape stores
// it, and the overlap is taken from the full support along it. That is an upper bound of the least overlap;
// the polygon's distance is a lower one. An answer that rounding keeps from being certified by the two is
// handed to `exact`.
//
// A pair that touched last time keeps the edge of A - B that had the least overlap. If the edge and the
// difference of the centroids make a triangle round the origin whose other sides are deeper, it still has:
// the triangle lies inside A - B. That is most queries of a simulation, without a search. Else the triangle
// is the polygon to grow.
//
// Where the gap is not asked for (Tolerance::far), bounding circles and the line that was between the bodies
// last time come first.
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
