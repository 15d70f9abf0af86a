// The contacts of a step: the touching pairs of each batch with their points, forces and memories.
#pragma once

#include "scree/contact/patch/manifold.hpp"
#include "scree/law/contact_law.hpp"
#include "scree/law/spring_balance.hpp"
#include "scree/world/pair_list.hpp"

namespace scree {

/// A touching pair. Its points are points[first, first + count) of the batch.
struct TouchingPair {
  int pair = 0;
  int first = 0, count = 0;
};

/// Force and torques of a contact on its two bodies.
struct PairForce {
  Vec3 on_b;                // force on B; A gets the opposite
  Vec3 torque_a, torque_b;  // about the centroids; for a wall, about its origin
};

/// Current energies and powers of contacts.
struct ContactEnergy {
  Real normal = 0, tangential = 0;  // J, stored in the springs
  Real damping = 0;                 // W, dissipated by normal dashpots
  Real sliding = 0;                 // W, taken from the motion by all tangential forces
  Real walls = 0;                   // W, supplied by walls
  Real kicks = 0;                   // J, supplied by walls through kicks in the last step
  Real pressing = 0;  // W, put into the springs of pressure contacts, whose forces have no potential

  ContactEnergy& operator+=(const ContactEnergy& e) {
    normal += e.normal;
    tangential += e.tangential;
    damping += e.damping;
    sliding += e.sliding;
    walls += e.walls;
    kicks += e.kicks;
    pressing += e.pressing;
    return *this;
  }
};

/// Kick of a contact without damping (law/spring_balance.hpp).
struct PairKick {
  int pair = 0;
  int touching = -1;  // index of the contact; -1 if it has ended
  MissingWork missing;
  Vec3 impulse;
};

struct BatchContacts {
  std::vector<TouchingPair> touching;   // sorted by pair
  std::vector<ManifoldPoint> points;    // in the frame of the world
  std::vector<Real> areas;              // m2, one per facet point, whose weight has no meaning; else empty
  std::vector<PointHistory> histories;  // one per point; empty under the law pressure
  // Rolled angle, rad. One per touching pair if any material has rolling friction, else empty.
  std::vector<Vec3> rolled_angles;
  // Friction that has built up, as a fraction of the normal pressure (HeldFriction). One per touching pair
  // under the law pressure, else empty.
  std::vector<Vec3> held_frictions;
  std::vector<PairForce> forces;     // one per touching pair
  std::vector<SpringState> springs;  // one per touching pair if any material is elastic, else empty
  std::vector<PairKick> kicks;       // kicks of this step
  ContactEnergy energy;
  int failed = 0;         // queries that the algorithm gave up; `exact` answered them
  int first_failed = -1;  // index of the pair of the first failed query
  int deep = 0;           // number of pairs whose facets are pressed as deep as their layers allow, or deeper
  int first_deep = -1;    // index of the first of these pairs

  /// Removes the results of the last detection. Histories and forces stay.
  void clear_found() {
    touching.clear();
    points.clear();
    areas.clear();
    failed = 0;
    first_failed = -1;
    deep = 0;
    first_deep = -1;
  }
};

struct Contacts {
  std::vector<BatchContacts> batches;  // one for each batch of the pair list

  int touching_count() const;
  int point_count() const;
};

/// Moves the contacts into the batches of a new list. `new_index` contains the index of each old pair in the
/// new list, or -1 if the pair has left the list.
void rebatch(Contacts& contacts, const std::vector<int>& new_index, const PairList& list);

/// Returns, for each pair of the old list, its index in the new list, or -1. Both lists are sorted.
std::vector<int> indices_in(const std::vector<ListedPair>& old_pairs, const std::vector<ListedPair>& pairs);

/// Data of a batch that lasts from one step to the next.
struct BatchMemory {
  std::vector<TouchingPair> touching;
  std::vector<PointHistory> histories;
  std::vector<Vec3> rolled_angles, held_frictions;
  std::vector<SpringState> springs;

  /// Copies the data instead of moving them, so that all vectors keep their capacity and nothing
  /// is allocated.
  void take(const BatchContacts& from) {
    touching = from.touching;
    histories = from.histories;
    rolled_angles = from.rolled_angles;
    held_frictions = from.held_frictions;
    springs = from.springs;
  }
};

/// Gives each point of a batch the history of the earlier point with the same key.
void carry_points(const BatchMemory& before, BatchContacts& now);

/// Gives each touching pair of a batch the rolled angle that it had one step earlier.
void carry_rolled_angles(const BatchMemory& before, BatchContacts& now);

/// Gives each touching pair of a batch the held friction that it had one step earlier.
void carry_held_frictions(const BatchMemory& before, BatchContacts& now);

}  // namespace scree
