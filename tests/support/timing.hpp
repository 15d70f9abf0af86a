// How long a call takes, for tests of complexity.
#pragma once

#include <gtest/gtest.h>

#include <ctime>

namespace scree::test {

/// Processor seconds: what else the machine does counts less than in wall-clock time.
template <class Call>
double seconds_of(Call call) {
  const std::clock_t start = std::clock();
  call();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Fails when the call takes longer, in builds where times mean something.
template <class Call>
void expect_within(double limit, const char* what, Call call) {
  const double seconds = seconds_of(call);
  std::printf("%s: %.2f s\n", what, seconds);
#ifdef SCREE_TIMED_TESTS
  EXPECT_LT(seconds, limit) << what;
#else
  static_cast<void>(limit);
#endif
}

}  // namespace scree::test
