#include "verify_random.hpp"

#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/pairs.hpp"
#include "scree/run/run_scene.hpp"
#include "scree/text.hpp"
#include "scree/verify/planar/stress.hpp"
#include "scree/verify/stress_round.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <limits>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

using Families = std::span<const std::string_view>;

std::string_view family_of(Families families, std::uint64_t index) {
  return families[index % families.size()];
}

volatile std::sig_atomic_t stopped_by = 0;  // signal that requested the end; 0: none

/// Ends the test on Ctrl-C or kill, after the pairs that are being examined. A second signal ends it at once.
class StopOnSignal {
 public:
  StopOnSignal() {
    stopped_by = 0;
    for (const int s : {SIGINT, SIGTERM}) {
      std::signal(s, [](int number) {
        stopped_by = number;
        std::signal(number, SIG_DFL);
      });
    }
  }
  ~StopOnSignal() {
    for (const int s : {SIGINT, SIGTERM}) std::signal(s, SIG_DFL);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

/// Reports progress on standard error: overwrites one line on a terminal, otherwise prints a line per minute.
class TestProgress {
 public:
  TestProgress(std::string name, std::uint64_t count) : name_(std::move(name)), count_(count) {}
  ~TestProgress() {
    if (terminal_ && shown_ > began_) fmt::print(stderr, "\r\033[K");
  }
  TestProgress(const TestProgress&) = delete;
  TestProgress& operator=(const TestProgress&) = delete;

  void show(const StressResult& result) {
    const Clock::time_point now = Clock::now();
    if (now - shown_ < (terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(60))) return;
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double rate = static_cast<double>(result.done) / seconds;
    const std::uint64_t broken = result.violation_count();
    const std::string line = fmt::format(
        "{}: {} of {} pairs, {:.0f} per second, {} left, {}", name_, result.done, count_, rate,
        duration_text(static_cast<double>(count_ - result.done) / rate),
        broken == 0 ? "no rule broken"
                    : fmt::format("{} rules broken, first by pair {}", broken, first_broken(result)));
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\033[K" : "", line, terminal_ ? "" : "\n");
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string duration_text(double seconds) {
    if (seconds < 120) return fmt::format("{:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.0f} h", seconds / 3600);
  }
  static std::uint64_t first_broken(const StressResult& result) {
    std::uint64_t first = result.broken[0].index;
    for (const Finding& f : result.broken) first = std::min(first, f.index);
    return first;
  }

  std::string name_;
  std::uint64_t count_;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  Clock::time_point began_ = Clock::now(), shown_ = began_;
};

/// Prints, after the table of a stopped test, the pairs that it covered and the command that continues it.
[[noreturn]] void say_stopped(const RandomOptions& o, std::string_view name, const StressResult& result) {
  const std::uint64_t next = o.first + result.done;
  fmt::print(
      stderr,
      "stopped after {} of {} pairs, {} to {}. The rest: scree verify --random {} --seed {} --first {} "
      "--algorithm {}{}\n",
      result.done, o.count, o.first, next - 1, o.count - result.done, o.seed, next, name, o.family_options);
  std::fflush(stdout);
  throw Stopped{stopped_by};
}

/// Sums the results of all families.
FamilyResult total(const StressResult& result) {
  FamilyResult sum;
  for (const FamilyResult& f : result.families) {
    sum.pairs += f.pairs;
    sum.used_fallback += f.used_fallback;
    sum.compared += f.compared;
    sum.violations += f.violations;
    sum.seconds += f.seconds;
    sum.error = std::max(sum.error, f.error), sum.witness = std::max(sum.witness, f.witness);
    sum.iterations = std::max(sum.iterations, f.iterations);
  }
  return sum;
}

void print_table(std::string_view name, const RandomOptions& o, Families families,
                 const StressResult& result) {
  fmt::print("{}, seed {}, pairs {} to {}\n", name, o.seed, o.first, o.first + result.done - 1);
  fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9} {:>10}\n", "family", "pairs", "compared",
             "by exact", "error", "witness", "steps", "us/query", "violations");
  const auto row = [](std::string_view family, const FamilyResult& f) {
    fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9.1e} {:>9.1e} {:>7} {:>9.2f} {:>10}\n", family, f.pairs,
               f.compared, f.used_fallback, f.error, f.witness, f.iterations,
               f.pairs > 0 ? 1e6 * f.seconds / static_cast<double>(f.pairs) : 0.0, f.violations);
  };
  for (std::size_t i = 0; i < families.size(); ++i) row(families[i], result.families[i]);
  row("all", total(result));
  for (const Finding& f : result.broken) {
    fmt::print(
        "\nbroken {} times: {}. First by pair {} ({}, error {:.1e}, witness {:.1e}); repeat it with --first "
        "{} "
        "--random 1\n",
        result.violations.at(f.rule), f.rule, f.index, family_of(families, f.index), f.error, f.witness,
        f.index);
  }
  if (result.others.empty()) return;
  fmt::print(
      "\nAlgorithms that are exact when bodies are apart, with a cache, on walks of one pair in 64:\n");
  for (const OtherResult& r : result.others) {
    fmt::print(
        "{:<16} {} answers, {} wrong verdicts, {} distances with errors above 1e-11, at most {:.1e}, {} "
        "failed\n",
        r.name, r.answers, r.wrong_verdicts, r.off, r.error, r.failed);
  }
}

