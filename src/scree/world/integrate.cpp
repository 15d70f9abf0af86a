#include "scree/world/integrate.hpp"

namespace scree {
namespace {

/// A small rotation about one axis of the body: the quaternion (c, s e).
struct Turn {
  Real c, s;

  explicit Turn(Real half_angle) : c(1 / std::sqrt(1 + half_angle * half_angle)), s(half_angle * c) {}
  /// Two components of a fixed vector, seen from the turning body.
  void carry(Real& u, Real& v) const {
    const Real cosine = c * c - s * s, sine = 2 * c * s, old = u;
    u = cosine * old + sine * v, v = cosine * v - sine * old;
  }
};

/// The longest way that a point of the body can have gone.
Real way(Vec3 moved, Quat from, Quat to, Real radius) {
  const Quat turn = to * conjugate(from);
  return length(moved) + 2 * radius * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
}

}  // namespace

Quat turned(Quat q, Vec3 angular_momentum, Vec3 inverse_inertia, Real dt) {
  const Vec3 i = inverse_inertia;
  if (all_equal(i)) {
    const Vec3 h = (0.5 * dt * i.x) * angular_momentum;
    return normalized(Quat{1, h.x, h.y, h.z} * q);
  }
  Vec3 l = rotate(conjugate(q), angular_momentum);
  const auto about_x = [&](Real t) {
    const Turn turn(0.5 * t * l.x * i.x);
    turn.carry(l.y, l.z);
    q = q * Quat{turn.c, turn.s, 0, 0};
  };
  const auto about_y = [&](Real t) {
    const Turn turn(0.5 * t * l.y * i.y);
    turn.carry(l.z, l.x);
    q = q * Quat{turn.c, 0, turn.s, 0};
  };
  const auto about_z = [&](Real t) {
    const Turn turn(0.5 * t * l.z * i.z);
    turn.carry(l.x, l.y);
    q = q * Quat{turn.c, 0, 0, turn.s};
  };
  about_x(0.5 * dt), about_y(0.5 * dt), about_z(dt), about_y(0.5 * dt), about_x(0.5 * dt);
  return normalized(q);
}

void integrate_first_half(Bodies& b, Vec3 gravity, Real dt, bool count_travel, Real part) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] == Freedom::fixed) continue;
    const Quat before = b.orientation[i];
    if (b.freedom[i] == Freedom::prescribed) {
      b.position[i] += dt * b.velocity[i];
      const Vec3 h = (0.5 * dt) * b.spin[i];
      b.orientation[i] = normalized(Quat{1, h.x, h.y, h.z} * before);
      if (count_travel) b.travel[i] += way(dt * b.velocity[i], before, b.orientation[i], b.radius[i]);
      continue;
    }
    const Vec3 kick = (part * dt) * (b.inverse_mass[i] * b.force[i] + gravity);
    b.half_velocity[i] = b.velocity[i] + kick;
    b.position[i] += dt * b.half_velocity[i];
    b.velocity[i] = b.half_velocity[i] + kick;
    const Vec3 twist = (part * dt) * b.torque[i];
    b.angular_momentum[i] += twist;
    b.orientation[i] = turned(before, b.angular_momentum[i], b.inverse_inertia[i], dt);
    if (count_travel) b.travel[i] += way(dt * b.half_velocity[i], before, b.orientation[i], b.radius[i]);
    b.spin[i] = apply_inverse_inertia(b.orientation[i], b.inverse_inertia[i], b.angular_momentum[i] + twist);
  }
}

void integrate_second_half(Bodies& b, Vec3 gravity, Real dt, Real part) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] != Freedom::free) continue;
    b.velocity[i] = b.half_velocity[i] + (part * dt) * (b.inverse_mass[i] * b.force[i] + gravity);
    b.angular_momentum[i] += (part * dt) * b.torque[i];
    b.spin[i] = apply_inverse_inertia(b.orientation[i], b.inverse_inertia[i], b.angular_momentum[i]);
  }
}

}  // namespace scree
