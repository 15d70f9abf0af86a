// Motion of a free body over one step under the forces at its beginning.
#pragma once

#include "scree/math/pose.hpp"

namespace scree {

/// State that one step of free motion advances, and its inputs.
struct RigidMotion {
  Vec3 position, velocity, half_velocity, angular_momentum, spin;
  Quat orientation;
  Real displacement_bound = 0;  // upper bound on the displacement of any point of the body
  Vec3 force, torque, inverse_inertia;
  Real inverse_mass = 0, radius = 0;
};

struct Push {
  Vec3 gravity;
  Real dt = 0;
  Real kick = 0.5;  // fraction of the step's impulse that acts before the move
};

namespace rigid_motion_detail {

/// A small rotation about one axis of the body: the quaternion (c, s e).
struct AxisRotation {
  Real c, s;

  SCREE_HD explicit AxisRotation(Real half_angle)
      : c(1 / std::sqrt(1 + half_angle * half_angle)), s(half_angle * c) {}
  /// Transforms two components of a fixed vector into the frame of the rotated body.
  SCREE_HD void apply(Real& u, Real& v) const {
    const Real cosine = c * c - s * s, sine = 2 * c * s, old = u;
    u = cosine * old + sine * v;
    v = cosine * v - sine * old;
  }
};

/// Returns the orientation after dt of a body with three equal moments of inertia.
SCREE_HD inline Quat turned_round(Quat q, Vec3 angular_momentum, Real inverse_inertia, Real dt) {
  const Vec3 h = (0.5 * dt * inverse_inertia) * angular_momentum;
  return normalized(Quat{1, h.x, h.y, h.z} * q);
}

SCREE_HD inline Quat turned_by_axes(Quat q, Vec3 angular_momentum, Vec3 i, Real dt) {
  Vec3 l = rotate(conjugate(q), angular_momentum);
  const auto about_x = [&](Real t) {
    const AxisRotation rotation(0.5 * t * l.x * i.x);
    rotation.apply(l.y, l.z);
    q = q * Quat{rotation.c, rotation.s, 0, 0};
  };
  const auto about_y = [&](Real t) {
    const AxisRotation rotation(0.5 * t * l.y * i.y);
    rotation.apply(l.z, l.x);
    q = q * Quat{rotation.c, 0, rotation.s, 0};
  };
  const auto about_z = [&](Real t) {
    const AxisRotation rotation(0.5 * t * l.z * i.z);
    rotation.apply(l.x, l.y);
    q = q * Quat{rotation.c, 0, 0, rotation.s};
  };
  about_x(0.5 * dt);
  about_y(0.5 * dt);
  about_z(dt);
  about_y(0.5 * dt);
  about_x(0.5 * dt);
  return normalized(q);
}

}  // namespace rigid_motion_detail

/// Returns an upper bound on the displacement of any point of the body.
SCREE_HD inline Real displacement_bound(Vec3 shift, Quat from, Quat to, Real radius) {
  const Quat r = to * conjugate(from);
  return length(shift) + 2 * radius * std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
}

/// Returns the orientation after dt of a free body with constant angular momentum (world frame). The rotation
/// is split into rotations about the principal axes (Dullweber, Leimkuhler, McLachlan 1997), and each of them
/// uses the Cayley map. The angular momentum is conserved exactly, the energy does not drift, and the error
/// is of second order. No trigonometric function is needed.
SCREE_HD inline Quat turned(Quat orientation, Vec3 angular_momentum, Vec3 inverse_inertia, Real dt) {
  using namespace rigid_motion_detail;
  return all_equal(inverse_inertia) ? turned_round(orientation, angular_momentum, inverse_inertia.x, dt)
                                    : turned_by_axes(orientation, angular_momentum, inverse_inertia, dt);
}

/// Advances position and orientation to the end of the step and `half_velocity` to its middle. Also predicts
/// velocity and spin for the end from the old forces. `round`: the body has three equal moments of inertia.
template <bool round>
SCREE_HD inline void move_freely(RigidMotion& m, const Push& push) {
  const Quat before = m.orientation;
  const Vec3 kick = (push.kick * push.dt) * (m.inverse_mass * m.force + push.gravity);
  m.half_velocity = m.velocity + kick;
  m.position += push.dt * m.half_velocity;
  m.velocity = m.half_velocity + kick;
  const Vec3 twist = (push.kick * push.dt) * m.torque;
  m.angular_momentum += twist;
  m.orientation =
      round ? rigid_motion_detail::turned_round(before, m.angular_momentum, m.inverse_inertia.x, push.dt)
            : turned(before, m.angular_momentum, m.inverse_inertia, push.dt);
  m.displacement_bound = displacement_bound(push.dt * m.half_velocity, before, m.orientation, m.radius);
  const Vec3 predicted = m.angular_momentum + twist;
  m.spin = round ? m.inverse_inertia.x * predicted
                 : apply_inverse_inertia(m.orientation, m.inverse_inertia, predicted);
}

}  // namespace scree
