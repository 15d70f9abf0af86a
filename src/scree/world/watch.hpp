// Conditions that a run comes upon and its user must hear about. Counts and first cases are part of the
// state, so a resumed run goes on counting. Nothing here changes the motion.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <cstdint>
#include <vector>

namespace scree {

struct World;

/// Overlap, as a fraction of the size of the smaller body, above which bodies that were just put in, or met
/// by a wall that appears, get energy from nowhere. The size of a body is the diameter of the sphere of its
/// volume.
inline constexpr Real deep_overlap = 0.05;

/// A body that moved farther than its own size in one step.
struct FastBody {
  std::int64_t step = 0;
  int id = 0;
  int unused = 0;
  Real distance = 0;  // m
};

/// Overlaps deeper than `deep_overlap` that were there at once: a wall appeared, or a table put bodies in.
struct SuddenOverlap {
  std::int64_t step = 0;
  int wall = -1;                 // -1: bodies that came
  int count = 0;                 // of the bodies; of contacts where bodies came
  Real depth = 0, fraction = 0;  // of the deepest: m, and over the size of its smaller body
};

/// Force that a servo measures: the mean over all its steps, or the last 200 of them.
struct ServoRecord {
  Real force = 0;  // N
  std::int64_t steps = 0;
};

struct Watch {
  std::int64_t fast_bodies = 0;  // counted in every step
  FastBody first_fast;
  std::vector<SuddenOverlap> sudden;
  std::vector<ServoRecord> servos;  // of each servo
};

/// A contact that is deeper than others, with the size of its smaller body.
struct DeepestOverlap {
  int body_a = -1, body_b = -1;  // indices; b is -1 - wall where a wall is touched
  Real depth = 0, fraction = 0;
};

/// Returns the contact of the last step that is deepest for the size of its smaller body; body_a is -1 where
/// nothing touches.
DeepestOverlap deepest_overlap(const World& world);

/// Returns the walls that appear between the last step and world.time; for a call before walls are moved.
std::vector<int> appearing_walls(const World& world);

/// Notes deep overlaps with a wall that has just appeared, by the contacts of this step.
void note_appeared(World& world, const std::vector<int>& walls);

/// Notes deep overlaps of bodies that have just been put in, those from this id on.
void note_inserted(World& world, int first_id);

/// Notes fast bodies and the forces of servos; for the end of every step.
void note_step(World& world);

/// Returns the box around all walls but planes, which have no end; those that are removed do not count.
Box box_of_finite_walls(const World& world);

/// Bodies that are gone for good.
struct LostBodies {
  int count = 0;
  int first_id = 0;
  Vec3 position;  // of the first
};

/// Counts the free bodies that are outside of all walls, touch nothing and move away for ever: no plane lies
/// on their ballistic way, and they leave the box around all other walls and all bodies that are not free. A
/// world without any wall loses no body.
LostBodies lost_bodies(const World& world);

}  // namespace scree
