// exact: the reference algorithm and the fallback in 2D. It is slow and simple brute force over all decisive
// normals and features, for two convex polygons.
//
// The signed distance is the maximum over all unit normals of the gap between the supporting lines. For
// overlapping polygons the maximum is attained at the normal of an edge of A or of B. If the largest gap
// along these normals is positive, the polygons are separated. Their distance is then the least distance
// between a vertex of one polygon and an edge of the other. The normal of a short link is corrected for
// rounding (refine_normal_at in feature.hpp).
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct Exact {
  static constexpr std::string_view name = "exact";

  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               const Tolerance& tolerance = {});
};

}  // namespace scree::planar
