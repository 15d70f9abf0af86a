// Bodies that come into a world: all at once on a lattice, at random places or from a table of poses, or one
// after the other as rain, which falls at random or in the fixed sequence of a grid. No body comes where it
// would meet another (of spheres and mixed pairs the bounding spheres count) or its bounding sphere a wall.
// Random places lie on the free side of the walls that are to contain the bodies; lattices, grids and tables
// say themselves where bodies come, and `places_outside` counts those that lie behind a wall.
//
// What changes is plain data in `InsertionState`, so a run can stop and go on anywhere.
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
  Random random{1};  // for places and orientations
  int done = 0;      // bodies put in
  Real volume = 0;   // of them, m3
  bool finished = false;
  int wait = 0;  // steps from the last try, which found no room, to the next; 0: there was room
  std::int64_t retry_step = 0;  // of the next try
};

struct Insertion {
  InsertionKind kind = InsertionKind::random;
  GrainSource grains;
  int material = 0;
  Vec3 lower, upper;             // of the region; bodies lie inside it whole, where it is wide enough
  int count = 0;                 // how many; lattice: at most, 0: as many as there are places
  Real solid_fraction = 0;       // random: until this part of the region is solid, instead of the count
  Real spacing = 0;              // lattice
  Real start = 0, interval = 0;  // rain: when the first body comes and how long after it the next
  int columns = 0, rows = 0;     // rain: places along x and y, taken like a snake; 0: places at random
  int stride = 1;                // of the snake: each body so many places on
  Real scatter = 0;              // of the snake: a body comes so far beside its place at most, along x and y
  std::vector<Pose> poses;       // table
  std::vector<int> inside;       // walls that contain the bodies: none comes behind one (wall_sides.hpp)
  bool turned = true;            // orientations at random; else the shapes as they are
  Vec3 velocity, spin;
  Real thickness = 0;  // of bodies in the plane; 0: in space
  InsertionState state;

  Real region_volume() const {
    const Vec3 d = upper - lower;
    return d.x * d.y * (thickness > 0 ? thickness : d.z);
  }
};

/// Puts in what is due at the world's time. Returns the energy that came with it.
Real insert_due(World& world);

/// Bodies still to come; those of a solid fraction are not counted.
int still_to_come(const World& world);

/// Bodies of a lattice, a table or a grid of the rain that are told to come behind a wall of `inside`.
struct OutsidePlaces {
  int wall = 0, count = 0, of = 0;
  Vec3 first;
};
/// Walls that have none behind them are left out.
std::vector<OutsidePlaces> places_outside(const World& world, const Insertion& insertion);

/// The middle of the region, or of the box that holds the poses of a table.
Vec3 middle_of(const Insertion& insertion);
/// Returns how many bodies are due but have found no room so far; of a solid fraction one.
int pending_count(const World& world);

/// Returns how many bodies an insertion brings in all; of a solid fraction those that are in already.
int expected_count(const Insertion& insertion);

/// Returns how many bodies a lattice has room for.
int lattice_places(const Insertion& insertion);

/// Whether a sphere is free of all walls that are there.
bool clear_of_walls(const World& world, Vec3 center, Real radius);

}  // namespace scree
