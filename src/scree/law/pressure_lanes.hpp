// Computes the pressure at many points of a pair of bodies at once. The data are stored in columns that the
// compiler turns into vectors, as law/point_lanes.hpp does for point contacts. The result of each point has
// the same bits as if it were computed alone.
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

/// Computes all points of the columns. Layers with the stiffness of the law press at these points.
using PressureLanes = void (*)(PressureColumns& columns, const PressureLaw& law, const PressingPair& pair);

/// Returns the versions that this processor can run. The widest version is last, and nullptr ends the list.
const PressureLanes* pressure_lanes();

}  // namespace scree
