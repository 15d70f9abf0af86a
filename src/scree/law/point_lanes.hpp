// The forces of many points of contacts at once. Their numbers lie in columns, one place a point, so that the
// compiler turns the loop over point_force into vectors of the widest kind the processor has: roots and
// divisions, which a single point waits for, are then done for several. Every place gets the same bits as
// from point_force alone.
#pragma once

#include "scree/law/contact_law.hpp"

namespace scree {

struct PointColumns {
  static constexpr int capacity = 64;
  using Column = Real[capacity];
  struct Column3 {
    Column x, y, z;

    Vec3 operator[](int i) const { return {x[i], y[i], z[i]}; }
    void set(int i, Vec3 v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  };

  // asked: of the materials
  Column normal_stiffness, tangential_stiffness, young, shear, damping_ratio, friction;
  // of the bodies
  Column radius, normal_compliance, tangential_compliance;
  // of the point
  Column3 normal, velocity, spin;
  Column weight, overlap;
  // remembered, and answered
  Column3 spring, friction_force;
  Column spring_stiffness, normal_force;
  // answered, as in Response and PointForce
  Column energy, response_stiffness;
  Column3 force;
  Column pressing, elastic, tangential, damping, sliding;

  PointColumns() {}  // leaves them as they are: clearing would cost more than filling what is needed
};

/// Answers the first `count` places.
using PointLanes = void (*)(PointColumns& columns, int count, Real dt);

/// For LinearLaw and HertzMindlinLaw: all versions that this processor can run, the widest last, then
/// nullptr.
template <class Law>
const PointLanes* point_lanes();

}  // namespace scree
