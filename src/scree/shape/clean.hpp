// Makes a surface from a file or a generator fit for a shape: moves it near the origin, welds vertices,
// merges coplanar faces into polygons and flattens polygons whose corners were rounded. Nothing moves by more
// than the tolerances, and every change is told.
#pragma once

#include "scree/shape/surface.hpp"

#include <string>
#include <vector>

namespace scree {

/// Relative to the diagonal of the bounding box.
struct CleanTolerance {
  Real weld = 0;  // vertices closer than this become one; 0 leaves them alone
  Real planar =
      1e-9;  // a polygon's corners lie within this of its plane, besides the rounding of their coordinates
  bool merge = true;  // neighbours in one plane become one polygon
};

/// For coordinates computed in double precision: only rounding is forgiven.
inline constexpr CleanTolerance computed{};

/// How far off its plane a corner of this surface may lie: the tolerance, or what the rounding of its
/// coordinates explains.
Real planar_reach(const Surface& surface, const CleanTolerance& tolerance);

/// Returns what was changed, a sentence each. Throws an Error where the surface is not closed and
/// two-manifold, where a coordinate is not finite, or where a polygon is not planar.
std::vector<std::string> clean(Surface& surface, CleanTolerance tolerance);

}  // namespace scree
