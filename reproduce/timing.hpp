// Measures times that can be compared: the jobs take turns, so other load on the machine affects all of them.
#pragma once

#include "scree/math/hd.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace scree::reproduce {

struct Effort {
  int rounds;
  Real slice;  // running time of a job per round, s; a job runs at least once
};
inline Effort effort(bool quick) { return quick ? Effort{3, 1e-4} : Effort{41, 2e-3}; }

/// Processor time of this thread, s.
Real processor_seconds();

/// Processor seconds per call of each job, as the median over all rounds.
std::vector<Real> seconds_per_call(std::span<const std::function<void()>> jobs, Effort effort);

Real mean(std::span<const Real> values);
Real median(std::vector<Real> values);

/// Returns the name of the processor, as the system reports it. Reports name it next to the times.
std::string machine();

}  // namespace scree::reproduce
