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
  Real polar_inertia = 0;     // about the centroid, for a mass of 1 per unit area
  Real bounding_radius = 0;   // about the centroid
  Real inscribed_radius = 0;  // radius of the largest circle about the centroid inside the polygon
  Vec2 centroid_in_input;

  int vertex_count() const { return static_cast<int>(vertices.size()); }
};

/// Makes a polygon from corners in counter-clockwise order; drops corners on a straight edge. Throws an Error
/// that names the corner and the cause: fewer than three corners, corners that are not finite or coincide,
/// crossing edges, clockwise order, a dent, more than one turn around the centroid, or no area.
Polygon make_polygon(std::span<const Vec2> corners);

/// Makes the convex hull of points in any order.
Polygon polygon_from_points(std::span<const Vec2> points);

}  // namespace scree
