#include "scree/world/forces/forces.hpp"

#include "scree/law/point_lanes.hpp"
#include "scree/math/simd_widths.hpp"
#include "scree/parallel.hpp"
#include "scree/world/forces/contact_bodies.hpp"
#include "scree/world/forces/pressure_forces.hpp"

namespace scree {
namespace {

/// Returns the radius of the sphere that has the volume of the body.
Real equivalent_radius(const World& w, int body) {
  return w.bodies.scale[body] * w.shapes[w.bodies.shape[body]].equivalent_radius;
}

/// Returns the effective radius 1 / (1 / R_a + 1 / R_b). A wall counts as planar.
Real radius_of(const World& w, const ListedPair& pair) {
  const Real a = equivalent_radius(w, pair.a);
  if (with_wall(pair.kind)) return a;
  const Real b = equivalent_radius(w, pair.b);
  return a * b / (a + b);
}

/// Adds a torque against rolling and returns it. Its spring stretches by the angle that the bodies have
/// rolled on each other. It slips at friction x radius x normal force (Jiang, Yu, Harris 2005).
Vec3 rolling_torque(const ContactProperties& p, Real stiffness, Real radius, Real normal_force, Vec3 normal,
                    Vec3 relative_spin, Real dt, Vec3& rolled, PairForce& out, ContactEnergy& energy) {
  Vec3 angle = rolled - dot(rolled, normal) * normal;
  const Vec3 rolling = relative_spin - dot(relative_spin, normal) * normal;
  angle += dt * rolling;
  const Real k = stiffness * radius * radius, limit = p.rolling_friction * radius * normal_force;
  Vec3 torque = -k * angle;  // torque on B
  const Real size = length(torque);
  if (size > limit) {
    torque = (limit / size) * torque;
    angle = (-1 / k) * torque;
  }
  rolled = angle;
  energy.tangential += 0.5 * k * length_squared(angle);
  energy.sliding -= dot(torque, rolling);
  out.torque_a -= torque, out.torque_b += torque;
  return torque;
}

void place_body(const Bodies& bodies, int body, PointColumns::BodyColumns& columns, int index) {
  columns.origin.set(index, bodies.position[body]);
  columns.velocity.set(index, bodies.velocity[body]);
  columns.spin.set(index, bodies.spin[body]);
  columns.orientation.set(index, bodies.orientation[body]);
  columns.inverse_mass[index] = bodies.inverse_mass[body];
  columns.inverse_inertia.set(index, bodies.inverse_inertia[body]);
}

void place_wall(const Wall& wall, PointColumns::BodyColumns& columns, int index) {
  columns.origin.set(index, wall.pose.position);
  columns.velocity.set(index, wall.velocity);
  columns.spin.set(index, wall.spin);
  columns.orientation.set(index, wall.pose.orientation);
  columns.inverse_mass[index] = 0;
  columns.inverse_inertia.set(index, {});
}

/// Fills the columns with the points of a contact, starting at `index`.
template <class Law, bool wall>
void load(const World& w, const BatchContacts& c, const TouchingPair& touching, PointColumns& columns,
          int index) {
  const ListedPair& pair = w.pairs.pairs[touching.pair];
  const ContactProperties& properties = properties_of(w, pair);
  const ManifoldPoint& first = c.points[touching.first];
  const Vec3 middle = middle_of(&first, touching.count);
  for (int i = touching.first; i < touching.first + touching.count; ++i, ++index) {
    place_body(w.bodies, pair.a, columns.a, index);
    if constexpr (wall) {
      place_wall(w.walls.all[wall_of(w.walls, pair)], columns.b, index);
    } else {
      place_body(w.bodies, pair.b, columns.b, index);
    }
    columns.middle.set(index, middle);
    columns.contact_normal.set(index, first.normal);
    if constexpr (Law::needs_radius) {
      columns.young[index] = properties.young;
      columns.shear[index] = properties.shear;
      columns.radius[index] = radius_of(w, pair);
    } else {
      columns.normal_stiffness[index] = properties.normal_stiffness;
      columns.tangential_stiffness[index] = properties.tangential_stiffness;
    }
    columns.damping_ratio[index] = properties.damping_ratio;
    columns.friction[index] = properties.friction;
    const ManifoldPoint& p = c.points[i];
    columns.position.set(index, p.position);
    columns.normal.set(index, p.normal);
    columns.weight_gradient.set(index, p.weight_gradient);
    columns.weight[index] = p.weight;
    columns.overlap[index] = p.overlap;
    const PointHistory& h = c.histories[i];
    columns.spring.set(index, h.spring);
    columns.friction_force.set(index, h.friction);
    columns.spring_stiffness[index] = h.stiffness;
    columns.normal_force[index] = h.normal_force;
  }
}

/// Stores the histories of the points of contact t, whose columns start at `index`, and adds up their forces.
template <bool wall>
void store(const World& w, const PointColumns& columns, int index, Real dt, BatchContacts& c, std::size_t t) {
  const TouchingPair& touching = c.touching[t];
  const ListedPair& pair = w.pairs.pairs[touching.pair];
  Vec3 force, moment;
  ContactEnergy energy;
  Real pressing = 0, stiffness = 0;
  const Vec3 a_to_b = columns.b.origin[index] - columns.a.origin[index];
  for (int i = touching.first; i < touching.first + touching.count; ++i, ++index) {
    PointHistory& h = c.histories[i];
    h.spring = columns.spring[index];
    h.friction = columns.friction_force[index];
    h.stiffness = columns.spring_stiffness[index];
    h.normal_force = columns.normal_force[index];
    force += columns.force[index];
    moment += columns.moment[index];
    energy.normal += columns.elastic[index];
    energy.tangential += columns.tangential[index];
    energy.damping += columns.damping[index];
    energy.sliding += columns.sliding[index];
    pressing += columns.pressing[index];
    stiffness += columns.stiffness[index];
  }
  PairForce& out = c.forces[t];
  out.on_b = force;
  out.torque_a = -moment;
  out.torque_b = moment - cross(a_to_b, force);
  if constexpr (wall) {
    const Wall& b = w.walls.all[wall_of(w.walls, pair)];
    energy.walls = -dot(force, b.velocity) - dot(out.torque_b, b.spin);
  }
  c.energy += energy;
  const ContactProperties& properties = properties_of(w, pair);
  if (properties.rolling_friction > 0) {
    const ContactBody a = contact_body(w, pair.a), b = second_body(w, pair);
    const Vec3 torque =
        rolling_torque(properties, stiffness, radius_of(w, pair), pressing, c.points[touching.first].normal,
                       b.spin - a.spin, dt, c.rolled_angles[t], out, c.energy);
    if (wall) c.energy.walls -= dot(torque, b.spin);
  }
}

/// Returns the velocity of B relative to A at a point. `arm` leads from the centroid of A to the point.
Vec3 velocity_of_b(const PointColumns& columns, int index, Vec3 arm) {
  const ContactBody a = columns.a[index], b = columns.b[index];
  return b.velocity_at(a.origin) - a.velocity + cross(b.spin - a.spin, arm);
}

/// Returns the springs of a contact without damping, whose normal forces all come from springs. If a point
/// will have separated by the end of the next step, it gives its energy back in the first half of that step
/// (see `spring_force`).
SpringState springs_of(const World& w, const PointColumns& columns, int index, const TouchingPair& touching,
                       Real dt) {
  SpringState springs;
  if (!properties_of(w, w.pairs.pairs[touching.pair]).is_elastic()) return springs;
  for (const int end = index + touching.count; index < end; ++index) {
    const Vec3 push = columns.pressing[index] * columns.normal[index];
    const Vec3 arm = columns.position[index] - columns.a.origin[index];
    const Real energy = columns.elastic[index] / columns.weight[index];  // energy at the weight 1
    springs.force += push;
    springs.moment += cross(arm, push) - energy * columns.weight_gradient[index];
    const Real parting = dt * dot(velocity_of_b(columns, index, arm), columns.normal[index]);
    springs.energy +=
        columns.overlap[index] < parting ? 0.5 * parting * columns.pressing[index] : columns.elastic[index];
  }
  return springs;
}

/// Applies the law to all contacts of a batch. Each round fills the columns with as many contacts as fit.
template <class Law, bool wall>
void apply(const World& w, Real dt, BatchContacts& c) {
  static_assert(Manifold::capacity <= PointColumns::capacity);
  static const PointLanes apply_law = widest(point_lanes<Law>());
  c.energy = {};
  c.forces.resize(c.touching.size());
  const bool elastic = w.materials.any_elastic();
  c.springs.resize(elastic ? c.touching.size() : 0);
  static thread_local PointColumns columns;
  for (std::size_t first = 0, next = 0; first < c.touching.size(); first = next) {
    int count = 0;
    for (; next < c.touching.size() && count + c.touching[next].count <= PointColumns::capacity; ++next) {
      load<Law, wall>(w, c, c.touching[next], columns, count);
      count += c.touching[next].count;
    }
    apply_law(columns, count, dt);
    const int begin = c.touching[first].first;
    for (std::size_t t = first; t < next; ++t) {
      const int index = c.touching[t].first - begin;
      store<wall>(w, columns, index, dt, c, t);
      if (elastic) c.springs[t] = springs_of(w, columns, index, c.touching[t], dt);
    }
  }
}

template <class Law>
void apply(const World& w, const Batch& batch, Real dt, BatchContacts& contacts) {
  with_wall(batch.kind) ? apply<Law, true>(w, dt, contacts) : apply<Law, false>(w, dt, contacts);
}

template <class Law>
Real normal_energy(const World& w, int wall) {
  Real energy = 0;
  for (const BatchContacts& c : w.contacts.batches) {
    for (const TouchingPair& t : c.touching) {
      const ListedPair& pair = w.pairs.pairs[t.pair];
      if (!with_wall(pair.kind) || wall_of(w.walls, pair) != wall) continue;
      const Real radius = radius_of(w, pair);
      const ContactProperties& p = w.materials.of(w.bodies.material[pair.a], w.walls.all[wall].material);
      const Law law(p, radius, {});
      for (int i = t.first; i < t.first + t.count; ++i)
        energy += c.points[i].weight * law.at(c.points[i].overlap).energy;
    }
  }
  return energy;
}

}  // namespace

Real energy_against_wall(const World& w, int wall) {
  if (w.settings.law == LawKind::pressure) return pressure_energy_against_wall(w, wall);
  return w.settings.law == LawKind::linear ? normal_energy<LinearLaw>(w, wall)
                                           : normal_energy<HertzMindlinLaw>(w, wall);
}

void apply_law(const World& world, const Batch& batch, Real dt, BatchContacts& contacts) {
  if (world.settings.law == LawKind::linear) {
    apply<LinearLaw>(world, batch, dt, contacts);
  } else if (world.settings.law == LawKind::pressure) {
    apply_pressure(world, batch, dt, contacts);
  } else {
    apply<HertzMindlinLaw>(world, batch, dt, contacts);
  }
}

void sum_forces(World& w) {
  Bodies& bodies = w.bodies;
  const PairList& list = w.pairs;
  for_each_block(w, [&](int first, int last, const std::vector<int>& batches) {
    std::fill(bodies.force.begin() + first, bodies.force.begin() + last, Vec3{});
    std::fill(bodies.torque.begin() + first, bodies.torque.begin() + last, Vec3{});
    const auto inside = [&](int body) { return first <= body && body < last; };
    for (const int batch : batches) {
      const BatchContacts& c = w.contacts.batches[batch];
      const bool wall = with_wall(list.batches[batch].kind);
      for (std::size_t t = 0; t < c.touching.size(); ++t) {
        const ListedPair& pair = list.pairs[c.touching[t].pair];
        const PairForce& f = c.forces[t];
        if (inside(pair.a)) {
          bodies.force[pair.a] -= f.on_b;
          bodies.torque[pair.a] += f.torque_a;
        }
        if (!wall && inside(pair.b)) {
          bodies.force[pair.b] += f.on_b;
          bodies.torque[pair.b] += f.torque_b;
        }
      }
    }
  });
  for (Wall& wall : w.walls.all) wall.force = wall.torque = {};
  for (std::size_t k = 0; k < list.batches.size(); ++k) {
    if (!with_wall(list.batches[k].kind)) continue;
    const BatchContacts& c = w.contacts.batches[k];
    for (std::size_t t = 0; t < c.touching.size(); ++t) {
      Wall& wall = w.walls.all[wall_of(w.walls, list.pairs[c.touching[t].pair])];
      wall.force += c.forces[t].on_b;
      wall.torque += c.forces[t].torque_b;
    }
  }
}

}  // namespace scree
