// A convex polygon in the plane, counter-clockwise, stored at its centroid.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <vector>

namespace scree {

struct Polygon {
  std::vector<Vec2> vertices;
  std::vector<Vec2> edge_normal;  // unit, outward; edge i runs from vertex i to vertex i + 1
  Real area = 0;
  Real polar_inertia = 0;     // about the centroid, for density 1 per area
  Real bounding_radius = 0;   // about the centroid
  Real inscribed_radius = 0;  // largest circle inside the polygon about the centroid
  Vec2 centroid_in_input;

  int vertex_count() const { return static_cast<int>(vertices.size()); }
};

/// Makes a polygon from corners in counter-clockwise order; drops corners on a straight edge. Throws an Error
/// that names the corner and the cause: fewer than three, not finite, coinciding, crossing edges, clockwise,
/// bending inwards, winding round more than once, no area.
Polygon make_polygon(std::span<const Vec2> corners);

/// Makes the convex hull of points in any order.
Polygon polygon_from_points(std::span<const Vec2> points);

}  // namespace scree
