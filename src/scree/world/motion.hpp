// How walls move: plain data, several motions a wall, whose displacements add.
//
// Each motion tells how far it carries its wall between two times. A step moves the wall by that from its
// beginning to its end; the velocity, which friction and the work of the wall see, is that over two steps,
// centred on the end: velocity Verlet counts work so. Only the servo, which does not know what comes, has the
// velocity of the step itself.
#pragma once

#include "scree/world/walls.hpp"

namespace scree {

struct World;

inline constexpr Real forever = std::numeric_limits<Real>::infinity();

/// A constant velocity and a constant turn about an axis through a point, from `begin` to `end`.
struct MotionPhase {
  int wall = 0;
  Real begin = 0, end = forever;
  Vec3 velocity = {};    // m/s
  Vec3 spin = {};        // rad/s
  Vec3 center = {};      // on the axis of the turn
  bool carried = false;  // the centre is a place of the wall and moves with it; else it stays in the world
};

/// Places at given times, linear between them; before the first and after the last the wall rests.
struct MotionTable {
  struct Entry {
    Real time = 0;
    Vec3 position = {};  // moved by, m
    Real angle = 0;      // turned by, rad
  };
  int wall = 0;
  Vec3 axis{0, 0, 1}, center = {};  // of the turn; the centre in the frame of the wall
  std::vector<Entry> entries = {};  // by time
};

/// amplitude x sin(2 pi frequency (t - begin) + phase)
struct Vibration {
  int wall = 0;
  Vec3 amplitude = {};  // m
  Real frequency = 0;   // Hz
  Real phase = 0;       // rad
  Real begin = 0, end = forever;
};

/// Moves along a direction until it presses with a force: speed = gain (force - measured), limited.
struct Servo {
  int wall = 0;
  Vec3 direction{0, 0, 1};  // unit, in which the wall presses
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

/// Throws an Error that names the wall and the cause where a motion cannot be.
void check(const Motions& motions, const Walls& walls);

/// Sets pose, velocity, spin and presence of the walls for the end of the step, world.time.
void move_walls(World& world);

}  // namespace scree
