#include "scree/parallel.hpp"
#include "scree/world/detect/detect.hpp"
#include "scree/world/forces/forces.hpp"
#include "scree/world/forces/kicks.hpp"
#include "scree/world/integrate/integrate.hpp"
#include "scree/world/state/renumber.hpp"
#include "scree/world/world.hpp"

#include <chrono>
#include <mutex>

namespace scree {
namespace {

/// Measures the phases of a step. `mark` adds the time since the previous mark to a phase.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Stopwatch(std::array<double, phase_names.size()>& seconds) : seconds_(seconds) {}
  void restart() { last_ = Clock::now(); }
  void mark(Phase phase) {
    const Clock::time_point now = Clock::now();
    seconds_[static_cast<std::size_t>(phase)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  std::array<double, phase_names.size()>& seconds_;
  Clock::time_point last_ = Clock::now();
};

void find_pairs(World& w, Real dt) {
  if (!w.pairs.outdated(w.bodies, w.walls)) return;
  // Number of lists that are built between two renumberings. Bodies that are neighbours stay neighbours for
  // a long time.
  constexpr std::int64_t lists = 64;
  if (w.bodies.count() >= least_renumbered && w.pairs.rebuilds % lists == 0) renumber(w);
  const std::vector<ListedPair> old_pairs = w.pairs.pairs;
  // Smallest number of steps that a list is meant to last. A flow takes 1.1 times as long with 8 steps, and
  // no less time with 32.
  constexpr Real steps = 24;
  w.pairs.rebuild(w.bodies, w.shapes, w.walls, steps * dt);
  rebatch(w.contacts, indices_in(old_pairs, w.pairs.pairs), w.pairs);
}

/// Detects contacts, carries memories and applies the law. It finishes one batch before the next, so that the
/// data of a batch stay in the cache of the core. `dt` is the length of the step that ends now, or 0 if
/// nothing moves or slides.
void find_forces(World& w, Real dt) {
  const DetectInput input{&w.bodies,    &w.shapes,        &w.walls,
                          &w.materials, w.settings.patch, w.settings.quadrature};
  const auto detect = detectors(w.settings.algorithm);
  const bool rolling = w.materials.any_rolling(), pressure = w.settings.law == LawKind::pressure;
  SharedRange batches(static_cast<int>(w.pairs.batches.size()), 4);
  std::mutex adding;
  on_team([&](int, int team) {
    std::array<double, phase_names.size()> own{};
    Stopwatch watch(own);
    BatchMemory before;
    batches.for_each([&](int k) {
      const Batch& batch = w.pairs.batches[k];
      BatchContacts& contacts = w.contacts.batches[k];
      before.take(contacts);
      contacts.clear_found();
      detect[static_cast<std::size_t>(batch.kind)](input, w.pairs, batch, contacts);
      watch.mark(Phase::detect);
      if (!pressure) carry_points(before, contacts);
      if (rolling) carry_rolled_angles(before, contacts);
      if (pressure) carry_held_frictions(before, contacts);
      watch.mark(Phase::history);
      apply_law(w, batch, dt, contacts);
      find_missing_work(w, batch, before, dt, contacts);
      watch.mark(Phase::law);
    });
    const std::lock_guard lock(adding);
    for (std::size_t p = 0; p < own.size(); ++p) w.seconds[p] += own[p] / team;
  });
}

/// Applies Cundall's local damping: reduces every component of force and torque that drives the motion and
/// increases every component that brakes it.
void damp_locally(World& w, Real dt) {
  const Real fraction = w.settings.local_damping;
  if (fraction == 0) return;
  Bodies& b = w.bodies;
  const auto damp = [&](Vec3& force, Vec3 velocity) {
    Real lost = 0;
    for (int c = 0; c < 3; ++c) {
      const Real drag = fraction * std::abs(force[c]);
      lost += drag * std::abs(velocity[c]);
      force[c] -= velocity[c] > 0 ? drag : velocity[c] < 0 ? -drag : 0;
    }
    return lost * dt;
  };
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] != Freedom::free) continue;
    w.ledger.local += damp(b.force[i], b.velocity[i]) + damp(b.torque[i], b.spin[i]);
  }
}

