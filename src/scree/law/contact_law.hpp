// Force of one point of a contact: a normal spring and dashpot, and a tangential spring that slips by
// Coulomb's rule (Cundall and Strack 1979). Linear and Hertz-Mindlin springs differ only in their stiffness.
//
// The tangential spring rotates with the contact plane and with the bodies. Its stiffness grows when its
// point gets a larger share of the force or a Hertz contact gets deeper; its force then stays the same. When
// its stiffness falls, its length stays the same. In both cases the spring loses energy, which counts as
// friction, and never gains any (Thornton, Cummins, Cleary 2013).
#pragma once

#include "scree/law/material.hpp"

#include <cstdint>

namespace scree {

/// State that a point of a contact carries from step to step.
struct PointHistory {
  std::uint64_t key = 0;
  Vec3 spring;            // tangential displacement of B relative to A since they stuck, world frame
  Real stiffness = 0;     // tangential stiffness in the last step
  Real normal_force = 0;  // normal force in the last step, for the weight 1
  Vec3 friction{};        // tangential force in the last step
};

/// Compliance of the two bodies at a contact: the inverse of their effective mass there. A tangential push
/// also rotates the bodies, so their effective mass is smaller along it. A dashpot designed for the normal
/// mass would then overshoot within a step, and packed spheres would never come to rest.
struct Compliance {
  Real normal = 1, tangential = 1;  // 1/kg
};

/// Springs and dashpots of a contact at one overlap. The first three numbers belong to the normal direction.
struct Response {
  Real force;    // spring force, N
  Real energy;   // energy stored in the spring, J
  Real damping;  // coefficient of the dashpot, N s/m
  Real tangential_stiffness, tangential_damping;
  Compliance compliance;
};

/// A law is constructed once per contact, from the properties of its materials, its radius and the compliance
/// of the bodies. It then gives the response at the overlap of each point.
class LinearLaw {
 public:
  static constexpr bool needs_radius = false;

  SCREE_HD LinearLaw(const ContactProperties& p, Real /*radius*/, Compliance compliance)
      : stiffness_(p.normal_stiffness),
        tangential_stiffness_(p.tangential_stiffness),
        damping_(2 * p.damping_ratio * std::sqrt(stiffness_ / compliance.normal)),
        tangential_damping_(2 * p.damping_ratio * std::sqrt(tangential_stiffness_ / compliance.tangential)),
        compliance_(compliance) {}

  SCREE_HD Response at(Real overlap) const {
    return {stiffness_ * overlap,
            0.5 * stiffness_ * overlap * overlap,
            damping_,
            tangential_stiffness_,
            tangential_damping_,
            compliance_};
  }

 private:
  Real stiffness_, tangential_stiffness_, damping_, tangential_damping_;
  Compliance compliance_;
};

/// `radius` is the effective radius 1 / (1 / R_a + 1 / R_b). For a polyhedron, R is the radius of the sphere
/// of equal volume. A wall adds no term.
class HertzMindlinLaw {
 public:
  static constexpr bool needs_radius = true;

  SCREE_HD HertzMindlinLaw(const ContactProperties& p, Real radius, Compliance compliance)
      : young_(p.young),
        shear_(p.shear),
        radius_(radius),
        critical_(2 * 0.9128709291752769 * p.damping_ratio),  // sqrt(5 / 6): Tsuji et al. 1992
        compliance_(compliance) {}

  SCREE_HD Response at(Real overlap) const {
    const Real contact_radius = std::sqrt(radius_ * overlap);
    const Real force = 4.0 / 3 * young_ * contact_radius * overlap;
    const Real slope = 2 * young_ * contact_radius;  // d force / d overlap
    const Real tangential = 8 * shear_ * contact_radius;
    return {force,
            0.4 * force * overlap,
            critical_ * std::sqrt(slope / compliance_.normal),
            tangential,
            critical_ * std::sqrt(tangential / compliance_.tangential),
            compliance_};
  }

