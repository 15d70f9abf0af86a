// What a world looks like at one moment, as grids for ParaView.
#pragma once

#include "scree/io/encode/vtkhdf.hpp"
#include "scree/world/world.hpp"

#include <vector>

namespace scree {

/// A vertex at the centre of each body, with id, shape, material, scale, orientation (w, x, y, z), velocity,
/// spin, kinetic energy and number of contacts: for "3D Glyphs" with the OBJ of each shape.
Grid bodies_grid(const World& world);

/// The faces of all bodies as polygons; spheres are icospheres. Shows at once, takes some 20 times the room.
Grid surfaces_grid(const World& world);

/// The walls that are present, as polygons. A plane is shown as far as the bodies reach and other planes let
/// see it.
Grid walls_grid(const World& world);

/// A vertex at each contact, with its normal from A to B, the force on B, the overlap, the ids of both bodies
/// (walls: -1 - number) and the branch vector from the centre of A to that of B (walls: to the contact).
/// Force chains are glyphs along the branch, as thick as the force.
Grid contacts_grid(const World& world);

/// The surface of a shape at scale 1, in its own frame: what a body shows.
Surface surface_of(const Shapes& shapes, int shape);

}  // namespace scree
