// What a pile of grains is like that leans against walls on its sides of least x, and of least y where it
// spreads to both.
#pragma once

#include "scree/world/world.hpp"

namespace scree::reproduce {

struct Pile {
  Real slope =
      0;  // degrees, of the surface between a tenth and seven tenths of its height, two cells at least
  Real upper_slope = 0;    // degrees, between four and nine tenths of its height
  Real toe = 0;            // m, from the corner or the wall, where a line through the flank meets the ground
  Real center_height = 0;  // m, of mass
  Real reach = 0;          // m, from the corner or the wall, within which nine tenths of the grains are
  Real top = 0;            // m
  int outside = 0;         // grains whose centroid is behind a wall or below the floor
};

enum class Spreads : unsigned char { along_x, to_x_and_y };

/// The surface is that of the highest grain over each cell of the ground, as wide as `cell`. Its slope at a
/// cell is that of the plane through the five by five cells around it, in whatever direction that falls; the
/// slope of the pile is the median. So the pile may be a cone, a wedge or what a column with flat sides
/// leaves.
Pile measure_pile(const World& world, Spreads spreads, Real cell);

/// Of the deepest point of every contact, m.
struct Overlaps {
  Real mean = 0, largest = 0;
};
Overlaps overlaps_of(const World& world);

/// Grains whose centroid is behind a plane of a wall that is there.
int lost_grains(const World& world);

}  // namespace scree::reproduce
