#include "scree/world/forces/pressure_forces.hpp"

#include "scree/law/pressure_lanes.hpp"
#include "scree/math/simd_widths.hpp"
#include "scree/world/forces/contact_bodies.hpp"

namespace scree {
namespace {

constexpr bool with_sphere(PairKind kind) {
  using enum PairKind;
  return kind == sphere_sphere || kind == sphere_mesh || kind == sphere_plane || kind == sphere_cylinder ||
         kind == sphere_patch;
}

/// Returns the contact area that the dashpots of a body assume: a face of the cube of equal volume.
Real reference_area(const World& w, int body) {
  const Real edge = w.bodies.scale[body] * w.shapes[w.bodies.shape[body]].cube_edge;
  return edge * edge;
}

SphereContact sphere_contact(const World& w, const ListedPair& pair) {
  return pair.kind == PairKind::sphere_sphere
             ? SphereContact::of(w.bodies.radius[pair.a], w.bodies.radius[pair.b])
             : SphereContact::on_wall(w.bodies.radius[pair.a]);
}

/// The points of one facet contact and their areas.
struct FacetPointSpan {
  const ManifoldPoint* points;
  const Real* areas;
  int count;
};

/// Area-weighted centre of a facet contact, and the area of the contact.
struct Middle {
  Vec3 point;
  Real area = 0;
};

Middle middle_of(const FacetPointSpan& facets) {
  Middle middle;
  for (int i = 0; i < facets.count; ++i) {
    middle.point += facets.areas[i] * facets.points[i].position;
    middle.area += facets.areas[i];
  }
  middle.point = middle.point / middle.area;
  return middle;
}

/// One touching pair: its two bodies, their relative motion, and the sums over its points.
struct PairSum {
  ContactBody a, b;
  PressingPair motion;
  Vec3 force, moment;
  HeldFriction held;
  ContactEnergy energy;

  PairSum(const ContactBody& first, const ContactBody& second, const ContactProperties& p, Vec3 held_before,
          Real dt)
      : a(first), b(second), held(held_before, 0.5 * (a.spin + b.spin), dt) {
    motion = {a.origin, b.velocity_at(a.origin) - a.velocity, b.spin - a.spin, held.ratio,
              p.tangential_damping};
  }

  Real reduced_mass() const { return 1 / (a.inverse_mass + b.inverse_mass); }
  Real sideways_compliance(Vec3 x, Vec3 normal) const {
    return a.compliance(x, normal).tangential + b.compliance(x, normal).tangential;
  }

  void add(const PressedPoint& p) {
    force += p.force;
    moment += p.moment;
    held.add(p);
    energy.normal += p.stored;
    energy.pressing += p.power;
    energy.damping += p.damping;
    energy.sliding += p.sliding;
  }

  void finish(bool wall, PairForce& out, ContactEnergy& all) {
    out.on_b = force;
    out.torque_a = -moment;
    out.torque_b = moment - cross(b.origin - a.origin, force);
    if (wall) energy.walls = -dot(force, b.velocity) - dot(out.torque_b, b.spin);
    all += energy;
  }
};

void press_facets(const World& w, const ListedPair& pair, const ContactProperties& p,
                  const FacetPointSpan& facets, Real dt, PairSum& sum) {
  Real area = reference_area(w, pair.a);
  if (!with_wall(pair.kind)) area = std::min(area, reference_area(w, pair.b));
  const Middle middle = middle_of(facets);
  const Real sideways = sum.sideways_compliance(middle.point, facets.points[0].normal);
  const PressureLaw law{p.layer_stiffness,
                        layer_damping(p.layer_stiffness, p.damping_ratio, sum.reduced_mass(), area),
                        left_within_step(p.tangential_damping, middle.area, sideways, dt), p.friction};
  static const PressureLanes press_group = widest(pressure_lanes());
  static thread_local PressureColumns columns;
  for (int first = 0; first < facets.count; first += PressureColumns::group) {
    const int here = std::min(PressureColumns::group, facets.count - first);
    for (int i = 0; i < here; ++i) {
      const ManifoldPoint& at = facets.points[first + i];
      columns.position.set(i, at.position);
      columns.normal.set(i, at.normal);
      columns.overlap[i] = at.overlap;
      columns.area[i] = facets.areas[first + i];
    }
    press_group(columns, law, sum.motion);
    for (int i = 0; i < here; ++i) sum.add(columns[i]);
  }
}

void press_spheres(const World& w, const ListedPair& pair, const ContactProperties& p,
                   const ManifoldPoint* points, int count, Real dt, PairSum& sum) {
  const SphereContact sphere = sphere_contact(w, pair);
  for (int i = 0; i < count; ++i) {
    const ManifoldPoint& at = points[i];
    const Real area = at.weight * sphere.area(at.overlap);
    const Real elastic = at.weight * sphere.force(p.layer_stiffness, at.overlap) / area;
    const Real slope = at.weight * sphere.slope(p.layer_stiffness, at.overlap);
    const Real sideways = sum.sideways_compliance(at.position, at.normal);
    // The pressure is assumed to be uniform over the circle.
    const PressureLaw law{elastic / at.overlap,
                          2 * p.sphere_damping_ratio * std::sqrt(sum.reduced_mass() * slope) / area,
                          left_within_step(p.tangential_damping, area, sideways, dt), p.friction};
    sum.add(press(law, sum.motion, at.position, at.normal, at.overlap, area, elastic,
                  at.weight * sphere.energy(p.layer_stiffness, at.overlap)));
  }
}

}  // namespace

void apply_pressure(const World& w, const Batch& batch, Real dt, BatchContacts& c) {
  c.energy = {};
  c.forces.assign(c.touching.size(), {});
  const bool spheres = with_sphere(batch.kind);
  for (std::size_t t = 0; t < c.touching.size(); ++t) {
    const TouchingPair& touching = c.touching[t];
    const ListedPair& pair = w.pairs.pairs[touching.pair];
    const ContactProperties& p = properties_of(w, pair);
    PairSum sum(contact_body(w, pair.a), second_body(w, pair), p, c.held_frictions[t], dt);
    const ManifoldPoint* points = &c.points[touching.first];
    if (spheres) {
      press_spheres(w, pair, p, points, touching.count, dt, sum);
    } else {
      press_facets(w, pair, p, {points, &c.areas[touching.first], touching.count}, dt, sum);
    }
    if (dt > 0) c.held_frictions[t] = sum.held.after(p.friction);
    sum.finish(with_wall(batch.kind), c.forces[t], c.energy);
  }
}

Real pressure_energy_against_wall(const World& w, int wall) {
  Real energy = 0;
  for (const BatchContacts& c : w.contacts.batches) {
    for (const TouchingPair& t : c.touching) {
      const ListedPair& pair = w.pairs.pairs[t.pair];
      if (!with_wall(pair.kind) || wall_of(w.walls, pair) != wall) continue;
      const Real stiffness = properties_of(w, pair).layer_stiffness;
      for (int i = t.first; i < t.first + t.count; ++i) {
        const ManifoldPoint& p = c.points[i];
        energy += with_sphere(pair.kind) ? p.weight * sphere_contact(w, pair).energy(stiffness, p.overlap)
                                         : c.areas[i] * (0.5 * stiffness * p.overlap * p.overlap);
      }
    }
  }
  return energy;
}

}  // namespace scree
