// The convex hull of points, by qhull, as a surface of polygons.
#pragma once

#include "scree/shape/clean/clean.hpp"

#include <span>

namespace scree {

/// Makes the convex hull and merges coplanar facets into polygons. Throws an Error if the points are fewer
/// than four, not finite, or flat.
Surface convex_hull(std::span<const Vec3> points, CleanTolerance tolerance = computed);

/// Makes a clean surface the convex hull of its vertices if it bends inwards by no more than the tolerance:
/// it was convex before it was rounded. Returns true if it did.
bool restore_convexity(Surface& surface, const CleanTolerance& tolerance);

}  // namespace scree
