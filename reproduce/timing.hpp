// Times that can be compared: the jobs take turns, so that whatever else the machine does meets all of them.
#pragma once

#include "scree/math/hd.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace scree::reproduce {

struct Effort {
  int rounds;
  Real slice;  // seconds that a job runs in a round, at least one call
};
inline Effort effort(bool quick) { return quick ? Effort{3, 1e-4} : Effort{41, 2e-3}; }

/// Time during which this thread really ran, s.
Real processor_seconds();

/// Processor seconds per call of each job: the median over all rounds.
std::vector<Real> seconds_per_call(std::span<const std::function<void()>> jobs, Effort effort);

Real mean(std::span<const Real> values);
Real median(std::vector<Real> values);

/// What times were measured on: the processor's name as the system tells it.
std::string machine();

}  // namespace scree::reproduce
