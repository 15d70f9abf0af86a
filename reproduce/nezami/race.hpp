// What contact searches cost on the same work: all pairs of polyhedra whose bounding spheres meet, step after
// step of one simulation. Each search has its own memory of every pair, so that it starts from its own last
// plane or link, and none of them changes the simulation.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/world/world.hpp"

#include <array>

namespace scree::reproduce {

enum class Racer : unsigned char {
  conventional,    // common_plane_classical, every trial normal with a scan of all vertices, as published
  fast_plane,      // fast_common_plane_classical, the same
  own_fast_plane,  // fast_common_plane_classical as it runs here: candidates that cannot win are not scanned
                   // for
  shortest_link,   // shortest_link
  own_default,     // gjk_td as the engine asks it: a gap need not be known
};
inline constexpr std::array<std::string_view, 5> racer_names = {"conventional", "fcp", "own_fcp", "slm",
                                                                "gjk_td"};

struct RaceTimes {
  static constexpr std::size_t racers = racer_names.size();
  static constexpr std::size_t most_iterations = 8;

  std::array<Real, racers> seconds{};          // of the processor
  std::array<std::int64_t, racers> queries{};  // timed
  std::array<std::int64_t, racers> touching{};
  std::array<std::int64_t, racers> all_iterations{};                // of all queries together; 0: not known
  std::array<std::int64_t, most_iterations + 1> link_iterations{};  // of shortest_link: 0, 1, ..., 8 or more
  std::array<std::int64_t, most_iterations + 1> contact_iterations{};  // the same of pairs that touch

  Real per_query(Racer r) const;
  Real iterations_a_query(Racer r) const;
  Real speed_up(Racer r) const { return per_query(Racer::conventional) / per_query(r); }
  /// The part of the queries of shortest_link that took so many iterations or fewer.
  Real within(int iterations) const { return part(link_iterations, iterations); }
  Real contacts_within(int iterations) const { return part(contact_iterations, iterations); }

 private:
  static Real part(const std::array<std::int64_t, most_iterations + 1>& counts, int iterations);
};

/// Takes the world `steps` steps further and asks all searches after each; those that are slow only after
/// every `spacing`-th, and without being timed after the step before it, so that they too start from the last
/// step.
RaceTimes race(World& world, int steps, int spacing);

}  // namespace scree::reproduce
