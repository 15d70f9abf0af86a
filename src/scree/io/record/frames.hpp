// The state of a world at one moment, as grids for ParaView.
#pragma once

#include "scree/io/encode/vtkhdf.hpp"
#include "scree/world/world.hpp"

#include <vector>

namespace scree {

/// Returns a vertex at the centre of each body, with id, shape, material, scale, orientation (w, x, y, z),
/// velocity, spin, kinetic energy and number of contacts: for "3D Glyphs" with the OBJ of each shape.
Grid bodies_grid(const World& world);

/// Returns the faces of all bodies as polygons; spheres are icospheres. They are visible without glyphs and
/// need about 20 times the space.
Grid surfaces_grid(const World& world);

/// Returns the walls that are present, as polygons. A plane is shown as far as the bodies reach, except where
/// other planes hide it.
Grid walls_grid(const World& world);

/// Returns a vertex at each contact. Its data are the normal from A to B, the force on B, the overlap, the
/// ids of both bodies (walls: -1 - number) and the branch vector. That vector points from the centre of A to
/// the centre of B (walls: to the contact). For force chains, draw glyphs along the branch vector, with a
/// thickness proportional to the force.
Grid contacts_grid(const World& world);

/// Returns the visible surface of a shape at scale 1, in its own frame.
Surface surface_of(const Shapes& shapes, int shape);

}  // namespace scree
