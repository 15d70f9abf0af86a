// Measures the cost of several contact searches on the same queries: all pairs of polyhedra whose bounding
// spheres overlap, in every step of one simulation. Each search has its own cache for every pair, so it
// starts from its own last plane or link. No search changes the simulation.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/world/world.hpp"

#include <array>

namespace scree::reproduce {

enum class Racer : unsigned char {
  conventional,    // common_plane_classical, scans all vertices for every trial normal, as published
  fast_plane,      // fast_common_plane_classical, scans all vertices for every candidate plane
  own_fast_plane,  // fast_common_plane_classical of Scree, skips candidates that cannot be the best
  shortest_link,   // shortest_link
  own_default,     // gjk_td with the engine's tolerances: it need not compute gaps
};
inline constexpr std::array<std::string_view, 5> racer_names = {"conventional", "fcp", "own_fcp", "slm",
                                                                "gjk_td"};

struct RaceTimes {
  static constexpr std::size_t racers = racer_names.size();
  static constexpr std::size_t most_iterations = 8;

  std::array<Real, racers> seconds{};          // processor time
  std::array<std::int64_t, racers> queries{};  // timed queries
  std::array<std::int64_t, racers> touching{};
  std::array<std::int64_t, racers> all_iterations{};  // sum over all queries; 0: unknown
  // Number of queries of shortest_link that took 0, 1, ..., 8 or more iterations: of all pairs and of
  // touching pairs
  std::array<std::int64_t, most_iterations + 1> link_iterations{};
  std::array<std::int64_t, most_iterations + 1> contact_iterations{};

  Real per_query(Racer r) const;
  Real iterations_a_query(Racer r) const;
  Real speed_up(Racer r) const { return per_query(Racer::conventional) / per_query(r); }
  /// Returns the fraction of the queries of shortest_link that took at most the given number of iterations.
  Real within(int iterations) const { return fraction(link_iterations, iterations); }
  Real contacts_within(int iterations) const { return fraction(contact_iterations, iterations); }

 private:
  static Real fraction(const std::array<std::int64_t, most_iterations + 1>& counts, int iterations);
};

/// Advances the world by `steps` steps and times all searches after each step. Slow searches are timed only
/// after every `spacing`-th step. They also run untimed after the preceding step, so that their caches hold
/// the state of the preceding step too.
RaceTimes race(World& world, int steps, int spacing);

}  // namespace scree::reproduce
