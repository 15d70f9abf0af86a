// Loops on several threads call every index once, even under other load.
#include "scree/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

namespace scree::test {
namespace {

void expect_every_index_once(int count) {
  std::vector<std::atomic<int>> calls(count), uneven(count);
  parallel_for(count, [&](int i) { ++calls[i]; });
  parallel_for_uneven(count, 3, [&](int i) { ++uneven[i]; });
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(calls[i], 1) << i << " of " << count;
    ASSERT_EQ(uneven[i], 1) << i << " of " << count;
  }
}

TEST(Parallel, CallsEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    set_thread_count(threads);
    for (const int count : {0, 1, 2, 3, 7, 100, 1001}) expect_every_index_once(count);
  }
}

TEST(Parallel, TheTeamHasTheThreadsAskedFor) {
  for (const int threads : {1, 2, 5}) {
    set_thread_count(threads);
    std::vector<std::atomic<int>> calls(threads);
    on_team([&](int thread, int team) {
      EXPECT_EQ(team, threads);
      ++calls[thread];
    });
    for (const auto& c : calls) EXPECT_EQ(c, 1);
    on_team([&](int, int team) { EXPECT_EQ(team, 1); }, 1);
  }
}

TEST(Parallel, WritesOfALoopAreSeenByTheNext) {
  set_thread_count(4);
  std::vector<int> value(64, 0), next(64);
  for (int round = 1; round < 5000; ++round) {
    parallel_for(64, [&](int i) { next[i] = value[(i + 17) % 64] + 1; });
    std::swap(value, next);
    for (const int v : value) ASSERT_EQ(v, round);
  }
}

TEST(Parallel, ALoopInsideALoopRunsOnItsOwnThread) {
  set_thread_count(3);
  std::atomic<int> calls = 0;
  parallel_for(6, [&](int) {
    on_team([&](int, int team) {
      EXPECT_EQ(team, 1);
      ++calls;
    });
  });
  EXPECT_EQ(calls, 6);
}

TEST(Parallel, SeveralThreadsMayStartLoops) {
  std::vector<std::thread> callers;
  for (int t = 0; t < 3; ++t) {
    callers.emplace_back([t] {
      set_thread_count(t + 1);
      EXPECT_EQ(thread_count(), t + 1);
      for (int round = 0; round < 200; ++round) expect_every_index_once(50);
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(Parallel, AChildProcessHasWorkersOfItsOwn) {
  set_thread_count(3);
  expect_every_index_once(100);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::vector<int> value(100, 0);
    int teams = 0;
    on_team([&](int thread, int team) { thread == 0 ? void(teams = team) : void(); });
    parallel_for(100, [&](int i) { value[i] = i; });
    bool right = teams == 3;
    for (int i = 0; i < 100; ++i) right = right && value[i] == i;
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace scree::test
