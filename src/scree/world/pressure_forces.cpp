#include "scree/world/pressure_forces.hpp"

#include "scree/law/pressure.hpp"
#include "scree/world/contact_side.hpp"

namespace scree {
namespace {

constexpr bool with_sphere(PairKind kind) {
  using enum PairKind;
  return kind == sphere_sphere || kind == sphere_mesh || kind == sphere_plane || kind == sphere_cylinder ||
         kind == sphere_flat;
}

/// The flat over which a body is taken to meet others when its dashpots are made: a side of the cube of its
/// volume.
Real reference_area(const World& w, int body) {
  const Real side = w.bodies.scale[body] * std::cbrt(w.shapes[w.bodies.shape[body]].volume);
  return side * side;
}

SphereContact sphere_contact(const World& w, const ListedPair& pair) {
  return pair.kind == PairKind::sphere_sphere
             ? SphereContact::of(w.bodies.radius[pair.a], w.bodies.radius[pair.b])
             : SphereContact::on_wall(w.bodies.radius[pair.a]);
}

/// A tangential dashpot of a realistic contact stops a body within much less than a step. Applied as it is it
/// would throw the sliding to and fro. This is what is left of it when it acts on the speed at the end of the
/// step; `several` contacts of a body act at once.
Real within_step(Real damping, Real area, Real compliance, Real dt) {
  constexpr Real several = 2;
  return damping / (1 + several * damping * area * compliance * dt);
}

Vec3 middle_of(const ManifoldPoint* points, int count, Real& area) {
  Vec3 sum;
  area = 0;
  for (int i = 0; i < count; ++i) sum += points[i].weight * points[i].position, area += points[i].weight;
  return sum / area;
}

/// One touching pair: its two sides, how they move on each other, and the sums over its points, all seen from
/// the origin of the first.
struct PairSum {
  Side a, b;
  Vec3 base, turn;  // the velocity of the second against the first is base + turn x (position - origin)
  Vec3 force, moment;
  ContactEnergy energy;

  PairSum(const Side& first, const Side& second)
      : a(first), b(second), base(b.velocity_at(a.origin) - a.velocity), turn(b.spin - a.spin) {}

  Vec3 velocity(Vec3 x) const { return base + cross(turn, x - a.origin); }
  void add(Vec3 x, Vec3 on_second) { force += on_second, moment += cross(x - a.origin, on_second); }
  void finish(bool wall, PairForce& out, ContactEnergy& all) {
    out.on_b = force, out.torque_a = -moment, out.torque_b = moment - cross(b.origin - a.origin, force);
    if (wall) energy.walls = -dot(force, b.velocity) - dot(out.torque_b, b.spin);
    all += energy;
  }
};

void press_facets(const World& w, const ListedPair& pair, const ContactProperties& p,
                  const ManifoldPoint* points, int count, PairSum& sum) {
  Real whole, area = reference_area(w, pair.a);
  if (!with_wall(pair.kind)) area = std::min(area, reference_area(w, pair.b));
  const Vec3 middle = middle_of(points, count, whole), normal = points[0].normal;
  const Real mass = 1 / (sum.a.inverse_mass + sum.b.inverse_mass);
  const Real easy = sum.a.compliance(middle, normal).tangential + sum.b.compliance(middle, normal).tangential;
  const PressureLaw law{p.layer_stiffness, layer_damping(p.layer_stiffness, p.damping_ratio, mass, area),
                        within_step(p.tangential_damping, whole, easy, w.settings.dt), p.friction};
  for (int i = 0; i < count; ++i) {
    const ManifoldPoint& at = points[i];
    const Vec3 velocity = sum.velocity(at.position);
    const Traction t = traction(law, at.normal, at.overlap, velocity);
    sum.add(at.position, at.weight * t.on_second);
    const Real elastic = law.stiffness * at.overlap, pressing = at.weight * t.closing;
    sum.energy.normal += 0.5 * at.weight * elastic * at.overlap;
    sum.energy.pressing += elastic * pressing;
    sum.energy.damping += (t.normal - elastic) * pressing;
    sum.energy.sliding += at.weight * t.lost;
  }
}

void press_spheres(const World& w, const ListedPair& pair, const ContactProperties& p,
                   const ManifoldPoint* points, int count, PairSum& sum) {
  const SphereContact sphere = sphere_contact(w, pair);
  const Real mass = 1 / (sum.a.inverse_mass + sum.b.inverse_mass);
  for (int i = 0; i < count; ++i) {
    const ManifoldPoint& at = points[i];
    const Real area = at.weight * sphere.area(at.overlap);
    const Real elastic = at.weight * sphere.force(p.layer_stiffness, at.overlap);
    const Real slope = at.weight * sphere.slope(p.layer_stiffness, at.overlap);
    const Real easy = sum.a.compliance(at.position, at.normal).tangential +
                      sum.b.compliance(at.position, at.normal).tangential;
    const Vec3 velocity = sum.velocity(at.position);
    // The pressures are taken as even over the circle.
    const PressureLaw law{elastic / (at.overlap * area),
                          2 * p.sphere_damping_ratio * std::sqrt(mass * slope) / area,
                          within_step(p.tangential_damping, area, easy, w.settings.dt), p.friction};
    const Traction t = traction(law, at.normal, at.overlap, velocity);
    sum.add(at.position, area * t.on_second);
    sum.energy.normal += at.weight * sphere.energy(p.layer_stiffness, at.overlap);
    sum.energy.pressing += elastic * t.closing;
    sum.energy.damping += (area * t.normal - elastic) * t.closing;
    sum.energy.sliding += area * t.lost;
  }
}

}  // namespace

void apply_pressure(const World& w, const Batch& batch, BatchContacts& c) {
  c.energy = {};
  c.forces.assign(c.touching.size(), {});
  const bool spheres = with_sphere(batch.kind);
  for (std::size_t t = 0; t < c.touching.size(); ++t) {
    const TouchingPair& touching = c.touching[t];
    const ListedPair& pair = w.pairs.pairs[touching.pair];
    PairSum sum(side_of_body(w, pair.a), second_side(w, pair));
    (spheres ? press_spheres : press_facets)(w, pair, properties_of(w, pair), &c.points[touching.first],
                                             touching.count, sum);
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
        energy += p.weight * (with_sphere(pair.kind) ? sphere_contact(w, pair).energy(stiffness, p.overlap)
                                                     : 0.5 * stiffness * p.overlap * p.overlap);
      }
    }
  }
  return energy;
}

}  // namespace scree
