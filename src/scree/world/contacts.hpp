// The contacts of a step: for each batch of pairs those that touch, with their points, forces and memories.
#pragma once

#include "scree/contact/patch/manifold.hpp"
#include "scree/law/contact_law.hpp"
#include "scree/law/spring_balance.hpp"
#include "scree/world/pair_list.hpp"

namespace scree {

/// One touching pair: its points are points[first, first + count) of the batch.
struct TouchingPair {
  int pair = 0;
  int first = 0, count = 0;
};

/// What a contact does to its two bodies.
struct PairForce {
  Vec3 on_b;                // A gets the opposite
  Vec3 torque_a, torque_b;  // about their centroids, or the wall's origin
};

/// Energies and powers of contacts now.
struct ContactEnergy {
  Real normal = 0, tangential = 0;  // stored in the springs, J
  Real damping = 0, sliding = 0,
       walls = 0;     // W: normal dashpots; all that is tangential; brought in by walls
  Real kicks = 0;     // J: brought in by walls through kicks in the last step
  Real pressing = 0;  // W: put into the springs of pressure contacts, whose forces have no potential

  ContactEnergy& operator+=(const ContactEnergy& e) {
    normal += e.normal, tangential += e.tangential;
    damping += e.damping, sliding += e.sliding, walls += e.walls, kicks += e.kicks, pressing += e.pressing;
    return *this;
  }
};

/// The kick of a contact without damping (law/spring_balance.hpp).
struct PairKick {
  int pair = 0;
  int touching = -1;  // index of the contact; -1 when it has ended
  MissingWork missing;
  Vec3 impulse;
};

struct BatchContacts {
  std::vector<TouchingPair> touching;   // by pair
  std::vector<ManifoldPoint> points;    // in the frame of the world; of facets the weights are areas
  std::vector<PointHistory> histories;  // of the points; none where contacts press over polygons
  std::vector<Vec3> pair_memory;        // of the touching pairs: the angle rolled where there is rolling
                                        // friction, the friction held where contacts press over polygons
  std::vector<PairForce> forces;        // of the touching pairs
  std::vector<SpringState> springs;     // of the touching pairs, if any materials are elastic; else none
  std::vector<PairKick> kicks;          // of this step
  ContactEnergy energy;
  int failed = 0;         // queries that the algorithm gave up; `exact` answered them
  int first_failed = -1;  // the pair of the first of them
  int deep = 0;           // pairs of facets pressed as deep as their layers allow, or deeper
  int first_deep = -1;    // the pair of the first of them
};

struct Contacts {
  std::vector<BatchContacts> batches;  // one for each batch of the pair list

  int touching_count() const;
  int point_count() const;
};

/// Sorts the contacts into the batches of a new list. `place`: of each old pair in it; -1: it is gone.
void rebatch(Contacts& contacts, const std::vector<int>& place, const PairList& list);

/// The place of each pair of a list in another, both sorted.
std::vector<int> places_in(const std::vector<ListedPair>& old_pairs, const std::vector<ListedPair>& pairs);

/// What a batch remembers from one step to the next.
struct BatchMemory {
  std::vector<TouchingPair> touching;
  std::vector<PointHistory> histories;
  std::vector<Vec3> pair_memory;
  std::vector<SpringState> springs;

  /// Copies: the vectors of batches and threads keep their room, so nothing is allocated.
  void take(const BatchContacts& from) {
    touching = from.touching, histories = from.histories, pair_memory = from.pair_memory;
    springs = from.springs;
  }
};

/// Gives each point of a batch what the point with the same key remembered.
void carry_points(const BatchMemory& before, BatchContacts& now);

/// Gives each touching pair of a batch what it remembered.
void carry_pairs(const BatchMemory& before, BatchContacts& now);

}  // namespace scree