void print_notes() {
  fmt::print(
      "\nError and witness: the largest errors, as fractions of the pair's size. Compared: pairs compared "
      "with\n"
      "`exact`; certificates are checked for all pairs. By exact: the algorithm itself used `exact`. Steps: "
      "maximum.\n");
}

ordered_json to_json(std::string_view name, const RandomOptions& o, Families names,
                     const StressResult& result) {
  const auto row = [](std::string_view family, const FamilyResult& f) {
    return ordered_json{{"family", family},          {"pairs", f.pairs},
                        {"compared", f.compared},    {"used_fallback", f.used_fallback},
                        {"error", f.error},          {"witness", f.witness},
                        {"steps", f.iterations},     {"seconds", f.seconds},
                        {"violations", f.violations}};
  };
  ordered_json families = ordered_json::array(), broken = ordered_json::array();
  for (std::size_t i = 0; i < names.size(); ++i) families.push_back(row(names[i], result.families[i]));
  for (const Finding& f : result.broken) {
    broken.push_back({{"rule", f.rule}, {"times", result.violations.at(f.rule)}, {"first_pair", f.index}});
  }
  ordered_json others = ordered_json::array();
  for (const OtherResult& r : result.others) {
    others.push_back({{"algorithm", r.name},
                      {"answers", r.answers},
                      {"wrong_verdicts", r.wrong_verdicts},
                      {"distances_off", r.off},
                      {"error", r.error},
                      {"failed", r.failed}});
  }
  return {{"algorithm", name},
          {"seed", o.seed},
          {"first", o.first},
          {"count", result.done},
          {"families", families},
          {"broken", broken},
          {"all", row("all", total(result))},
          {"exact_when_apart", others}};
}

/// Writes pairs in the format of the reference file, with the answers of `exact`.
void write_worst(const RandomOptions& o, const RandomPairs& pairs, const std::vector<Finding>& worst) {
  std::vector<ReferencePair> out;
  for (const Finding& f : worst) {
    const RandomPair pair = pairs(f.index);
    out.push_back(pair_with_exact_answer(
        fmt::format("{}-{}-{}", family_of(RandomPairs::families(), f.index), o.seed, f.index), *pair.a,
        *pair.b, pair.b_in_a));
  }
  write_file(o.worst, format_pairs("The worst of a run of scree verify --random", out));
}

