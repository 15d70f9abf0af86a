#include "in_turn.hpp"

#include <algorithm>
#include <ctime>

namespace scree::bench {
namespace {

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

}  // namespace

double nanoseconds_of(const std::function<void()>& call) {
  const double start = thread_nanoseconds();
  call();
  return thread_nanoseconds() - start;
}

std::vector<double> time_in_turn(const std::vector<Contender>& contenders, int rounds) {
  constexpr int block = 1024;  // two readings of the clock cost about 1 us, which is 1 ns per query
  const auto count = contenders.size();
  int most = 0;
  for (const Contender& c : contenders) most = std::max(most, c.queries);
  std::vector<std::vector<double>> spent(count);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> sum(count);
    for (int begin = 0; begin < most; begin += block) {
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t who = (k + static_cast<std::size_t>(round)) % count;
        const Contender& c = contenders[who];
        const int end = std::min(begin + block, c.queries);
        if (begin >= end) continue;
        c.prepare(begin, end);
        sum[who] += nanoseconds_of([&] { c.run(begin, end); });
      }
    }
    for (std::size_t k = 0; k < count; ++k) spent[k].push_back(sum[k] / contenders[k].queries);
  }
  std::vector<double> medians;
  for (std::vector<double>& s : spent) {
    std::ranges::nth_element(s, s.begin() + rounds / 2);
    medians.push_back(s[static_cast<std::size_t>(rounds) / 2]);
  }
  return medians;
}

int affordable(const Contender& contender, double budget) {
  const int sample = std::min(2, contender.queries);
  contender.prepare(0, sample);
  contender.run(0, sample);  // the first run is not timed, because its data are not in the processor's cache
  contender.prepare(0, sample);
  const double each = nanoseconds_of([&] { contender.run(0, sample); }) / sample;
  return std::clamp(static_cast<int>(std::min(budget / each, 1e9)), sample, contender.queries);
}

}  // namespace scree::bench
