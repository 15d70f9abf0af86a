// The convex hull of points, by qhull, as a surface of polygons.
#pragma once

#include "scree/shape/clean.hpp"

#include <span>

namespace scree {

/// Coplanar facets are merged into polygons. Throws an Error when the points are fewer than four, not finite,
/// or flat.
Surface convex_hull(std::span<const Vec3> points, CleanTolerance tolerance = computed);

}  // namespace scree
