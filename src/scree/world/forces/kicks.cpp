#include "scree/world/forces/kicks.hpp"

#include "scree/parallel.hpp"
#include "scree/world/forces/contact_bodies.hpp"
#include "scree/world/forces/forces.hpp"

#include <utility>

namespace scree {
namespace {

/// Returns the motion of a body over the step that ends now. Its new forces are not known yet.
StepMotion step_motion_of_body(const World& w, int i, Real dt) {
  const Bodies& b = w.bodies;
  if (b.freedom[i] != Freedom::free) return {b.position[i], b.velocity[i], b.spin[i], b.spin[i]};
  const Vec3 momentum = b.angular_momentum[i];
  const auto spin_of = [&](Vec3 l) {
    return apply_inverse_inertia(b.orientation[i], b.inverse_inertia[i], l);
  };
  const Vec3 spin = spin_of(momentum);
  // To first order, the rotation of the body is dt * spin.
  const Vec3 spin_change = all_equal(b.inverse_inertia[i]) ? Vec3{} : dt * spin_of(cross(spin, momentum));
  return {b.position[i], b.half_velocity[i], spin, spin + spin_change};
}

/// Returns the motion of a body at the end of the step, after its forces have been summed.
EndMotion end_motion_of_body(const World& w, int i) {
  const Bodies& b = w.bodies;
  if (b.freedom[i] != Freedom::free)
    return {b.position[i], b.velocity[i], b.spin[i], b.orientation[i], 0, {}};
  EndMotion m{b.position[i], {}, {}, b.orientation[i], b.inverse_mass[i], b.inverse_inertia[i]};
  const Real half = 0.5 * w.settings.dt;
  m.velocity = b.half_velocity[i] + half * (m.inverse_mass * b.force[i] + w.settings.gravity);
  m.spin = m.spin_change(b.angular_momentum[i] + half * b.torque[i]);
  return m;
}

StepMotion step_motion_of_wall(const World& w, int index) {
  const Wall& wall = w.walls.all[index];
  return {wall.pose.position, wall.velocity, wall.spin, wall.spin};
}

EndMotion end_motion_of_wall(const World& w, int index) {
  const Wall& wall = w.walls.all[index];
  return {wall.pose.position, wall.velocity, wall.spin, wall.pose.orientation, 0, {}};
}

/// Lists the missing work of the contacts of a batch. The contacts of both steps are sorted by pair.
template <bool wall>
void find_missing_work(const World& w, const BatchMemory& before, Real dt, BatchContacts& c) {
  const auto motions = [&](int index) {
    const ListedPair& pair = w.pairs.pairs[index];
    return std::pair{step_motion_of_body(w, pair.a, dt), wall ? step_motion_of_wall(w, wall_of(w.walls, pair))
                                                              : step_motion_of_body(w, pair.b, dt)};
  };
  const auto go_on = [&](int t, const SpringState& old) {
    const TouchingPair& touching = c.touching[t];
    if (old.energy == 0 && c.springs[t].energy == 0) return;
    const auto [a, b] = motions(touching.pair);
    const Vec3 middle = middle_of(&c.points[touching.first], touching.count);
    c.kicks.push_back({touching.pair, t, missing_work(old, c.springs[t], middle, a, b, dt), {}});
  };
  const auto end = [&](std::size_t o) {
    if (before.springs[o].energy == 0) return;
    const auto [a, b] = motions(before.touching[o].pair);
    c.kicks.push_back({before.touching[o].pair, -1, missing_at_parting(before.springs[o], a, b, dt), {}});
  };
  std::size_t o = 0;
  const std::size_t old_count = before.touching.size();
  for (int t = 0; t < static_cast<int>(c.touching.size()); ++t) {
    const int pair = c.touching[t].pair;
    while (o < old_count && before.touching[o].pair < pair) end(o++);
    const bool touched = o < old_count && before.touching[o].pair == pair;
    go_on(t, touched ? before.springs[o++] : SpringState{});
  }
  while (o < old_count) end(o++);
}

/// Finds the impulses of a batch. The work that an impulse leaves undone stays with its contact for the
/// next step.
template <bool wall>
void find_kicks(const World& w, BatchContacts& c) {
  for (PairKick& k : c.kicks) {
    const ListedPair& pair = w.pairs.pairs[k.pair];
    const EndMotion a = end_motion_of_body(w, pair.a),
                    b = wall ? end_motion_of_wall(w, wall_of(w.walls, pair)) : end_motion_of_body(w, pair.b);
    const Kick kick = kick_for(k.missing, a, b);
    k.impulse = kick.impulse;
    if (k.touching >= 0) c.springs[k.touching].energy += k.missing.energy - kick.work;
    if (wall) c.energy.kicks -= dot(kick.impulse, b.velocity + cross(b.spin, k.missing.point - b.position));
  }
}

/// Adds an impulse to the momentum in the middle of the step. The second half of the step starts from it.
void kick_body(Bodies& bodies, int body, Vec3 impulse, Vec3 point) {
  if (bodies.freedom[body] != Freedom::free) return;
  bodies.half_velocity[body] += bodies.inverse_mass[body] * impulse;
  bodies.angular_momentum[body] += cross(point - bodies.position[body], impulse);
}

}  // namespace

void find_missing_work(const World& world, const Batch& batch, const BatchMemory& before, Real dt,
                       BatchContacts& contacts) {
  contacts.kicks.clear();
  // The springs of the last step are stored only if some material is elastic.
  if (before.springs.size() != before.touching.size() || contacts.springs.size() != contacts.touching.size())
    return;
  if (dt == 0 || world.settings.integrator != Integrator::verlet) return;
  with_wall(batch.kind) ? find_missing_work<true>(world, before, dt, contacts)
                        : find_missing_work<false>(world, before, dt, contacts);
}

void do_missing_work(World& w) {
  if (!w.materials.any_elastic()) return;
  const PairList& list = w.pairs;
  parallel_for(static_cast<int>(list.batches.size()), [&](int k) {
    BatchContacts& c = w.contacts.batches[k];
    with_wall(list.batches[k].kind) ? find_kicks<true>(w, c) : find_kicks<false>(w, c);
  });
  for_each_block(w, [&](int first, int last, const std::vector<int>& batches) {
    const auto inside = [&](int body) { return first <= body && body < last; };
    for (const int batch : batches) {
      const bool wall = with_wall(list.batches[batch].kind);
      for (const PairKick& kick : w.contacts.batches[batch].kicks) {
        const ListedPair& pair = list.pairs[kick.pair];
        if (inside(pair.a)) kick_body(w.bodies, pair.a, -kick.impulse, kick.missing.point);
        if (!wall && inside(pair.b)) kick_body(w.bodies, pair.b, kick.impulse, kick.missing.point);
      }
    }
  });
}

}  // namespace scree
