#include "scree/law/pressure_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

inline void press_point(PressureColumns& c, int i, const PressureLaw& law, const PressingPair& pair) {
  const PressedPoint p = press_layer(law, pair, c.position[i], c.normal[i], c.overlap[i], c.area[i]);
  c.force.set(i, p.force), c.moment.set(i, p.moment);
  c.push.set(i, p.push);
  c.drag.set(i, p.drag);
  c.drag_of_left.set(i, p.drag_of_left);
  c.pressing[i] = p.pressing;
  c.left[i] = p.left;
  c.whole[i] = p.whole;
  c.stored[i] = p.stored;
  c.power[i] = p.power;
  c.damping[i] = p.damping;
  c.sliding[i] = p.sliding;
}

struct PressGroup {
  static void run(PressureColumns& columns, const PressureLaw& law, const PressingPair& pair) {
    const PressureLaw same_law = law;  // copy that no write to the columns can change
    const PressingPair same_pair = pair;
    for (int i = 0; i < PressureColumns::group; ++i) press_point(columns, i, same_law, same_pair);
  }
};

}  // namespace

const PressureLanes* pressure_lanes() {
  return LoopWidths<PressGroup, PressureColumns&, const PressureLaw&, const PressingPair&>::known();
}

}  // namespace scree
