// Times several contenders on the same queries in one run: blocks of queries go round all of them in turn,
// the first one changes from round to round, and the median round counts. What the machine does besides then
// hits all alike, so the ratios hold even where the nanoseconds do not. Time is that of the thread on the
// processor.
#pragma once

#include <functional>
#include <vector>

namespace scree::bench {

struct Contender {
  int queries = 0;                             // the first so many of the set
  std::function<void(int, int)> prepare, run;  // a range of queries; only `run` is timed
};

/// Nanoseconds that a call takes.
double nanoseconds_of(const std::function<void()>& call);

/// Nanoseconds per query of each contender: the median over the rounds.
std::vector<double> time_in_turn(const std::vector<Contender>& contenders, int rounds);

/// How many of its queries a contender answers in about `budget` nanoseconds; at least 2.
int affordable(const Contender& contender, double budget);

}  // namespace scree::bench
