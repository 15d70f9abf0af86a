// One contact of the implicit solver: two points that face each other along a normal. One spring and one
// dashpot act along the normal, another spring and another dashpot in the contact plane.
//
// A spring is open (no force), locked (it pushes and resists sliding) or sliding (it pushes, and its
// friction follows Coulomb's rule). Its state at the end of a step is found together with the
// displacements (open_close.hpp).
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree::dda {

enum class State : unsigned char { open, slide, lock };

struct Spring {
  int pair = 0;         // index in the pair list
  int a = 0, b = 0;     // bodies; b is -1 for a wall
  std::uint64_t key{};  // the same in every step as long as the same features touch
  Vec3 point;           // midpoint of the two contact points
  Vec3 arm_a, arm_b;    // from the centroids, or from the origin of a wall
  Vec3 normal;          // unit, from A to B
  Real gap = 0;         // gap at the beginning of the step; negative: overlap
  Vec3 driven;          // prescribed displacement of B's point relative to A's in the step
  Vec3 shear;           // stretch of the tangential spring: B relative to A
  Real stiffness = 0, tangential_stiffness = 0, damping = 0, tangential_damping = 0;
  Real friction = 0;
  bool bonded = false;             // resists any pull up to the strength of the bond
  Real cohesion = 0, tension = 0;  // N: strengths of the bond in shear and in tension

  State state = State::open;
  Real holding = 1;  // fraction of the tangential stiffness that acts; below 1: the contact slides
  Real pressed = 0;  // N: normal force at the end of the step, from the last round
  Vec3 dragged;      // N: tangential force on B
};

}  // namespace scree::dda
