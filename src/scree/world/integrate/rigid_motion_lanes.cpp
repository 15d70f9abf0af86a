#include "scree/world/integrate/rigid_motion_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

inline RigidMotion load(const MotionColumns& c, int i) {
  RigidMotion m;
  m.position = c.position[i];
  m.velocity = c.velocity[i];
  m.angular_momentum = c.angular_momentum[i];
  m.orientation = c.orientation[i];
  m.force = c.force[i];
  m.torque = c.torque[i];
  m.inverse_inertia = c.inverse_inertia[i];
  m.inverse_mass = c.inverse_mass[i];
  m.radius = c.radius[i];
  return m;
}

inline void store(MotionColumns& c, int i, const RigidMotion& m) {
  c.position.set(i, m.position);
  c.velocity.set(i, m.velocity);
  c.half_velocity.set(i, m.half_velocity);
  c.angular_momentum.set(i, m.angular_momentum);
  c.spin.set(i, m.spin);
  c.orientation.set(i, m.orientation);
  c.displacement_bound[i] = m.displacement_bound;
}

template <bool round>
inline void move_freely(MotionColumns& c, int i, const Push& push) {
  RigidMotion m = load(c, i);
  move_freely<round>(m, push);
  store(c, i, m);
}

template <bool round>
struct MoveGroup {
  static void run(MotionColumns& columns, const Push& push) {
    const Push same = push;  // a copy that no write to the columns can change
    for (int i = 0; i < MotionColumns::group; ++i) move_freely<round>(columns, i, same);
  }
};

}  // namespace

template <bool round>
const MotionLanes* motion_lanes() {
  return LoopWidths<MoveGroup<round>, MotionColumns&, const Push&>::known();
}

template const MotionLanes* motion_lanes<false>();
template const MotionLanes* motion_lanes<true>();

}  // namespace scree
