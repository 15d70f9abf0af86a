// The bodies of a world, one array a field.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/world/shapes.hpp"

#include <vector>

namespace scree {

enum class Freedom : unsigned char {
  free,
  fixed,       // never moves
  prescribed,  // keeps its velocity and spin, whatever touches it
};

/// A body to be added.
struct BodyState {
  int shape = 0, material = 0;
  Real scale = 1;
  Pose pose;
  Vec3 velocity, spin;
  Freedom freedom = Freedom::free;
};

struct Bodies {
  std::vector<Vec3> position;  // of the centroid
  std::vector<Quat> orientation;
  std::vector<Vec3> velocity, spin;  // between steps; within a step what they will be at its end, predicted
  std::vector<Vec3> half_velocity;   // within a step: in its middle
  std::vector<Vec3>
      angular_momentum;  // about the centroid, the spin follows from it; within a step in its middle
  std::vector<Vec3> force, torque;             // of the last step, without gravity
  std::vector<Real> mass, inverse_mass;        // the inverse is 0 for bodies that are not free
  std::vector<Vec3> inertia, inverse_inertia;  // principal moments
  std::vector<Real> radius, scale;
  std::vector<Real>
      travel;  // how far any point of the body can have come on its way; kept for pairs that wait
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
