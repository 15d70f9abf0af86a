#include "reproduce/timing.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <numeric>

namespace scree::reproduce {
namespace {

Real seconds_of(const std::function<void()>& job, int calls) {
  const Real start = processor_seconds();
  for (int i = 0; i < calls; ++i) job();
  return processor_seconds() - start;
}

/// Returns the number of calls of a job that take about `slice` seconds.
int calls_in(const std::function<void()>& job, Real slice) {
  job();  // warm-up, not timed
  int calls = 1;
  for (Real taken = seconds_of(job, 1); taken < slice / 2 && calls < 1 << 24;
       taken = seconds_of(job, calls)) {
    calls *= 2;
  }
  return calls;
}

}  // namespace

Real processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<Real>(now.tv_sec) + 1e-9 * static_cast<Real>(now.tv_nsec);
}

std::vector<Real> seconds_per_call(std::span<const std::function<void()>> jobs, Effort effort) {
  std::vector<int> calls;
  for (const auto& job : jobs) calls.push_back(calls_in(job, effort.slice));
  std::vector<std::vector<Real>> times(jobs.size());
  for (int round = 0; round < effort.rounds; ++round) {
    for (std::size_t j = 0; j < jobs.size(); ++j)
      times[j].push_back(seconds_of(jobs[j], calls[j]) / calls[j]);
  }
  std::vector<Real> medians;
  for (const auto& t : times) medians.push_back(median(t));
  return medians;
}

Real mean(std::span<const Real> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<Real>(values.size());
}

Real median(std::vector<Real> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "a processor without a name";
}

}  // namespace scree::reproduce
