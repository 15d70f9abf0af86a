#include "scree/world/integrate/rigid_motion_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

template <bool round>
inline void fly(MotionColumns& c, int i, const Push& push) {
  RigidMotion f;
  f.position = c.position[i], f.velocity = c.velocity[i], f.angular_momentum = c.angular_momentum[i];
  f.orientation = c.orientation[i];
  f.force = c.force[i], f.torque = c.torque[i], f.inverse_inertia = c.inverse_inertia[i];
  f.inverse_mass = c.inverse_mass[i], f.radius = c.radius[i];
  fly<round>(f, push);
  c.position.set(i, f.position), c.velocity.set(i, f.velocity), c.half_velocity.set(i, f.half_velocity);
  c.angular_momentum.set(i, f.angular_momentum), c.spin.set(i, f.spin);
  c.orientation.set(i, f.orientation), c.way[i] = f.way;
}

template <bool round>
struct FlyGroup {
  static void run(MotionColumns& columns, const Push& push) {
    const Push same = push;  // a copy that no write to the columns can change
    for (int i = 0; i < MotionColumns::group; ++i) fly<round>(columns, i, same);
  }
};

}  // namespace

template <bool round>
const MotionLanes* motion_lanes() {
  return LoopWidths<FlyGroup<round>, MotionColumns&, const Push&>::known();
}

template const MotionLanes* motion_lanes<false>();
template const MotionLanes* motion_lanes<true>();

}  // namespace scree
