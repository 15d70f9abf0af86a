// Insertion of bodies into a world. All bodies appear at once on a lattice, at random points or at a table of
// poses, or they fall one after the other as rain, at random points or in the fixed sequence of a grid.
// Except for tables, a body is inserted only where it touches no other body and its bounding sphere touches
// no wall. Spheres and mixed pairs are compared by their bounding spheres. Random points lie on the free side
// of the walls that should contain the bodies. Lattices, grids and tables prescribe their points, and
// `points_outside` counts the points behind a wall.
//
// All data that change are plain data in `InsertionState`, so a run can stop and continue anywhere.
#pragma once

#include "scree/world/bodies.hpp"
#include "scree/world/insert/grain_source.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace scree {

struct World;

enum class InsertionKind : unsigned char { lattice, random, rain, table };

struct InsertionState {
  Random random{1};  // for positions and orientations
  int done = 0;      // number of bodies inserted
  Real volume = 0;   // volume of these bodies, m3
  bool finished = false;
  int wait = 0;  // steps from the last try, which found no room, to the next; 0: there was room
  std::int64_t retry_step = 0;  // step of the next try
};

struct Insertion {
  InsertionKind kind = InsertionKind::random;
  GrainSource grains;
  int material = 0;
  Vec3 lower, upper;             // corners of the region; bodies lie entirely inside it if it is wide enough
  int count = 0;                 // number of bodies; for a lattice the largest number, 0: all its points
  Real solid_fraction = 0;       // random: fraction of the region to fill, used instead of the count
  Real spacing = 0;              // lattice
  Real start = 0, interval = 0;  // time of the first body; rain: time from one body to the next
  int columns = 0, rows = 0;     // rain: grid points along x and y, filled back and forth; 0: random points
  int stride = 1;                // number of grid points from one body to the next along that path
  Real scatter = 0;              // largest offset of a body from its grid point, along x and along y
  std::vector<Pose> poses;       // table: poses of the bodies
  std::vector<int> inside;  // walls that contain the bodies: no random point lies behind one (wall_sides.hpp)
  bool random_orientation = true;  // true: random orientations; false: orientations of the shapes
  Vec3 velocity, spin;
  Real thickness = 0;  // thickness of 2D bodies; 0: 3D
  InsertionState state;

  Real region_volume() const {
    const Vec3 d = upper - lower;
    return d.x * d.y * (thickness > 0 ? thickness : d.z);
  }
};

/// Inserts the bodies that are due at the world's time. Returns the energy that they add.
Real insert_due(World& world);

/// Returns the number of bodies that are not inserted yet. Insertions by solid fraction add nothing to it.
int remaining_count(const World& world);

/// Number of points of a lattice, a table or a rain grid that lie behind a wall of `inside`.
struct OutsidePoints {
  int wall = 0, count = 0, of = 0;
  Vec3 first;
};
/// Returns these numbers for each wall that has points behind it.
std::vector<OutsidePoints> points_outside(const World& world, const Insertion& insertion);

/// Returns the middle of the region, or of the box around the poses of a table.
Vec3 middle_of(const Insertion& insertion);
/// Returns the number of bodies that are due but have found no room so far. An insertion by solid fraction
/// counts as one body.
int pending_count(const World& world);

/// Returns the total number of bodies of an insertion. For an insertion by solid fraction, this is the number
/// inserted so far.
int expected_count(const Insertion& insertion);

/// Returns the number of bodies that a lattice has room for.
int lattice_capacity(const Insertion& insertion);

/// True if a sphere touches none of the walls that are present.
bool clear_of_walls(const World& world, Vec3 center, Real radius);

}  // namespace scree
