// The flights of a group of bodies at once, in columns that the compiler turns into vectors (as
// law/point_lanes.hpp does for points of contacts). Every body gets the same bits as alone.
#pragma once

#include "scree/world/flight.hpp"

namespace scree {

struct FlightColumns {
  static constexpr int group = 8;
  using Column = Real[group];
  struct Column3 {
    Column x, y, z;

    Vec3 operator[](int i) const { return {x[i], y[i], z[i]}; }
    void set(int i, const Vec3& v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  };
  struct Column4 {
    Column w, x, y, z;

    Quat operator[](int i) const { return {w[i], x[i], y[i], z[i]}; }
    void set(int i, const Quat& q) { w[i] = q.w, x[i] = q.x, y[i] = q.y, z[i] = q.z; }
  };

  Column3 position, velocity, half_velocity, angular_momentum, spin;
  Column4 orientation;
  Column way;
  Column3 force, torque, inverse_inertia;
  Column inverse_mass, radius;
};

/// All places of the columns.
using FlightLanes = void (*)(FlightColumns& columns, const Push& push);

/// All versions that this processor can run, the widest last, then nullptr. `round`: for groups of bodies
/// that all turn as spheres do.
template <bool round>
const FlightLanes* flight_lanes();

}  // namespace scree
