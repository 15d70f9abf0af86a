#include "scree/world/integrate/rigid_motion_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

template <bool round>
inline void move_freely(MotionColumns& c, int i, const Push& push) {
  RigidMotion m = c.inputs(i);
  move_freely<round>(m, push);
  c.set_result(i, m);
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
