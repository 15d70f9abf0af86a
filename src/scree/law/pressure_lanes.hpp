// Computes the pressure at many points of a pair of bodies at once, in columns that the compiler turns into
// vectors (as law/point_lanes.hpp does for point contacts). Every point gets the same bits as alone.
#pragma once

#include "scree/law/pressure.hpp"
#include "scree/math/columns.hpp"

namespace scree {

struct PressureColumns {
  static constexpr int group = 8;
  using Column = scree::Column<group>;
  using Column3 = scree::Column3<group>;

  Column3 position, normal;
  Column overlap, area;

  // Output: see PressedPoint.
  Column3 force, moment, push, drag, drag_of_left;
  Column pressing, left, whole, stored, power, damping, sliding;

  PressedPoint operator[](int i) const {
    return {force[i], moment[i], push[i],   drag[i],  drag_of_left[i], pressing[i],
            left[i],  whole[i],  stored[i], power[i], damping[i],      sliding[i]};
  }
};

/// Computes all points of the columns, which springs of the law's stiffness press.
using PressureLanes = void (*)(PressureColumns& columns, const PressureLaw& law, const PressingPair& pair);

/// Returns all versions that this processor can run, the widest last, then nullptr.
const PressureLanes* pressure_lanes();

}  // namespace scree
