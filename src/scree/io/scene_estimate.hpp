// What a run of a scene will take: memory and time, from figures measured for each kind of body.
#pragma once

#include "scree/io/scene.hpp"

namespace scree {

struct Estimate {
  double bodies = 0;  // those that are there and those to come
  double steps = 0;
  double loose_memory = 0, dense_memory = 0;  // MB: while bodies are apart, and in a dense flow
  double rate = 0;                            // body-steps a second on one thread; 0: not known

  /// Seconds on one thread, all bodies there from the beginning; 0 when the rate is not known.
  double seconds() const { return rate > 0 ? bodies * steps / rate : 0; }
};

/// Estimates a run of the world, as built, until this time. Memory was measured as the peak of whole runs:
/// 1e4 to 1e6 cubes and spheres apart from each other, settled beds of 1e4 and 1e5, flows of 45 000
/// polyhedra. Rates are those of docs/reference/benchmarks.md.
Estimate estimate(const World& world, Real end);

/// Estimates the bodies of a scene that has not been built, as far as it says their numbers.
double expected_bodies(const Scene& scene);

/// Returns the memory of so many bodies in a dense flow, MB, whatever their kind.
double memory_of(double bodies);

/// "3.2 h", "12 s": a time in the unit that suits it.
std::string duration_text(double seconds);

}  // namespace scree
