// The convex hull of points, by qhull, as a surface of polygons.
#pragma once

#include "scree/shape/clean/clean.hpp"

#include <span>

namespace scree {

/// Makes the convex hull and merges coplanar facets into polygons. Throws an Error if there are fewer than
/// four points, or if they are not finite or lie in one plane.
Surface convex_hull(std::span<const Vec3> points, CleanTolerance tolerance = computed);

/// Replaces a clean surface by the convex hull of its vertices if it bends inwards by no more than the
/// tolerance, because it was convex before its coordinates were rounded. Returns true if it did.
bool restore_convexity(Surface& surface, const CleanTolerance& tolerance);

}  // namespace scree
