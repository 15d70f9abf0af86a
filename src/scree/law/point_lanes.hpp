// The forces of many points of contacts at once. Their numbers lie in columns, one place a point, so that the
// compiler turns the loop over the law into vectors of the widest kind the processor has: roots and
// divisions, which a single point waits for, are then done for several. Every place gets the same bits as a
// point alone.
#pragma once

#include "scree/law/side.hpp"
#include "scree/math/columns.hpp"

namespace scree {

struct PointColumns {
  static constexpr int capacity = 32;  // all of them stay in the first cache
  static constexpr int group = 8;      // places that are answered together, whether asked or not
  static_assert(capacity % group == 0);
  using Column = scree::Column<capacity>;
  using Column3 = scree::Column3<capacity>;
  struct SideColumns {
    Column3 origin, velocity, spin, inverse_inertia;
    Column4<capacity> orientation;
    Column inverse_mass;

    Side operator[](int i) const {
      return {origin[i], velocity[i], spin[i], orientation[i], inverse_mass[i], inverse_inertia[i]};
    }
  };

  // Asked: the two sides, the contact, the materials, the point.
  SideColumns a, b;
  Column3 middle, contact_normal;
  Column normal_stiffness, tangential_stiffness;  // LinearLaw
  Column young, shear, radius;                    // HertzMindlinLaw
  Column damping_ratio, friction;
  Column3 position, normal, tilt;
  Column weight, overlap;

  // Remembered, and answered.
  Column3 spring, friction_force;
  Column spring_stiffness, normal_force;

  // Answered.
  Column3 force, moment;                         // on B, about the origin of A
  Column pressing;                               // of the force, along the normal
  Column stiffness;                              // tangential
  Column elastic, tangential, damping, sliding;  // energies and powers, see PointForce
};

/// Answers the first `count` places, and those after them up to a whole group with whatever they hold.
using PointLanes = void (*)(PointColumns& columns, int count, Real dt);

/// For LinearLaw and HertzMindlinLaw: all versions that this processor can run, the widest last, then
/// nullptr.
template <class Law>
const PointLanes* point_lanes();

}  // namespace scree