 private:
  Real young_, shear_, radius_, critical_;
  Compliance compliance_;
};

/// Input of the law: the relative motion at a contact point and the weight of the point.
struct PointMotion {
  Vec3 normal;    // unit, from A to B
  Vec3 velocity;  // velocity of B relative to A at the point
  Vec3 spin;      // mean spin of both bodies; it rotates the spring
  Real weight;    // share of the contact's force
  Real overlap;
};

struct PointForce {
  Vec3 force;           // force on B; the force on A is the opposite
  Real normal = 0;      // normal component of the force, >= 0
  Real elastic = 0;     // energy stored in the normal spring, J
  Real tangential = 0;  // energy stored in the tangential spring, J
  Real damping = 0;     // power of the normal dashpot, W
  Real sliding = 0;     // power put into the tangential spring, dashpot and friction, W
};

/// Fraction of the step that ends now during which the bodies were in contact. It is `unknown_fraction`
/// unless they met within that step.
inline constexpr Real unknown_fraction = 2;
SCREE_HD inline Real touching_fraction(const PointMotion& m, Real closing, Real dt,
                                       const PointHistory& history) {
  const Real passed = dt * closing;  // a deeper point is a new corner of an existing contact
  const bool met = history.normal_force == 0 && closing > 0 && m.overlap < 1.01 * passed;
  return met ? m.overlap / passed : unknown_fraction;
}

/// Force of the normal spring. The present force acts from half a step before to half a step after the
/// present time. If the bodies meet or part within that time, the spring does less work: only the energy that
/// it stores. Without this correction every impact lacks the energy k v^2 dt^2 / 12 when it begins, and
/// regains it at the end only if the impact is elastic.
SCREE_HD inline Real spring_force(const Response& r, const PointMotion& m, Real closing, Real dt,
                                  Real met_fraction) {
  const Real parting = -dt * closing;  // distance by which the gap changes in the next step
  if (met_fraction < unknown_fraction) return 0.5 * r.force + met_fraction * r.energy / m.overlap;
  if (m.overlap < parting) return 0.5 * r.force + r.energy / parting;
  return r.force;
}

SCREE_HD inline PointForce point_force(const ContactProperties& p, const Response& r, const PointMotion& m,
                                       Real dt, PointHistory& history) {
  PointForce out;
  // The velocities were predicted with the old forces. `ease` corrects them for the change of this force
  // itself within the half step. Without it, dashpots would lag by half a step, and the error would be
  // largest when bodies meet.
  const Real ease = 0.5 * dt * r.compliance.normal, closing = -dot(m.velocity, m.normal);
  // The present force acts from half a step before to half a step after the present time. If the bodies met
  // within the step, the dashpot has acted only since they met. Without this correction the restitution has a
  // random error of 2 % at 20 steps per contact, and the error is of first order.
  const Real fraction = touching_fraction(m, closing, dt, history);
  const bool met = fraction < unknown_fraction;
  const Real acted = met ? 0.5 + fraction : 1, spring = spring_force(r, m, closing, dt, fraction);
  const Real damping = acted * r.damping, late = damping * ease;
  const Real push = (spring + damping * closing + late * history.normal_force) / (1 + late);
  const Real whole = push > 0 ? push : 0;  // a contact never pulls
  out.normal = m.weight * whole;
  out.elastic = m.weight * r.energy;
  out.damping = m.weight * (whole - spring) * (closing - ease * (whole - history.normal_force));
  history.normal_force = whole;

  // Rotate the spring with the bodies, then turn it into the contact plane without changing its length.
  const Real stiffness = m.weight * r.tangential_stiffness;
  Vec3 s = history.spring;
  const Real before = length_squared(s);
  if (before > 0) {
    s += dt * cross(m.spin, s);
    s -= dot(s, m.normal) * m.normal;
    const Real now = length_squared(s);
    Real keep = now > 0 ? std::sqrt(before / now) : 0;
    if (stiffness > history.stiffness) keep *= history.stiffness / stiffness;
    s = keep * s;
  }
  const Vec3 sliding = m.velocity + closing * m.normal, old_force = history.friction;
  const Real tangential_damping = acted * r.tangential_damping;
  const Real ease_tangential = 0.5 * dt * r.compliance.tangential;
  const Real lag = tangential_damping * ease_tangential;
  s += (met ? fraction * dt : dt) * sliding;
  Vec3 force =
      (1 / (1 + lag)) * (-stiffness * s - (m.weight * tangential_damping) * sliding + lag * old_force);
  const Real limit = p.friction * out.normal, squared = length_squared(force);
  if (squared > limit * limit) {  // slips: the dashpot is off, and friction limits the length of the spring
    force = (limit / std::sqrt(squared)) * force;
    s = stiffness > 0 ? (-1 / stiffness) * force : Vec3{};
  }
  history.spring = s;
  history.stiffness = stiffness;
  history.friction = force;
  out.tangential = 0.5 * stiffness * length_squared(s);
  out.sliding = -dot(force, sliding + (ease_tangential / m.weight) * (force - old_force));
  out.force = out.normal * m.normal + force;
  return out;
}

}  // namespace scree
