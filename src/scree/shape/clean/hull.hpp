// The convex hull of points, by qhull, as a surface of polygons.
#pragma once

#include "scree/shape/clean/clean.hpp"

#include <span>

namespace scree {

/// Coplanar facets are merged into polygons. Throws an Error when the points are fewer than four, not finite,
/// or flat.
Surface convex_hull(std::span<const Vec3> points, CleanTolerance tolerance = computed);

/// A clean surface that bends inwards by no more than the tolerance was convex before it was rounded: it
/// becomes the convex hull of its vertices. Returns true if it did.
bool restore_convexity(Surface& surface, const CleanTolerance& tolerance);

}  // namespace scree
