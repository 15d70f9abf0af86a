// The rotating drum of section 3.4. Bodies of one kind reach a steady state, and then steps are timed.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/smeets/plan.hpp"

namespace scree::reproduce {

/// Returns the overrides of the drum's scene for another kind and number of bodies. The length of the drum is
/// proportional to the number.
std::vector<std::string> drum_of(const std::string& shape, int count);

/// Returns a world in which copies of a drum are put end to end. `whole` is the scene of a drum with their
/// total length.
World put_end_to_end(const World& segment, const Scene& whole, int copies);

/// Processor time for a number of steps of one drum.
struct DrumTime {
  std::string kind;                      // key in expected.toml
  int count = 0, bodies = 0, steps = 0;  // count: wanted bodies; bodies: inserted bodies
  Real seconds = 0, contacts = 0;        // contacts per body

  Real a_step() const { return seconds / steps; }
};
std::vector<DrumTime> drum_times(const Run& run, const DrumPlan& plan);

}  // namespace scree::reproduce
