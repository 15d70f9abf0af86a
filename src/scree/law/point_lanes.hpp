// Computes the forces of many contact points at once. Their numbers lie in columns, one index per point, so
// that the compiler turns the loop over the law into the widest vectors that the processor has. Roots and
// divisions, for which a single point has to wait, are then computed for several points together. Every point
// gets the same bits as alone.
#pragma once

#include "scree/law/contact_body.hpp"
#include "scree/math/columns.hpp"

namespace scree {

struct PointColumns {
  static constexpr int capacity = 32;  // all columns together stay in the first-level cache
  static constexpr int group = 8;      // points that are computed together, whether requested or not
  static_assert(capacity % group == 0);
  using Column = scree::Column<capacity>;
  using Column3 = scree::Column3<capacity>;
  struct BodyColumns {
    Column3 origin, velocity, spin, inverse_inertia;
    Column4<capacity> orientation;
    Column inverse_mass;

    ContactBody operator[](int i) const {
      return {origin[i], velocity[i], spin[i], orientation[i], inverse_mass[i], inverse_inertia[i]};
    }
  };

  // Input: the two bodies, the contact, the materials, the point.
  BodyColumns a, b;
  Column3 middle, contact_normal;
  Column normal_stiffness, tangential_stiffness;  // LinearLaw
  Column young, shear, radius;                    // HertzMindlinLaw
  Column damping_ratio, friction;
  Column3 position, normal, weight_gradient;
  Column weight, overlap;

  // Input and output.
  Column3 spring, friction_force;
  Column spring_stiffness, normal_force;

  // Output.
  Column3 force, moment;                         // on B, about the origin of A
  Column pressing;                               // normal component of the force
  Column stiffness;                              // tangential
  Column elastic, tangential, damping, sliding;  // energies and powers, see PointForce
};

/// Computes the first `count` points, rounded up to whole groups. The extra results have no meaning.
using PointLanes = void (*)(PointColumns& columns, int count, Real dt);

/// Returns all versions that this processor can run, the widest last, then nullptr, for LinearLaw
/// and HertzMindlinLaw.
template <class Law>
const PointLanes* point_lanes();

}  // namespace scree
