// Measures a pile of grains that leans against a wall on its side of least x. A pile that spreads in both
// directions also leans against a wall on its side of least y.
#pragma once

#include "scree/world/world.hpp"

namespace scree::reproduce {

struct Pile {
  // Slope of the surface in degrees, between a tenth (at least two cells) and seven tenths of its height
  Real slope = 0;
  Real upper_slope = 0;  // slope in degrees between four and nine tenths of the height
  Real toe = 0;  // m, distance from the corner or wall to where a line through the flank meets the ground
  Real center_height = 0;  // m, height of the centre of mass
  Real reach = 0;          // m, distance from the corner or wall that nine tenths of the grains do not exceed
  Real top = 0;            // m, height of the highest point
  int outside = 0;         // grains whose centroid is behind a wall or below the floor
};

enum class Spreads : unsigned char { along_x, to_x_and_y };

/// Measures the surface that the highest grains form over cells of the ground with the width `cell`. The
/// slope at a cell is the steepest slope of the plane that fits the five by five cells around it. The slope
/// of the pile is the median of these slopes. It is therefore meaningful for a cone, a wedge and the remains
/// of a column with flat sides.
Pile measure_pile(const World& world, Spreads spreads, Real cell);

/// Mean and largest overlap of all contacts, m. The overlap of a contact is the one at its deepest point.
struct Overlaps {
  Real mean = 0, largest = 0;
};
Overlaps overlaps_of(const World& world);

/// Returns the number of grains whose centroid is behind a plane of a wall that has not been removed.
int lost_grains(const World& world);

}  // namespace scree::reproduce
