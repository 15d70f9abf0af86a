// The world of a simulation: all of its data, and the function that advances it by a step.
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
  verlet,     // velocity Verlet; laws use velocities predicted for the end of the step
  leap_frog,  // positions at steps, velocities halfway between; laws use velocities of half a step before
};

struct WorldSettings {
  Real dt = 1e-5;  // s
  Vec3 gravity{0, 0, -9.81};
  LawKind law = LawKind::linear;
  std::string algorithm = "gjk_td";  // contact algorithm for two polyhedra, named as in `scree list`
  bool patch = true;                 // true: faces touch at the corners of a patch; false: at one point
  Real local_damping = 0;  // Cundall's local damping: fraction of the force that acts against the motion
  int quadrature = 2;      // law pressure: degree of the quadrature rule on triangles, 1, 2 or 4
  Integrator integrator = Integrator::verlet;
  Solver solver = Solver::explicit_steps;
  DdaSettings dda;
};

/// Energies since the beginning, J. Up to the integration error, kinetic + potential + elastic = initial
/// total + walls + inserted - damping - friction - local - model.
struct Ledger {
  Real kinetic = 0, potential = 0, elastic = 0;
  Real damping = 0, friction = 0, local = 0;  // energy lost
  Real walls = 0, inserted = 0;               // energy brought in
  // Energy lost because pressures over polygons have no potential: their work minus the energy that
  // they store.
  Real model = 0;

  Real total() const { return kinetic + potential + elastic; }
  /// Energy imbalance: the total minus all energy that is accounted for.
  Real error(Real first_total) const {
    return total() - (first_total + walls + inserted - damping - friction - local - model);
  }
};

enum class Phase : unsigned char { move, pairs, detect, history, law, sum, finish };
inline constexpr std::array<std::string_view, 7> phase_names = {"move", "pairs", "detect", "history",
                                                                "law",  "sum",   "finish"};

/// Query that the algorithm gave up, kept for inspection. Only queries about two polyhedra are kept.
struct FailedQuery {
  std::int64_t step = 0;
  int id_a = 0, id_b = 0, shape_a = 0, shape_b = 0;
  Real scale_a = 1, scale_b = 1;
  Pose b_in_a;
};

/// Facet contact that is as deep as its layers allow. It is about to be lost, or was lost.
struct DeepContact {
  std::int64_t step = 0;
  int id_a = 0, id_b = 0;  // id_b is -1 - wall if B is a wall
};

struct World {
  WorldSettings settings;
  Shapes shapes;
  MaterialTable materials;
  Bodies bodies;
  Walls walls;
  std::vector<Insertion> insertions;
  Motions motions;  // prescribed motions of the walls
  PairList pairs;
  Contacts contacts;
  DdaState dda;
  Ledger ledger;
  ContactEnergy contact_energy;  // energies of the contacts in the last step
  Real first_total = 0;          // total energy before the first step
  Real time = 0;
  std::int64_t steps = 0;
  std::int64_t failed_queries = 0;
  static constexpr std::size_t most_failures = 10;
  std::vector<FailedQuery> failures;  // the first failed queries, at most one per pair of bodies
  std::int64_t deep_contacts = 0;     // number of deep contacts, summed over all steps
  DeepContact first_deep;
  Watch watch;
  std::array<double, phase_names.size()> seconds{};  // time spent in each phase; not part of the state

  int add_body(const BodyState& state) {
    const Shape& kind = shapes[state.shape];
    const Real volume = kind.volume * kind.volume_factor(state.scale);
    return bodies.add(state, shapes, materials.materials[state.material].density_of(volume));
  }
  /// Updates the kinetic and the potential energy.
  void update_ledger();
  /// Returns the largest overlap of a contact, divided by the bounding radius of its smaller body.
  Real largest_overlap() const;
  /// Returns a fingerprint of the physics: time, poses, velocities, walls, contact histories by ids, and
  /// ledger. It does not depend on how bodies, pairs and contacts are stored.
  std::uint64_t hash() const;
  /// Returns a fingerprint of the whole state (state.hpp), including caches and lists. Worlds with equal
  /// states continue bit for bit.
  std::uint64_t state_hash() const;
};

/// Checks the world and prepares it for its first step. Call it once all bodies and walls exist, and again
/// after bodies were added.
void prepare(World& world);

/// Computes the contacts, forces and elastic energy at the present moment without a step. Bodies that overlap
/// when they are released are then pushed from the first step on, and the energy of their springs is in the
/// ledger from the beginning.
void find_forces_now(World& world);

/// Advances the world by one step of its integrator.
void step(World& world);

/// Returns the stiffness of the stiffest spring that a body has at a contact with these properties, N/m. A
/// Hertz contact is evaluated at an overlap of 1 % of its radius.
Real contact_stiffness(const World& world, int body, const ContactProperties& properties);

/// Returns the longest stable time step. It is computed for two equal bodies of the lightest kind at the
/// stiffest contact, with the lever of their corners. It holds for the linear law; a Hertz contact is
/// evaluated at an overlap of 1 % of its radius.
Real critical_step(const World& world);

}  // namespace scree
