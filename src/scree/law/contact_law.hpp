// The force of one point of a contact: normal spring and dashpot, tangential spring that slips by Coulomb's
// rule (Cundall and Strack 1979). Linear and Hertz-Mindlin springs differ only in their stiffness.
//
// The tangential spring turns with the contact plane and with the bodies. When its stiffness grows (a larger
// share of the force, a deeper Hertz contact) its force stays; when it falls its length stays: in both cases
// it loses energy, which counts as friction, and never gains any (Thornton, Cummins, Cleary 2013).
#pragma once

#include "scree/law/material.hpp"

#include <cstdint>

namespace scree {

/// What a point of a contact remembers from step to step.
struct PointHistory {
  std::uint64_t key = 0;
  Vec3 spring;            // tangential, world frame, from where A and B stuck to where they are now
  Real stiffness = 0;     // of that spring in the last step
  Real normal_force = 0;  // in the last step, of the whole weight
  Vec3 friction{};        // the tangential force of the last step
};

/// How easily a push at the contact moves the two bodies against each other: 1 / the mass they seem to have.
/// Sideways they also turn, and seem lighter: a dashpot made for the normal mass would overshoot within a
/// step (packed spheres then never came to rest).
struct Compliance {
  Real normal = 1, tangential = 1;  // 1/kg
};

/// A spring and dashpot in one direction.
struct Response {
  Real force;    // of the spring, N
  Real energy;   // in the spring, J
  Real damping;  // N s/m
  Real tangential_stiffness, tangential_damping;
  Compliance compliance;
};

/// A law is made once for a contact: of what its materials are, of its radius and of the compliance of the
/// bodies. It then answers at the overlap of each point.
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

/// `radius`: 1 / (1 / R_a + 1 / R_b), where a polyhedron has the radius of the sphere of its volume and a
/// wall none.
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
    const Real slope = 2 * young_ * contact_radius;  // of force over overlap
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

/// One point as the law sees it.
struct PointMotion {
  Vec3 normal;    // unit, from A to B
  Vec3 velocity;  // of B against A at the point
  Vec3 spin;      // mean of both bodies: turns the spring
  Real weight;    // share of the contact's force
  Real overlap;
};

struct PointForce {
  Vec3 force;           // on B; A gets the opposite
  Real normal = 0;      // its part along the normal, >= 0
  Real elastic = 0;     // stored in the normal spring, J
  Real tangential = 0;  // stored in the tangential one, J
  Real damping = 0;     // power of the normal dashpot, W
  Real sliding = 0;     // power put into the tangential spring, dashpot and friction, W
};

/// Since when the bodies touch, as part of the step that ends now; `unknown_part` unless they met within it.
inline constexpr Real unknown_part = 2;
SCREE_HD inline Real touching_part(const PointMotion& m, Real closing, Real dt, const PointHistory& history) {
  const Real passed = dt * closing;  // a larger overlap is older: a new corner of a contact that was there
  const bool met = history.normal_force == 0 && closing > 0 && m.overlap < 1.01 * passed;
  return met ? m.overlap / passed : unknown_part;
}

/// The force of the normal spring. It acts for half a step before this moment and half a step after it. Of
/// bodies that met, or will part, within that time the spring does less work than that: what it holds.
/// Without this every impact misses k v^2 dt^2 / 12 when it begins, and finds it again at its end only when
/// elastic.
SCREE_HD inline Real spring_force(const Response& r, const PointMotion& m, Real closing, Real dt,
                                  Real met_part) {
  const Real parting = -dt * closing;  // in the next step
  if (met_part < unknown_part) return 0.5 * r.force + met_part * r.energy / m.overlap;
  if (m.overlap < parting) return 0.5 * r.force + r.energy / parting;
  return r.force;
}

SCREE_HD inline PointForce point_force(const ContactProperties& p, const Response& r, const PointMotion& m,
                                       Real dt, PointHistory& history) {
  PointForce out;
  // The velocities were predicted with the old forces. What the change of this force itself does to them
  // within the half step is put right: dashpots would be late by half a step, most of all when bodies meet.
  const Real ease = 0.5 * dt * r.compliance.normal, closing = -dot(m.velocity, m.normal);
  // The force of this moment acts for half a step before it and half a step after it. Of bodies that met
  // within the step the dashpot has acted since then: without this the restitution is off by 2 % at 20 steps
  // a contact, at random, and of first order.
  const Real part = touching_part(m, closing, dt, history);
  const bool met = part < unknown_part;
  const Real acted = met ? 0.5 + part : 1, spring = spring_force(r, m, closing, dt, part);
  const Real damping = acted * r.damping, late = damping * ease;
  const Real push = (spring + damping * closing + late * history.normal_force) / (1 + late);
  const Real whole = push > 0 ? push : 0;  // a contact never pulls
  out.normal = m.weight * whole;
  out.elastic = m.weight * r.energy;
  out.damping = m.weight * (whole - spring) * (closing - ease * (whole - history.normal_force));
  history.normal_force = whole;

  // Carry the spring along: with the bodies, then into the plane, its length kept.
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
  const Real tangential_damping = acted * r.tangential_damping,
             ease_aside = 0.5 * dt * r.compliance.tangential, lag = tangential_damping * ease_aside;
  s += (met ? part * dt : dt) * sliding;
  Vec3 force =
      (1 / (1 + lag)) * (-stiffness * s - (m.weight * tangential_damping) * sliding + lag * old_force);
  const Real limit = p.friction * out.normal, squared = length_squared(force);
  if (squared > limit * limit) {  // slips: the dashpot is off and the spring is as long as friction can hold
    force = (limit / std::sqrt(squared)) * force;
    s = stiffness > 0 ? (-1 / stiffness) * force : Vec3{};
  }
  history.spring = s;
  history.stiffness = stiffness;
  history.friction = force;
  out.tangential = 0.5 * stiffness * length_squared(s);
  out.sliding = -dot(force, sliding + (ease_aside / m.weight) * (force - old_force));
  out.force = out.normal * m.normal + force;
  return out;
}

}  // namespace scree
