// Prepares a surface from a file or a generator for a shape: moves it near the origin, welds vertices, merges
// coplanar faces into polygons and flattens polygons whose corners were rounded. No vertex moves by more than
// the tolerances, and every change is reported.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <string>
#include <vector>

namespace scree {

/// Lengths as fractions of the diagonal of the bounding box. The rounding of the coordinates
/// (`rounding_reach`) is always tolerated.
struct CleanTolerance {
  Real weld = 0;            // vertices closer than this become one; 0: none are welded
  Real planar = 1e-9;       // largest distance of a polygon's corners from its plane; moved onto it
  Real merge = 0;           // neighbours with all corners within this of one plane become one polygon
  bool keep_faces = false;  // true: no neighbours are merged
};

/// For coordinates computed in double precision: neighbours merge only within rounding.
inline constexpr CleanTolerance computed{};

/// Tolerance for corners of one plane, in units in the last place of the given coordinates (of a double, of
/// single precision, or of the printed digits). Corners are coplanar to rounding if their distance from the
/// plane does not exceed the larger of this tolerance and `computed_units`.
inline constexpr Real given_units = 2;
/// Tolerance for corners of one plane, in units in the last place of the body's diagonal in double precision.
/// A rotation rounds a coordinate three times, and the plane through the corners of a slender facet amplifies
/// this error tenfold.
inline constexpr Real computed_units = 32;

/// Largest distance from a plane that corners of this plane may have because their coordinates are rounded.
Real rounding_reach(const Surface& surface);

/// Treats the coordinates of a scanned surface as rounded to a fraction of its size, so that `rounding_reach`
/// is that fraction.
void widen_rounding(Surface& surface, Real fraction);

/// Largest distance that a corner of an input polygon may have from its plane.
Real planar_reach(const Surface& surface, const CleanTolerance& tolerance);

/// Largest distance that corners may have from one plane if their faces are to be merged into one polygon.
Real merge_reach(const Surface& surface, const CleanTolerance& tolerance);

/// Cleans a surface and returns the changes, one sentence each. Throws an Error if the surface is not closed
/// and two-manifold, if a coordinate is not finite, or if a polygon is not planar.
std::vector<std::string> clean(Surface& surface, CleanTolerance tolerance);

}  // namespace scree
