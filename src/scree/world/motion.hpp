// Prescribed motions of walls, as plain data. A wall may have several motions, whose displacements add up.
//
// Each motion gives the displacement of its wall between two times. A step moves the wall by its displacement
// from the beginning to the end of the step. Friction and the work of the wall depend on the velocity of the
// wall. This velocity is the mean over two steps, one before and one after that end, because velocity Verlet
// counts work in this way. Only the servo, which cannot know the future, has the velocity of the step itself.
#pragma once

#include "scree/world/walls.hpp"

namespace scree {

struct World;

inline constexpr Real forever = std::numeric_limits<Real>::infinity();

/// A constant velocity and a constant rotation about an axis through a point, from `begin` to `end`.
struct MotionPhase {
  int wall = 0;
  Real begin = 0, end = forever;
  Vec3 velocity = {};  // m/s
  Vec3 spin = {};      // rad/s
  Vec3 center = {};    // point on the axis of rotation
  // True: the centre is a point of the wall and moves with it; false: it stays in the world.
  bool carried = false;
};

/// Displacements at given times, interpolated linearly. The wall rests before the first and after the
/// last time.
struct MotionTable {
  struct Entry {
    Real time = 0;
    Vec3 position = {};  // displacement, m
    Real angle = 0;      // rotation, rad
  };
  int wall = 0;
  Vec3 axis{0, 0, 1}, center = {};  // axis and centre of rotation; the centre is in the frame of the wall
  std::vector<Entry> entries = {};  // sorted by time
};

/// Displaces a wall by amplitude x sin(2 pi frequency (t - begin) + phase).
struct Vibration {
  int wall = 0;
  Vec3 amplitude = {};  // m
  Real frequency = 0;   // Hz
  Real phase = 0;       // rad
  Real begin = 0, end = forever;
};

/// Moves a wall along a direction until it presses with a given force. Its speed is gain x (force - measured
/// force), up to a limit.
struct Servo {
  int wall = 0;
  Vec3 direction{0, 0, 1};  // unit vector along which the wall presses
  Real force = 0;           // N
  Real gain = 0;            // m/s per N
  Real fastest = 0;         // m/s
  Real begin = 0, end = forever;
};

struct Motions {
  std::vector<MotionPhase> phases;
  std::vector<MotionTable> tables;
  std::vector<Vibration> vibrations;
  std::vector<Servo> servos;

  bool empty() const { return phases.empty() && tables.empty() && vibrations.empty() && servos.empty(); }
};

/// Throws an Error that names the wall and the cause if a motion is impossible.
void check(const Motions& motions, const Walls& walls);

/// Sets pose, velocity, spin and presence of the walls for world.time, the end of a step of length dt.
void move_walls(World& world, Real dt);

}  // namespace scree
