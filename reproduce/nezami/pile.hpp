// Measures a pile of grains that leans against a wall on its side of least x. A pile that spreads in both
// directions also leans against a wall on its side of least y.
#pragma once

#include "scree/world/world.hpp"

namespace scree::reproduce {

struct Pile {
  Real slope =
      0;  // degrees, of the surface between a tenth (at least two cells) and seven tenths of its height
  Real upper_slope = 0;    // degrees, between four and nine tenths of its height
  Real toe = 0;            // m, from the corner or the wall, where a line through the flank meets the ground
  Real center_height = 0;  // m, of the centre of mass
  Real reach = 0;          // m, from the corner or the wall, within which nine tenths of the grains are
  Real top = 0;            // m
  int outside = 0;         // grains whose centroid is behind a wall or below the floor
};

enum class Spreads : unsigned char { along_x, to_x_and_y };

/// Measures the surface of the highest grains over cells of the ground with the width `cell`. The slope at a
/// cell is that of the plane through the five by five cells around it, in its own direction of descent. The
/// slope of the pile is the median. The pile may therefore be a cone, a wedge or the remains of a column with
/// flat sides.
Pile measure_pile(const World& world, Spreads spreads, Real cell);

/// Mean and largest overlap of all contacts, each at its deepest point, m.
struct Overlaps {
  Real mean = 0, largest = 0;
};
Overlaps overlaps_of(const World& world);

/// Number of grains whose centroid is behind a plane of a present wall.
int lost_grains(const World& world);

}  // namespace scree::reproduce
