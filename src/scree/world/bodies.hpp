// The bodies of a world, with one array per field.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/world/shapes.hpp"

#include <vector>

namespace scree {

enum class Freedom : unsigned char {
  free,
  fixed,       // never moves
  prescribed,  // keeps its velocity and spin, even under contact forces
};

/// Description of a body to add.
struct BodyState {
  int shape = 0, material = 0;
  Real scale = 1;
  Pose pose;
  Vec3 velocity, spin;
  Freedom freedom = Freedom::free;
};

struct Bodies {
  std::vector<Vec3> position;  // position of the centroid
  std::vector<Quat> orientation;
  std::vector<Vec3> velocity, spin;  // values between steps; within a step, predictions for its end
  std::vector<Vec3> half_velocity;   // velocity in the middle of the step
  // Angular momentum about the centroid; the spin is computed from it. Within a step, its value in
  // the middle.
  std::vector<Vec3> angular_momentum;
  std::vector<Vec3> force, torque;             // sums over the contacts of the last step, without gravity
  std::vector<Real> mass, inverse_mass;        // the inverse is 0 for bodies that are not free
  std::vector<Vec3> inertia, inverse_inertia;  // principal moments of inertia
  std::vector<Real> radius, scale;
  // Upper bound on the length of the path of any point of the body so far. It decides when waiting pairs
  // are queried.
  std::vector<Real> path_bound;
  std::vector<int> shape, material, id;
  std::vector<Freedom> freedom;
  int next_id = 1;

  int count() const { return static_cast<int>(position.size()); }
  Pose pose(int i) const { return {position[i], orientation[i]}; }
  /// Returns the index of the new body.
  int add(const BodyState& state, const Shapes& shapes, Real density);
  Real kinetic_energy() const;
};

}  // namespace scree
