// The rotating drum of section 3.4: bodies of one kind are brought to a steady state, and steps are timed.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/smeets/plan.hpp"

namespace scree::reproduce {

/// The drum's scene for another kind and number of bodies. Its length follows their number.
std::vector<std::string> drum_of(const std::string& shape, int count);

/// Copies of a drum end to end, in a scene of a drum as long as all together.
World put_end_to_end(const World& part, const Scene& whole, int copies);

/// Seconds of the processor for so many steps of one drum.
struct DrumTime {
  std::string kind;                      // as in expected.toml
  int count = 0, bodies = 0, steps = 0;  // count: how many there should be; bodies: how many came
  Real seconds = 0, contacts = 0;        // contacts of a body

  Real a_step() const { return seconds / steps; }
};
std::vector<DrumTime> drum_times(const Run& run, const DrumPlan& plan);

}  // namespace scree::reproduce
