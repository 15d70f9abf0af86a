// Problems of a run that its user must know about. Counts and first cases are part of the state, so a resumed
// run continues the counts. Nothing here changes the motion.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <cstdint>
#include <vector>

namespace scree {

struct World;

/// Largest sudden overlap that is not reported, as a fraction of the size of the smaller body. If bodies
/// overlap more deeply when they are inserted, or when a wall appears in them, they gain energy that has no
/// source. The size of a body is the diameter of the sphere of equal volume.
inline constexpr Real deep_overlap = 0.05;

/// A body that moved farther than its own size in one step.
struct FastBody {
  std::int64_t step = 0;
  int id = 0;
  int unused = 0;
  Real distance = 0;  // m
};

/// Overlaps deeper than `deep_overlap` that arose in one step, because a wall appeared or a table
/// inserted bodies.
struct SuddenOverlap {
  std::int64_t step = 0;
  int wall = -1;                 // -1: overlaps of inserted bodies
  int count = 0;                 // number of bodies in the wall, or of contacts of inserted bodies
  Real depth = 0, fraction = 0;  // deepest overlap: in m, and divided by the size of its smaller body
};

/// Mean force that a servo measures, over all its steps or about the last 200 of them.
struct ServoRecord {
  Real force = 0;  // N
  std::int64_t steps = 0;
};

struct Watch {
  std::int64_t fast_bodies = 0;  // number of fast bodies, summed over all steps
  FastBody first_fast;
  std::vector<SuddenOverlap> sudden;
  std::vector<ServoRecord> servos;  // one per servo
};

/// The contact that is deepest relative to the size of its smaller body.
struct DeepestOverlap {
  int body_a = -1, body_b = -1;  // indices; body_b is -1 - wall for a contact with a wall
  Real depth = 0, fraction = 0;
};

/// Returns the contact of the last step that is deepest relative to the size of its smaller body. body_a is
/// -1 if nothing touches.
DeepestOverlap deepest_overlap(const World& world);

/// Returns the walls that appear between the last step and world.time. Call it before the walls are moved.
std::vector<int> appearing_walls(const World& world);

/// Records deep overlaps with walls that have just appeared, from the contacts of this step.
void note_appeared(World& world, const std::vector<int>& walls);

/// Records deep overlaps of newly inserted bodies, whose ids are `first_id` or higher.
void note_inserted(World& world, int first_id);

/// Records fast bodies and the forces of servos. Call it at the end of every step.
void note_step(World& world);

/// Returns the box around all walls except planes, which have no end, and walls that have been removed.
Box box_of_finite_walls(const World& world);

/// Number of bodies that are lost forever, and the first of them.
struct LostBodies {
  int count = 0;
  int first_id = 0;
  Vec3 position;  // position of the first lost body
};

/// Counts the free bodies that are outside of all walls, touch nothing and move away forever. Their ballistic
/// paths reach no plane and leave the box around all other walls and all bodies that are not free. A world
/// without walls and without fixed or prescribed bodies loses no body.
LostBodies lost_bodies(const World& world);

}  // namespace scree
