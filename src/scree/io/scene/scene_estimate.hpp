// Estimates of the memory and the time that a run of a scene takes, from figures measured for each kind
// of body.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree {

struct Estimate {
  double bodies = 0;  // present and pending bodies
  double steps = 0;
  double loose_memory = 0, dense_memory = 0;  // MB, for isolated bodies and for a dense flow
  double rate = 0;                            // body-steps per second on one thread; 0: unknown

  /// Seconds on one thread with all bodies present from the beginning; 0 if the rate is unknown.
  double seconds() const { return rate > 0 ? bodies * steps / rate : 0; }
};

/// Estimates the memory and the time of a run of the built world up to time `end`. The memory figures are
/// measured peaks of whole runs: 1e4 to 1e6 cubes and spheres apart from each other, settled beds of 1e4 and
/// 1e5 bodies, flows of 45 000 polyhedra. The rates come from docs/reference/benchmarks.md.
Estimate estimate(const World& world, Real end);

/// Estimates the number of bodies of a scene that has not been built, as far as the scene gives
/// their numbers.
double expected_bodies(const Scene& scene);

/// Returns the memory of the given number of bodies in a dense flow, MB, whatever their kind.
double memory_of(double bodies);

/// Returns a time in the unit that suits it: "3.2 h", "12 s".
std::string duration_text(double seconds);

}  // namespace scree