/// Counts failed queries and records the first ones, at most one per batch and step.
void note_failures(World& w, const BatchContacts& c) {
  w.failed_queries += c.failed;
  if (w.failures.size() >= World::most_failures) return;
  const Bodies& b = w.bodies;
  const ListedPair& pair = w.pairs.pairs[c.first_failed];
  const int a_id = b.id[pair.a], b_id = b.id[pair.b];
  for (const FailedQuery& f : w.failures) {
    if (f.id_a == a_id && f.id_b == b_id) return;
  }
  w.failures.push_back({w.steps, a_id, b_id, b.shape[pair.a], b.shape[pair.b], b.scale[pair.a],
                        b.scale[pair.b], inverse(b.pose(pair.a)) * b.pose(pair.b)});
}

void note_deep(World& w, const BatchContacts& c) {
  w.deep_contacts += c.deep;
  if (w.deep_contacts > c.deep) return;
  const ListedPair& pair = w.pairs.pairs[c.first_deep];
  const int b = with_wall(pair.kind) ? -1 - wall_of(w.walls, pair) : w.bodies.id[pair.b];
  w.first_deep = {w.steps, w.bodies.id[pair.a], b};
}

/// Returns the energies of all contacts. Also sets the elastic energy and records failed queries and
/// deep contacts.
ContactEnergy energy_of_contacts(World& w) {
  ContactEnergy sum;
  for (const BatchContacts& c : w.contacts.batches) {
    sum += c.energy;
    if (c.failed > 0) note_failures(w, c);
    if (c.deep > 0) note_deep(w, c);
  }
  w.ledger.elastic = sum.normal + sum.tangential;
  return sum;
}

/// Adds the energies that the contacts took and supplied in this step to the ledger. It uses the trapezoidal
/// rule, as velocity Verlet counts work.
void sum_energies(World& w) {
  const ContactEnergy now = energy_of_contacts(w);
  const ContactEnergy& before = w.contact_energy;
  const Real half = 0.5 * w.settings.dt;
  w.ledger.damping += half * (before.damping + now.damping);
  w.ledger.friction += half * (before.sliding + now.sliding) - (now.tangential - before.tangential);
  w.ledger.walls += half * (before.walls + now.walls) + now.kicks;
  if (w.settings.law == LawKind::pressure)
    w.ledger.model += half * (before.pressing + now.pressing) - (now.normal - before.normal);
  w.contact_energy = now;
}

/// True if a pending insertion may create overlaps. Bodies of a table are inserted in their given poses and
/// may overlap.
bool may_bring_overlaps(const World& w) {
  for (const Insertion& i : w.insertions) {
    if (i.kind == InsertionKind::table && !i.state.finished) return true;
  }
  return false;
}

}  // namespace

void find_forces_now(World& w) {
  constexpr Real dt = 0;  // nothing moves or slides
  find_pairs(w, dt);
  find_forces(w, dt);
  sum_forces(w);
  damp_locally(w, dt);
  w.contact_energy = energy_of_contacts(w);
}

void step(World& w) {
  Stopwatch watch(w.seconds);
  const bool overlaps = may_bring_overlaps(w);
  const int bodies = w.bodies.count(), first_id = w.bodies.next_id;
  w.ledger.inserted += insert_due(w);
  if (overlaps && w.bodies.count() > bodies) {
    const Real before = w.ledger.elastic;
    find_forces_now(w);
    w.ledger.inserted += w.ledger.elastic - before;
    note_inserted(w, first_id);
    watch.restart();
  }
  const Real dt = w.settings.dt, kick = w.settings.integrator == Integrator::verlet ? 0.5 : 0;
  integrate_first_half(w.bodies, w.settings.gravity, dt, !w.pairs.memories.empty(), kick);
  w.time += dt;
  const std::vector<int> appearing = appearing_walls(w);
  move_walls(w, dt);
  watch.mark(Phase::move);
  find_pairs(w, dt);
  watch.mark(Phase::pairs);
  find_forces(w, dt);
  watch.restart();
  sum_forces(w);
  damp_locally(w, dt);
  do_missing_work(w);
  sum_energies(w);
  note_appeared(w, appearing);
  watch.mark(Phase::sum);
  integrate_second_half(w.bodies, w.settings.gravity, dt, 1 - kick);
  note_step(w);
  ++w.steps;
  watch.mark(Phase::finish);
}

}  // namespace scree
