// Computes the forces of many contact points at once. The data are stored in columns with one entry per
// point, so that the compiler turns the loop over the law into the widest vectors that the processor has.
// Roots and divisions, which are slow for a single point, are then computed for several points together. The
// result of each point has the same bits as if it were computed alone.
#pragma once

#include "scree/law/contact_body.hpp"
#include "scree/math/columns.hpp"

namespace scree {

struct PointColumns {
  static constexpr int capacity = 32;  // all columns together stay in the first-level cache
  static constexpr int group = 8;      // number of points computed together, whether requested or not
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
  Column3 force, moment;                         // on B; the moment is about the origin of A
  Column pressing;                               // normal component of the force
  Column stiffness;                              // tangential stiffness
  Column elastic, tangential, damping, sliding;  // energies and powers, see PointForce
};

/// Computes the first `count` points, rounded up to whole groups. The results of the extra points have
/// no meaning.
using PointLanes = void (*)(PointColumns& columns, int count, Real dt);

/// Returns the versions for LinearLaw or HertzMindlinLaw that this processor can run. The widest version is
/// last, and nullptr ends the list.
template <class Law>
const PointLanes* point_lanes();

}  // namespace scree
