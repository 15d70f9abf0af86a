// Everything a simulation is made of, and its step.
#pragma once

#include "scree/world/contacts.hpp"
#include "scree/world/dda_state.hpp"
#include "scree/world/insert/insertion.hpp"
#include "scree/world/motion.hpp"
#include "scree/world/watch.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace scree {

enum class Integrator : unsigned char {
  verlet,     // velocity Verlet; laws see velocities predicted for the end of the step
  leap_frog,  // positions at steps, velocities between them: laws see those of half a step before
};

struct WorldSettings {
  Real dt = 1e-5;  // s
  Vec3 gravity{0, 0, -9.81};
  LawKind law = LawKind::linear;
  std::string algorithm = "gjk_td";  // for two polyhedra, by its name in `scree list`
  bool patch = true;                 // faces touch by their corners, else at one point
  Real local_damping = 0;            // Cundall's: part of the force, against the motion
  int quadrature = 2;                // law pressure: degree of the rule on triangles, 1, 2 or 4
  Integrator integrator = Integrator::verlet;
  Solver solver = Solver::explicit_steps;
  DdaSettings dda;
};

/// Energies since the beginning, J. kinetic + potential + elastic = what was there + walls + inserted -
/// damping - friction - local - model, to the error of the integration.
struct Ledger {
  Real kinetic = 0, potential = 0, elastic = 0;
  Real damping = 0, friction = 0, local = 0;  // lost
  Real walls = 0, inserted = 0;               // brought in
  Real model = 0;  // lost because pressures over polygons have no potential: work less what they hold

  Real total() const { return kinetic + potential + elastic; }
  /// What is missing from, or too much of, the total.
  Real error(Real first_total) const {
    return total() - (first_total + walls + inserted - damping - friction - local - model);
  }
};

enum class Phase : unsigned char { move, pairs, detect, history, law, sum, finish };
inline constexpr std::array<std::string_view, 7> phase_names = {"move", "pairs", "detect", "history",
                                                                "law",  "sum",   "finish"};

/// A query that the algorithm gave up, kept to be looked at. Only pairs of polyhedra are.
struct FailedQuery {
  std::int64_t step = 0;
  int id_a = 0, id_b = 0, shape_a = 0, shape_b = 0;
  Real scale_a = 1, scale_b = 1;
  Pose b_in_a;
};

/// A contact of facets as deep as their layers allow. It will be lost, or was.
struct DeepContact {
  std::int64_t step = 0;
  int id_a = 0, id_b = 0;  // of b -1 - wall when it is one
};

struct World {
  WorldSettings settings;
  Shapes shapes;
  MaterialTable materials;
  Bodies bodies;
  Walls walls;
  std::vector<Insertion> insertions;
  Motions motions;  // of the walls
  PairList pairs;
  Contacts contacts;
  DdaState dda;
  Ledger ledger;
  ContactEnergy contact_energy;  // of the last step
  Real first_total = 0;          // energy before the first step
  Real time = 0;
  std::int64_t steps = 0;
  std::int64_t failed_queries = 0;
  static constexpr std::size_t most_failures = 10;
  std::vector<FailedQuery> failures;  // the first of them, each pair of bodies once
  std::int64_t deep_contacts = 0;     // counted in every step
  DeepContact first_deep;
  Watch watch;
  std::array<double, phase_names.size()> seconds{};  // spent in each phase; no part of the state

  int add_body(const BodyState& state) {
    const Shape& kind = shapes[state.shape];
    const Real volume = kind.volume * kind.volume_factor(state.scale);
    return bodies.add(state, shapes, materials.materials[state.material].density_of(volume));
  }
  /// Potential, kinetic and elastic energy now.
  void update_ledger();
  /// The largest overlap of a contact over the radius of its smaller body.
  Real largest_overlap() const;
  /// Fingerprint of the physics: time, poses, velocities, walls, contact histories by ids, ledger. It does
  /// not depend on how bodies, pairs and contacts are stored.
  std::uint64_t hash() const;
  /// Fingerprint of the whole state (state.hpp), caches and lists included: equal states go on bit for bit.
  std::uint64_t state_hash() const;
};

/// To be called once when all bodies and walls are there, and again after bodies were added.
void prepare(World& world);

/// Contacts, forces and elastic energy of this moment, without a step. Bodies that are let go while they
/// overlap are pushed from the first step on, and the ledger begins with what their springs hold.
void find_forces_now(World& world);

/// One step of velocity Verlet.
void step(World& world);

/// Returns the stiffest spring that a body has at a contact of these properties, N/m. A Hertz contact is
/// taken at an overlap of 1 % of its radius.
Real contact_stiffness(const World& world, int body, const ContactProperties& properties);

/// The longest step that is stable: two equal bodies of the lightest kind, the stiffest contact, the lever of
/// their corners. Linear law; a Hertz contact is taken at an overlap of 1 % of its radius.
Real critical_step(const World& world);

}  // namespace scree
