// One contact of the implicit solver: two points that face each other along a normal, with a spring and a
// dashpot along the normal and others along the contact plane.
//
// A spring is open (no force), locked (pushes, and holds against sliding) or sliding (pushes, and drags by
// Coulomb's rule). Its state at the end of a step is found together with the displacements (open_close.hpp).
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree::dda {

enum class State : unsigned char { open, slide, lock };

struct Spring {
  int pair = 0;         // index in the pair list
  int a = 0, b = 0;     // bodies; b is -1 for a wall
  std::uint64_t key{};  // does not change from step to step as long as the same features meet
  Vec3 point;           // halfway between the points
  Vec3 arm_a, arm_b;    // start at the centroids, or at the origin of a wall
  Vec3 normal;          // unit, from A to B
  Real gap = 0;         // gap at the beginning of the step; negative: overlap
  Vec3 driven;          // displacement of B's point relative to A's in the step by prescribed motion
  Vec3 shear;           // stretch of the spring along the plane: B relative to A
  Real stiffness = 0, tangential_stiffness = 0, damping = 0, tangential_damping = 0;
  Real friction = 0;
  bool bonded = false;             // holds against any pull up to its strength
  Real cohesion = 0, tension = 0;  // N: strength of the bond, along and across the plane

  State state = State::open;
  Real holding = 1;  // fraction of its stiffness with which the spring along the plane pulls; below 1: slides
  Real pressed = 0;  // N: normal force at the end of the step, by the last round
  Vec3 dragged;      // N: force on B along the plane
};

}  // namespace scree::dda