/// Tests each algorithm and prints the results. `test` tests one algorithm. A StopOnSignal must exist.
template <class SomeAlgorithm, class Test>
void verify_each(const RandomOptions& o, const std::vector<const SomeAlgorithm*>& chosen, bool json,
                 Families families, Test test) {
  if (o.count > std::numeric_limits<std::uint64_t>::max() - o.first)
    fail("--first {} and --random {}: pair numbers end at 1.8e19. Start at a smaller number.", o.first,
         o.count);
  ordered_json list = ordered_json::array();
  bool well = true;
  const SomeAlgorithm* stopped = nullptr;
  StressResult last;
  for (const SomeAlgorithm* algorithm : chosen) {
    StressResult result;
    {
      TestProgress progress(std::string(algorithm->name), o.count);
      StressOptions options;
      options.first = o.first;
      options.count = o.count;
      options.threads = o.threads;
      options.go_on = [&](const StressResult& so_far) {
        progress.show(so_far);
        return stopped_by == 0;
      };
      result = test(*algorithm, options);
    }
    if (algorithm->exact && result.violation_count() > 0) well = false;
    if (json) {
      list.push_back(to_json(algorithm->name, o, families, result));
    } else {
      print_table(algorithm->name, o, families, result);
    }
    if (stopped_by != 0) {
      stopped = algorithm, last = std::move(result);
      break;
    }
  }
  if (json) {
    fmt::print("{}\n", list.dump(2));
  } else {
    print_notes();
  }
  if (stopped != nullptr) say_stopped(o, stopped->name, last);
  if (!well) throw CheckFailed();
}

}  // namespace

void verify_random(const RandomOptions& o, const std::vector<const Algorithm*>& chosen, bool json) {
  if (!o.worst.empty() && chosen.size() > 1)
    fail("--worst {}: the worst pairs belong to one algorithm. Choose it with --algorithm.", o.worst);
  const StopOnSignal stop;
  const RandomPairs pairs(o.seed);
  verify_each(o, chosen, json, RandomPairs::families(), [&](const Algorithm& a, StressOptions options) {
    for (const Algorithm& other : algorithms) {
      if (a.exact && exact_when_separated(other.name)) options.others.push_back(&other);
    }
    StressResult result = stress(a, pairs, options);
    if (!o.worst.empty()) write_worst(o, pairs, result.worst);
    return result;
  });
}

void verify_random_round(const RandomOptions& o, const std::string& name, bool json) {
  if (!o.worst.empty())
    fail(
        "--worst {}: pairs with superquadrics are not written to files. 'scree verify --superquadrics "
        "--random 1 --first N' repeats pair N.",
        o.worst);
  std::vector<const RoundAlgorithms*> chosen;
  std::vector<std::string_view> names;
  for (const RoundAlgorithms& a : round_algorithms_to_verify()) {
    names.push_back(a.name);
    if (name == a.name || name == "all") chosen.push_back(&a);
  }
  if (chosen.empty()) {
    fail("there is no algorithm '{}' for random pairs with superquadrics; the nearest of {} is '{}'.",
         shown(name), names.size(), names[nearest_word(name, names)]);
  }
  const StopOnSignal stop;
  const RandomRoundPairs pairs(o.seed);
  verify_each(
      o, chosen, json, RandomRoundPairs::families(),
      [&](const RoundAlgorithms& a, const StressOptions& options) { return stress(a, pairs, options); });
}

void verify_random(const RandomOptions& o, const std::vector<const planar::Algorithm*>& chosen, bool json) {
  if (!o.worst.empty())
    fail(
        "--worst {}: pairs of polygons are not written to files. 'scree verify --planar --random 1 --first "
        "N' repeats pair N.",
        o.worst);
  const StopOnSignal stop;
  verify_each(o, chosen, json, planar_families,
              [&](const planar::Algorithm& a, const StressOptions& options) {
                return planar::stress(a, o.seed, options);
              });
}

}  // namespace scree::cli
