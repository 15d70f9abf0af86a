// The kick that lets the springs of a contact do exactly the work that they give back.
//
// Velocity Verlet counts the work of a contact force over a step by the trapezoidal rule. That differs from
// the change of the stored energy wherever the force is not the gradient of that energy, or where it jumps:
// the normal of two bodies changes from one face to another, corners of a patch wander over the bodies and
// their weights change, bodies meet and part within a step. The differences are random, but collisions that
// gain and lose energy at random heat a packing in the mean.
//
// A discrete gradient (Gonzalez, J. Nonlinear Sci. 6, 1996) adds to the force the multiple of the motion that
// makes its work over the step equal to the change of the stored energy. Here the force before the step is
// known and the motion over the step too, so the correction is explicit: an impulse at the end of the step,
// along the velocity of the bodies against each other, equal and opposite on both. What was stored at the
// beginning of a contact is what it has given back at its end, whatever features met in between.
//
// Departure: the exact sum over several contacts of a body would couple their kicks. Each contact counts with
// the velocities after its own force has changed; what the others change in the same step is left out.
#pragma once

#include "scree/math/quat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {

/// The springs of a contact at the end of a step.
struct SpringState {
  Vec3 force;       // on B; A gets the opposite
  Vec3 moment;      // of that force about the centroid of A
  Real energy = 0;  // that the springs have still to give back, J
};

/// One of the two bodies of a contact over a step. A wall has no inverse mass and no inverse inertia.
struct StepMotion {
  Vec3 position;      // at the end of the step
  Vec3 velocity;      // during the step
  Vec3 spin;          // during the step, with the orientation at its end
  Vec3 spin_before;   // during the step, with the orientation at its beginning
  Vec3 end_velocity;  // predicted for the end of the step with the forces of its beginning
  Vec3 end_spin;
  Quat orientation;
  Real inverse_mass = 0;
  Vec3 inverse_inertia;

  SCREE_HD Vec3 inertial(Vec3 torque) const {  // the inverse inertia times a torque
    if (all_equal(inverse_inertia)) return inverse_inertia.x * torque;
    const Vec3 t = rotate(conjugate(orientation), torque);
    return rotate(orientation, {inverse_inertia.x * t.x, inverse_inertia.y * t.y, inverse_inertia.z * t.z});
  }
};

/// An impulse on B at a point; A gets the opposite.
struct Kick {
  Vec3 impulse, point;
};

namespace balance_detail {

/// The power of a force with a moment about the centroid of A, for given velocities. `apart`: from the
/// centroid of A to the origin of B.
SCREE_HD inline Real power(Vec3 force, Vec3 moment, Vec3 velocity, Vec3 spin_a, Vec3 spin_b, Vec3 apart) {
  return dot(force, velocity) - dot(moment, spin_a) + dot(moment - cross(apart, force), spin_b);
}

/// The solution of first * x + second * x^2 = goal that is small when the goal is; second >= 0. Without a
/// solution: where the left side is least.
SCREE_HD inline Real small_root(Real first, Real second, Real goal) {
  const Real discriminant = first * first + 4 * second * goal;
  if (!(discriminant > 0)) return second > 0 ? -0.5 * first / second : 0;
  const Real root = std::sqrt(discriminant);
  const Real denominator = first + (first < 0 ? -root : root);
  return denominator != 0 ? 2 * goal / denominator : 0;
}

}  // namespace balance_detail

/// Energy that the springs have given back but not done as work over a step of length dt.
SCREE_HD inline Real missing_work(const SpringState& before, const SpringState& now, const StepMotion& a,
                                  const StepMotion& b, Real dt) {
  using balance_detail::power;
  const Vec3 velocity = b.velocity - a.velocity, apart = b.position - a.position;
  const Real work =
      power(before.force, before.moment, velocity, a.spin_before, b.spin_before, apart - dt * velocity) +
      power(now.force, now.moment, velocity, a.spin, b.spin, apart);
  return before.energy - now.energy - 0.5 * dt * work;
}

/// The impulse at `point` that does the missing work, along a direction. It is at most `most` newton seconds.
SCREE_HD inline Kick kick_along(Vec3 direction, Vec3 point, Real missing, Vec3 force_change,
                                Vec3 moment_change, const StepMotion& a, const StepMotion& b, Real dt,
                                Real most) {
  using balance_detail::power;
  const Vec3 arm_a = point - a.position, arm_b = point - b.position;
  const Vec3 turn_a = cross(arm_a, direction), turn_b = cross(arm_b, direction);
  // How an impulse along the direction changes the velocities.
  const Vec3 push = (a.inverse_mass + b.inverse_mass) * direction;
  const Vec3 spin_a = -a.inertial(turn_a), spin_b = b.inertial(turn_b);
  const Real second = 0.5 * (dot(direction, push) - dot(turn_a, spin_a) + dot(turn_b, spin_b));
  // The velocities at the end of the step were predicted with the old force; this is what its change adds.
  const Real changed =
      0.5 * dt * power(force_change, moment_change, push, spin_a, spin_b, b.position - a.position);
  const Real first = dot(direction, b.end_velocity - a.end_velocity) - dot(turn_a, a.end_spin) +
                     dot(turn_b, b.end_spin) + changed;
  const Real size = balance_detail::small_root(first, second, missing);
  const Real limit = most / std::sqrt(std::max(length_squared(direction), std::numeric_limits<Real>::min()));
  return {std::clamp(size, -limit, limit) * direction, point};
}

/// The kick for a contact that goes on: along the velocity of B against A at its middle. Half a step of the
/// forces before and now is the most that it takes or gives.
SCREE_HD inline Kick balancing_kick(const SpringState& before, const SpringState& now, Vec3 middle,
                                    const StepMotion& a, const StepMotion& b, Real dt) {
  const Vec3 along =
      b.velocity + cross(b.spin, middle - b.position) - a.velocity - cross(a.spin, middle - a.position);
  const Real most = 0.5 * dt * (length(before.force) + length(now.force));
  return kick_along(along, middle, missing_work(before, now, a, b, dt), now.force - before.force,
                    now.moment - before.moment + cross(dt * a.velocity, before.force), a, b, dt, most);
}

/// The kick for a contact that ended within the step: along the line of its last force, and no longer than
/// half a step of it, so that over its last step it never pulls.
SCREE_HD inline Kick parting_kick(const SpringState& before, const StepMotion& a, const StepMotion& b,
                                  Real dt) {
  const Real square = length_squared(before.force);
  if (!(square > 0)) return {};
  const Vec3 point = a.position + (1 / square) * cross(before.force, before.moment);
  return kick_along(before.force, point, missing_work(before, {}, a, b, dt), -before.force, -before.moment, a,
                    b, dt, 0.5 * dt * std::sqrt(square));
}

}  // namespace scree
