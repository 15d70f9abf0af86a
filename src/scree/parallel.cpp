#include "scree/parallel.hpp"

#include <pthread.h>

#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <chrono>
#include <cstdint>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

namespace scree {
namespace {

void pause_core() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// A number that one thread changes and another waits for.
class Signal {
 public:
  std::uint32_t value() const { return value_.load(std::memory_order_acquire); }
  /// Sets the number. No thread may wait for it yet.
  void set(std::uint32_t value) { value_.store(value, std::memory_order_relaxed); }

  /// Increases the number by `amount` and wakes the thread that sleeps.
  void add_and_wake(std::uint32_t amount) {
    value_.fetch_add(amount);
    wake();
  }
  void subtract_and_wake_at_zero() {
    if (value_.fetch_sub(1) == 1) wake();
  }

  /// Sleeps until woken, unless the number is no longer `old`. `std::atomic::wait` would first yield its core
  /// several times; on a busy machine each yield takes as long as the time slices of all other threads.
  void sleep_while(std::uint32_t old) {
    asleep_.store(true);
    if (value_.load() == old) {
#ifdef __linux__
      syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
#else
      value_.wait(old);
#endif
    }
    asleep_.store(false);
  }

 private:
  void wake() {
    if (!asleep_.load()) return;
#ifdef __linux__
    syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
#else
    value_.notify_one();
#endif
  }

  std::atomic<std::uint32_t> value_{0};
  std::atomic<bool> asleep_{false};
};

/// Decides how long a thread spins before it sleeps. In steps of a few hundred bodies a thread waits ten
/// times per millisecond, for a few microseconds each time. Sleeping and waking take longer than such a wait:
/// if threads only slept, 2000 spheres would run at 0.65 of the speed. On a busy machine the other thread may
/// not even have a core, and spinning keeps it from getting one.
class Patience {
 public:
  /// Waits until `ready()` is true. `sleep()` returns when it may be true. `most` is the longest time
  /// to spin.
  template <class Ready, class Sleep>
  void wait(std::chrono::nanoseconds most, Ready ready, Sleep sleep) {
    if (ready()) return;
    const auto begin = Clock::now();
    const auto waited = [&] { return Clock::now() - begin; };
    constexpr int trial = 32;  // every 32nd wait may spin the full time: the machine may now be idle
    const auto limit = ++waits_ % trial == 0 ? most : std::min(most, allowed_);
    while (waited() < limit) {
      for (int i = 0; i < 16; ++i) pause_core();
      if (ready()) {
        allowed_ = most;
        return;
      }
    }
    while (!ready()) sleep();
    allowed_ = waited() < most ? most : limit / 4;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::nanoseconds allowed_ = std::chrono::nanoseconds::max();
  std::uint32_t waits_ = 0;
};

/// Worker threads that serve any thread that starts a loop. The pool is never destroyed. Its threads are
/// asleep when the process ends.
class Pool {
 public:
  /// Runs the task on a team. Returns false without calling the task if the pool is in use.
  bool run(int team, void (*task)(void*, int, int), void* data) {
    if (in_use_.test_and_set(std::memory_order_acquire)) return false;
    team = 1 + hire(team - 1);
    task_ = task;
    data_ = data;
    team_ = team;
    running_.set(static_cast<std::uint32_t>(team - 1));
    for (int k = 0; k < team - 1; ++k) workers_[k]->calls.add_and_wake(1);
    task(data, 0, team);
    patience_.wait(
        most_spinning(), [&] { return running_.value() == 0; },
        [&] {
          if (const std::uint32_t left = running_.value(); left != 0) running_.sleep_while(left);
        });
    in_use_.clear(std::memory_order_release);
    return true;
  }

 private:
  struct alignas(64) Worker {
    Signal calls;
  };

  /// Starts workers until there are `wanted`, unless the system refuses more threads. Returns the number of
  /// available workers, at most `wanted`.
  int hire(int wanted) {
    while (static_cast<int>(workers_.size()) < wanted) {
      auto worker = std::make_unique<Worker>();
      try {
        std::thread([this, w = worker.get(), number = static_cast<int>(workers_.size()) + 1] {
          work(*w, number);
        }).detach();
      } catch (const std::system_error&) { break; }
      workers_.push_back(std::move(worker));
    }
    return std::min(wanted, static_cast<int>(workers_.size()));
  }

  [[noreturn]] void work(Worker& worker, int number) {
    Patience patience;
    for (std::uint32_t done = 0;; ++done) {
      patience.wait(
          most_spinning(), [&] { return worker.calls.value() != done; },
          [&] { worker.calls.sleep_while(done); });
      task_(data_, number, team_);
      running_.subtract_and_wake_at_zero();
    }
  }

  /// Returns the longest time to spin. It is zero if threads share a core, because a spinning thread then
  /// keeps another from its work.
  std::chrono::nanoseconds most_spinning() const {
    return std::chrono::microseconds(team_.load(std::memory_order_relaxed) > core_count() ? 0 : 50);
  }

  std::atomic_flag in_use_;
  std::vector<std::unique_ptr<Worker>> workers_;
  void (*task_)(void*, int, int) = nullptr;
  void* data_ = nullptr;
  std::atomic<int> team_{1};
  Patience patience_;
  alignas(64) Signal running_;
};

std::atomic<Pool*>& pool() {
  static std::atomic<Pool*> the_pool{[] {
    // A forked child process does not inherit the worker threads, so it gets its own pool.
    pthread_atfork(nullptr, nullptr, [] { pool() = new Pool; });
    return new Pool;
  }()};
  return the_pool;
}

thread_local int threads_wanted = 0;

}  // namespace

int core_count() {
  static const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return count;
}

int thread_count() { return threads_wanted > 0 ? threads_wanted : core_count(); }

void set_thread_count(int count) { threads_wanted = std::max(1, count); }

void run_team(int most, void (*task)(void* data, int thread, int team), void* data) {
  const int team = std::min(most, thread_count());
  if (team > 1 && pool().load(std::memory_order_acquire)->run(team, task, data)) return;
  task(data, 0, 1);
}

}  // namespace scree
