#include "scree/world/integrate/integrate.hpp"

#include "scree/math/simd_widths.hpp"
#include "scree/parallel.hpp"
#include "scree/world/integrate/rigid_motion_lanes.hpp"

namespace scree {
namespace {

constexpr int group = MotionColumns::group;

/// Returns the inputs of the motion of body i.
RigidMotion load(const Bodies& b, int i) {
  RigidMotion m;
  m.position = b.position[i];
  m.velocity = b.velocity[i];
  m.angular_momentum = b.angular_momentum[i];
  m.orientation = b.orientation[i];
  m.force = b.force[i];
  m.torque = b.torque[i];
  m.inverse_inertia = b.inverse_inertia[i];
  m.inverse_mass = b.inverse_mass[i];
  m.radius = b.radius[i];
  return m;
}

/// Writes the moved state of body i back.
void store(Bodies& b, int i, const RigidMotion& m) {
  b.position[i] = m.position;
  b.velocity[i] = m.velocity;
  b.half_velocity[i] = m.half_velocity;
  b.angular_momentum[i] = m.angular_momentum;
  b.spin[i] = m.spin;
  b.orientation[i] = m.orientation;
}

void move_free(Bodies& b, int i, const Push& push, bool count_path) {
  RigidMotion m = load(b, i);
  move_freely<false>(m, push);
  store(b, i, m);
  if (count_path) b.path_bound[i] += m.displacement_bound;
}

void move_prescribed(Bodies& b, int i, Real dt, bool count_path) {
  const Quat before = b.orientation[i];
  b.position[i] += dt * b.velocity[i];
  const Vec3 h = (0.5 * dt) * b.spin[i];
  b.orientation[i] = normalized(Quat{1, h.x, h.y, h.z} * before);
  if (count_path)
    b.path_bound[i] += displacement_bound(dt * b.velocity[i], before, b.orientation[i], b.radius[i]);
}

/// Fills index k of the columns with the inputs of body i. A copy through RigidMotion would add 30
/// instructions per body and step to the 2700 for spheres.
void load(const Bodies& b, int i, MotionColumns& c, int k) {
  c.position.set(k, b.position[i]);
  c.velocity.set(k, b.velocity[i]);
  c.angular_momentum.set(k, b.angular_momentum[i]);
  c.orientation.set(k, b.orientation[i]);
  c.force.set(k, b.force[i]);
  c.torque.set(k, b.torque[i]);
  c.inverse_inertia.set(k, b.inverse_inertia[i]);
  c.inverse_mass[k] = b.inverse_mass[i];
  c.radius[k] = b.radius[i];
}

/// Writes the moved state at index k of the columns back to body i.
void store(Bodies& b, int i, const MotionColumns& c, int k) {
  b.position[i] = c.position[k];
  b.velocity[i] = c.velocity[k];
  b.half_velocity[i] = c.half_velocity[k];
  b.angular_momentum[i] = c.angular_momentum[k];
  b.spin[i] = c.spin[k];
  b.orientation[i] = c.orientation[k];
}

/// Moves a group of bodies, which must all be free.
void move_group(Bodies& b, int first, const Push& push, bool count_path) {
  static const MotionLanes any = widest(motion_lanes<false>()), round = widest(motion_lanes<true>());
  MotionColumns c;
  bool all_round = true;
  for (int k = 0; k < group; ++k) {
    load(b, first + k, c, k);
    all_round = all_round && all_equal(b.inverse_inertia[first + k]);
  }
  (all_round ? round : any)(c, push);
  for (int k = 0; k < group; ++k) {
    store(b, first + k, c, k);
    if (count_path) b.path_bound[first + k] += c.displacement_bound[k];
  }
}

bool group_is_free(const Bodies& b, int first) {
  for (int k = 0; k < group; ++k) {
    if (b.freedom[first + k] != Freedom::free) return false;
  }
  return true;
}

}  // namespace

void integrate_first_half(Bodies& b, Vec3 gravity, Real dt, bool count_path, Real kick) {
  const Push push{gravity, dt, kick};
  parallel_for((b.count() + group - 1) / group, [&](int k) {
    const int first = k * group;
    if (first + group <= b.count() && group_is_free(b, first)) {
      move_group(b, first, push, count_path);
      return;
    }
    for (int i = first; i < std::min(first + group, b.count()); ++i) {
      if (b.freedom[i] == Freedom::free) move_free(b, i, push, count_path);
      if (b.freedom[i] == Freedom::prescribed) move_prescribed(b, i, dt, count_path);
    }
  });
}

void integrate_second_half(Bodies& b, Vec3 gravity, Real dt, Real kick) {
  parallel_for(b.count(), [&](int i) {
    if (b.freedom[i] != Freedom::free) return;
    b.velocity[i] = b.half_velocity[i] + (kick * dt) * (b.inverse_mass[i] * b.force[i] + gravity);
    b.angular_momentum[i] += (kick * dt) * b.torque[i];
    b.spin[i] = apply_inverse_inertia(b.orientation[i], b.inverse_inertia[i], b.angular_momentum[i]);
  });
}

}  // namespace scree
