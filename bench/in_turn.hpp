// Times several contenders on the same queries in one run. All contenders answer each block of queries in
// turn, and the contender that starts changes from round to round. The result is the median over the rounds.
// Other load on the machine then affects all contenders equally, so the ratios are reliable even if the
// nanoseconds are not. Times are processor times of the thread.
#pragma once

#include <functional>
#include <vector>

namespace scree::bench {

struct Contender {
  int queries = 0;                             // number of queries from the start of the set
  std::function<void(int, int)> prepare, run;  // called with a range of queries; only `run` is timed
};

/// Returns the duration of a call in nanoseconds.
double nanoseconds_of(const std::function<void()>& call);

/// Returns the nanoseconds per query of each contender, as the median over the rounds.
std::vector<double> time_in_turn(const std::vector<Contender>& contenders, int rounds);

/// Returns the number of queries that a contender answers in about `budget` nanoseconds, at least 2.
int affordable(const Contender& contender, double budget);

}  // namespace scree::bench
