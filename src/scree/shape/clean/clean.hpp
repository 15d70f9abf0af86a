// Makes a surface from a file or a generator fit for a shape: moves it near the origin, welds vertices,
// merges coplanar faces into polygons and flattens polygons whose corners were rounded. Nothing moves by more
// than the tolerances, and every change is reported.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <string>
#include <vector>

namespace scree {

/// Lengths as parts of the diagonal of the bounding box. What the rounding of the coordinates explains
/// (`rounding_reach`) is forgiven besides.
struct CleanTolerance {
  Real weld = 0;            // vertices closer than this become one; 0 leaves them alone
  Real planar = 1e-9;       // a given polygon's corners lie within this of its plane, and are moved onto it
  Real merge = 0;           // neighbours whose corners lie within this of one plane become one polygon
  bool keep_faces = false;  // no neighbours become one
};

/// For coordinates computed in double precision: neighbours merge only where rounding explains it.
inline constexpr CleanTolerance computed{};

/// Corners lie in one plane to rounding where they are off it by no more than the larger of these: so many
/// units in the last place of the coordinates as they are given (of a double, of single precision, or of the
/// printed digits) ...
inline constexpr Real given_units = 2;
/// ... and so many units in the last place, in double precision, of the body's own diagonal. A rotation
/// rounds a coordinate three times, and the plane through the corners of a slender facet passes that on
/// tenfold.
inline constexpr Real computed_units = 32;

/// How far the rounding of its coordinates may put corners of one plane off that plane.
Real rounding_reach(const Surface& surface);

/// Takes the coordinates of a scanned surface to be rounded to a part of its size, so that `rounding_reach`
/// is that part.
void widen_rounding(Surface& surface, Real part);

/// How far off its plane a corner of a given polygon may lie.
Real planar_reach(const Surface& surface, const CleanTolerance& tolerance);

/// How far off one plane the corners of neighbours may lie that become one polygon.
Real merge_reach(const Surface& surface, const CleanTolerance& tolerance);

/// Returns what was changed, a sentence each. Throws an Error where the surface is not closed and
/// two-manifold, where a coordinate is not finite, or where a polygon is not planar.
std::vector<std::string> clean(Surface& surface, CleanTolerance tolerance);

}  // namespace scree
