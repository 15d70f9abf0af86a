// One contact of the implicit solver: two points that face each other along a normal, with a spring and a
// dashpot across it and others along the plane.
//
// A spring is open (no force), locked (pushes, and holds against sliding) or sliding (pushes, and drags by
// Coulomb's rule). Which of them it is at the end of a step is found together with the displacements
// (open_close.hpp).
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree::dda {

enum class State : unsigned char { open, slide, lock };

struct Spring {
  int pair = 0;         // in the list of pairs
  int a = 0, b = 0;     // bodies; b is -1 for a wall
  std::uint64_t key{};  // the same from step to step as long as the same features meet
  Vec3 place;           // halfway between the points
  Vec3 arm_a, arm_b;    // from the centroids, or from the origin of the wall
  Vec3 normal;          // unit, from A to B
  Real gap = 0;         // at the beginning of the step; negative: overlap
  Vec3 driven;          // how far B's point goes from A's in the step by what is prescribed
  Vec3 shear;           // how far the spring along the plane is stretched: B against A
  Real stiffness = 0, tangential_stiffness = 0, damping = 0, tangential_damping = 0;
  Real friction = 0;
  bool bonded = false;             // holds whatever pulls, up to its strength
  Real cohesion = 0, tension = 0;  // N: the strength of the bond, along and across the plane

  State state = State::open;
  Real holding = 1;  // the part of its stiffness with which the spring along the plane pulls; below 1: slides
  Real pressed = 0;  // N, at the end of the step as it was found last
  Vec3 dragged;      // N: what holds B along the plane
};

}  // namespace scree::dda
