// Sides of walls: finds the walls that have a point on their free side, and the points that lie behind a wall
// that should contain them.
//
// Planes and lines have no ends. A cylinder and a mesh may end at a rim. If the nearest point of the surface
// is on the rim, the given point is on neither side. Meshes that meet at an edge are one surface there.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <vector>

namespace scree {

struct World;

/// Returns the walls that have a point on their free side, whether they are present or not. Here a surface
/// with a rim continues beyond it: a point above an open tube, and within its radius, is on the free side of
/// the tube. A line of a 2D world has two free sides and is never returned.
std::vector<int> walls_around(const World& world, Vec3 point);

/// Returns the first of the given walls that is present and has the point behind it, or -1.
int wall_before(const World& world, std::span<const int> walls, Vec3 point);

}  // namespace scree
