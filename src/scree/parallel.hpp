// Loops on several threads. A thread that waits for the others spins only while spinning is faster than
// sleeping. On a machine with other work it sleeps.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>

namespace scree {

/// Number of cores that this process may use.
int core_count();

/// Number of threads on which the calling thread runs its loops: all cores unless set. Results do not depend
/// on it.
int thread_count();

/// Sets the number of threads for the loops of the calling thread, at least one.
void set_thread_count(int count);

/// Calls `task(data, thread, team)` on each thread of a team of at most `most` threads and returns when all
/// calls have returned. The calling thread has number 0. It works alone if it is inside another loop, or if
/// the loop of another thread uses the workers. The task must not throw exceptions.
void run_team(int most, void (*task)(void* data, int thread, int team), void* data);

/// Calls `body(thread, team)` on at most `most` threads; `team` is their number.
template <class Body>
void on_team(Body&& body, int most = std::numeric_limits<int>::max()) {
  using Plain = std::remove_reference_t<Body>;
  run_team(
      most, [](void* data, int thread, int team) noexcept { (*static_cast<Plain*>(data))(thread, team); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// Calls `body(i)` for 0 <= i < count; each thread takes one contiguous range.
template <class Body>
void parallel_for(int count, Body&& body) {
  on_team(
      [&](int thread, int team) {
        const auto bound = [&](int t) { return static_cast<int>(static_cast<long long>(count) * t / team); };
        for (int i = bound(thread), end = bound(thread + 1); i < end; ++i) body(i);
      },
      count);
}

/// Distributes the numbers from 0 to a count over the threads of a team. A thread takes one chunk at a time,
/// so that fast threads process more numbers than slow ones.
class SharedRange {
 public:
  explicit SharedRange(int count, int chunk = 1) : count_(count), chunk_(chunk) {}

  /// Calls `body(i)` for each number that the calling thread receives, until no number is left.
  template <class Body>
  void for_each(Body&& body) {
    for (int begin = take(); begin < count_; begin = take()) {
      for (int i = begin, end = std::min(begin + chunk_, count_); i < end; ++i) body(i);
    }
  }

 private:
  int take() {
    // Each thread takes at most one chunk beyond the end. So the counter overflows only if the count is near
    // the limit of int.
    return next_.load(std::memory_order_relaxed) >= count_
               ? count_
               : next_.fetch_add(chunk_, std::memory_order_relaxed);
  }

  const int count_, chunk_;
  std::atomic<int> next_{0};
};

/// Calls `body(i)` for 0 <= i < count, for calls that take different times. Each thread takes `chunk` numbers
/// at a time.
template <class Body>
void parallel_for_uneven(int count, int chunk, Body&& body) {
  SharedRange range(count, chunk);
  on_team([&](int, int) { range.for_each(body); }, (count + chunk - 1) / chunk);
}

}  // namespace scree
