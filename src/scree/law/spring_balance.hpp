// Kicks that make the work of a contact's springs equal to the energy that the springs release.
//
// Velocity Verlet counts the work of a contact force over a step by the trapezoidal rule. That work differs
// from the change of the stored energy wherever the force is not the gradient of that energy, or where the
// force jumps. The normal of two bodies changes from one face to another, corners of a patch move over the
// bodies and their weights change, and bodies meet and part within a step. The differences are random, but
// collisions that gain and lose energy at random heat a packing on average. Contacts with a dashpot lose far
// more energy than they gain this way. The energy of contacts without a dashpot changes in no other way.
//
// A discrete gradient (Gonzalez, J. Nonlinear Sci. 6, 1996) adds to the force the multiple of the motion that
// makes its work over the step equal to the change of the stored energy. Here the force before the step and
// the motion over the step are both known, so the correction is explicit. It is an impulse at the end of the
// step along the relative velocity of the bodies, equal and opposite on both. At its end a contact has given
// back exactly the energy that was stored at its beginning, whatever features met in between.
//
// Difference from the paper: the kicks of several contacts of one body depend on each other. Each kick is
// computed as if it were the only one, after all forces have acted. A kick that reaches its limit leaves the
// rest of its work for the next step.
#pragma once

#include "scree/math/quat.hpp"

#include <algorithm>
#include <cmath>

namespace scree {

/// The springs of a contact at the end of a step.
struct SpringState {
  Vec3 force;       // on B; A gets the opposite
  Vec3 moment;      // moment of that force about the centroid of A
  Real energy = 0;  // energy that the springs still have to give back, J
};

/// Motion of one of the two bodies of a contact during a step.
struct StepMotion {
  Vec3 position;     // at the end of the step
  Vec3 velocity;     // during the step
  Vec3 spin;         // spin in the step, with the orientation at its end
  Vec3 spin_before;  // spin in the step, with the orientation at its beginning
};

/// One of the two bodies at the end of a step, after all forces have acted. The inverse mass and the inverse
/// inertia of a wall are zero.
struct EndMotion {
  Vec3 position, velocity, spin;
  Quat orientation;
  Real inverse_mass = 0;
  Vec3 inverse_inertia;

  /// Returns the change of the spin by an angular impulse.
  SCREE_HD Vec3 spin_change(Vec3 angular_impulse) const {
    return apply_inverse_inertia(orientation, inverse_inertia, angular_impulse);
  }
};

/// Work that the springs of a contact have not yet done on the bodies, although they released its energy.
struct MissingWork {
  Vec3 point, direction;  // point and line of the impulse on B that does the work; A gets the opposite
  Real energy = 0;        // J
  Real most = 0;          // N s, the largest impulse
};

/// Impulse on B and the work that it does. A gets the opposite impulse.
struct Kick {
  Vec3 impulse;
  Real work = 0;
};

namespace balance_detail {

/// Power of a force on B whose moment about the centroid of A is given. `a_to_b` is the vector from the
/// centroid of A to the origin of B.
SCREE_HD inline Real power(Vec3 force, Vec3 moment, Vec3 velocity, Vec3 spin_a, Vec3 spin_b, Vec3 a_to_b) {
  return dot(force, velocity) - dot(moment, spin_a) + dot(moment - cross(a_to_b, force), spin_b);
}

/// Returns the solution of first * x + second * x^2 = goal that is small when the goal is small; second >= 0.
/// If there is no solution, returns the x at which the left side is smallest.
SCREE_HD inline Real small_root(Real first, Real second, Real goal) {
  const Real discriminant = first * first + 4 * second * goal;
  if (!(discriminant > 0)) return second > 0 ? -0.5 * first / second : 0;
  const Real root = std::sqrt(discriminant);
  const Real denominator = first + (first < 0 ? -root : root);
  return denominator != 0 ? 2 * goal / denominator : 0;
}

}  // namespace balance_detail

/// Energy that the springs released over a step of length dt without doing the same work on the bodies. An
/// amount below rounding counts as zero, so that bodies at rest stay undisturbed.
SCREE_HD inline Real missing_energy(const SpringState& before, const SpringState& now, const StepMotion& a,
                                    const StepMotion& b, Real dt) {
  using balance_detail::power;
  const Vec3 velocity = b.velocity - a.velocity, a_to_b = b.position - a.position;
  const Real work =
      power(before.force, before.moment, velocity, a.spin_before, b.spin_before, a_to_b - dt * velocity) +
      power(now.force, now.moment, velocity, a.spin, b.spin, a_to_b);
  const Real missing = before.energy - now.energy - 0.5 * dt * work;
  return std::abs(missing) > 1e-12 * (before.energy + now.energy) ? missing : 0;
}

/// Missing work of a continuing contact. Its impulse acts along the velocity of B relative to A at the middle
/// of the contact. It is at most the impulse of the forces before and now, each over half a step.
SCREE_HD inline MissingWork missing_work(const SpringState& before, const SpringState& now, Vec3 middle,
                                         const StepMotion& a, const StepMotion& b, Real dt) {
  const Vec3 along =
      b.velocity + cross(b.spin, middle - b.position) - a.velocity - cross(a.spin, middle - a.position);
  return {middle, along, missing_energy(before, now, a, b, dt),
          0.5 * dt * (length(before.force) + length(now.force))};
}

/// Missing work of a contact that ended within the step. Its impulse acts along the line of the last
/// force. It is at most the impulse of that force over half a step, so that the contact never pulls over
/// its last step.
SCREE_HD inline MissingWork missing_at_parting(const SpringState& before, const StepMotion& a,
                                               const StepMotion& b, Real dt) {
  const Real square = length_squared(before.force);
  if (!(square > 0)) return {};
  return {a.position + (1 / square) * cross(before.force, before.moment), before.force,
          missing_energy(before, {}, a, b, dt), 0.5 * dt * std::sqrt(square)};
}

/// Returns the impulse that does the missing work, or the largest allowed impulse if that work needs more.
SCREE_HD inline Kick kick_for(const MissingWork& missing, const EndMotion& a, const EndMotion& b) {
  const Vec3 along = missing.direction;
  const Real square = length_squared(along);
  if (missing.energy == 0 || !(square > 0)) return {};
  const Vec3 lever_a = cross(missing.point - a.position, along),
             lever_b = cross(missing.point - b.position, along);
  const Real first = dot(along, b.velocity - a.velocity) + dot(lever_b, b.spin) - dot(lever_a, a.spin);
  const Real second = 0.5 * ((a.inverse_mass + b.inverse_mass) * square +
                             dot(lever_a, a.spin_change(lever_a)) + dot(lever_b, b.spin_change(lever_b)));
  const Real limit = missing.most / std::sqrt(square);
  const Real size = std::clamp(balance_detail::small_root(first, second, missing.energy), -limit, limit);
  return {size * along, size * (first + second * size)};
}

}  // namespace scree
