// Measures the cost of contact searches on the same work: all pairs of polyhedra whose bounding spheres meet,
// in every step of one simulation. Each search has its own memory of every pair, so that it starts from its
// own last plane or link. No search changes the simulation.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/world/world.hpp"

#include <array>

namespace scree::reproduce {

enum class Racer : unsigned char {
  conventional,    // common_plane_classical with a scan of all vertices for every trial normal, as published
  fast_plane,      // fast_common_plane_classical with the same scans
  own_fast_plane,  // fast_common_plane_classical as it runs here: skips candidates that cannot win
  shortest_link,   // shortest_link
  own_default,     // gjk_td as the engine calls it: it need not compute gaps
};
inline constexpr std::array<std::string_view, 5> racer_names = {"conventional", "fcp", "own_fcp", "slm",
                                                                "gjk_td"};

struct RaceTimes {
  static constexpr std::size_t racers = racer_names.size();
  static constexpr std::size_t most_iterations = 8;

  std::array<Real, racers> seconds{};          // processor time
  std::array<std::int64_t, racers> queries{};  // timed queries
  std::array<std::int64_t, racers> touching{};
  std::array<std::int64_t, racers> all_iterations{};                   // sum over all queries; 0: not known
  std::array<std::int64_t, most_iterations + 1> link_iterations{};     // shortest_link: 0, 1, ..., 8 or more
  std::array<std::int64_t, most_iterations + 1> contact_iterations{};  // same for touching pairs

  Real per_query(Racer r) const;
  Real iterations_a_query(Racer r) const;
  Real speed_up(Racer r) const { return per_query(Racer::conventional) / per_query(r); }
  /// Fraction of the queries of shortest_link that took at most the given number of iterations.
  Real within(int iterations) const { return fraction(link_iterations, iterations); }
  Real contacts_within(int iterations) const { return fraction(contact_iterations, iterations); }

 private:
  static Real fraction(const std::array<std::int64_t, most_iterations + 1>& counts, int iterations);
};

/// Advances the world by `steps` steps and runs all searches after each step. Slow searches run only after
/// every `spacing`-th step. They also run untimed after the step before it, so that they too start from the
/// last step.
RaceTimes race(World& world, int steps, int spacing);

}  // namespace scree::reproduce
