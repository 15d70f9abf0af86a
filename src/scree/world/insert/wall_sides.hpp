// Sides of walls: which of them hold a point on their free side, and which bodies lie behind a wall that is
// to contain them.
//
// Planes and lines have no ends; a cylinder and a mesh may end at a rim. Beside the rim of a surface, where
// the nearest point is on the rim, is neither side. Meshes that meet at an edge are one surface there.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <vector>

namespace scree {

struct World;

/// Walls whose free side holds a point, whether they are present or not. Surfaces with a rim go on beyond it
/// here: a point above an open tube, and within its radius, is on the free side of the tube. A line of the
/// plane has two free sides and is none of them.
std::vector<int> walls_around(const World& world, Vec3 point);

/// The first present one of these walls that has a point behind it, or -1.
int wall_before(const World& world, std::span<const int> walls, Vec3 point);

}  // namespace scree
