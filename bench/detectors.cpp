#include "detectors.hpp"

#include "in_turn.hpp"

namespace scree::bench {
namespace {

/// Queries each pair at its earlier pose and returns the caches that the queries have filled.
std::vector<Cache> filled_caches(const PairSet& set, const Algorithm& algorithm, int count) {
  std::vector<Cache> caches(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    algorithm.collide(set.a(i), set.b(i), set.pairs[i].before, caches[i], {});
  }
  return caches;
}

void check(const PairSet& set, const Algorithm& algorithm, const std::vector<Real>& truth,
           std::vector<Cache> caches, Measured& m) {
  double iterations = 0;
  for (int i = 0; i < static_cast<int>(truth.size()); ++i) {
    const Contact c = algorithm.collide(set.a(i), set.b(i), set.pairs[i].b_in_a, caches[i], {});
    m.accuracy.add({c.status, c.overlap}, truth[i], set.size(i));
    iterations += c.iterations;
    m.most_iterations = std::max(m.most_iterations, c.iterations);
    m.used_fallback += c.used_fallback ? 1 : 0;
  }
  m.mean_iterations = iterations / static_cast<double>(truth.size());
}

/// One algorithm with its own caches and answers, ready to be timed.
struct Runner {
  const PairSet& set;
  const Algorithm& algorithm;
  std::vector<Cache> fresh, caches;  // caches at the start of every round, and the caches in use
  std::vector<Contact> answers;

  Runner(const PairSet& pairs, const Algorithm& a)
      : set(pairs), algorithm(a), fresh(pairs.pairs.size()), caches(fresh), answers(fresh.size()) {}

  Contender contender() {
    return {static_cast<int>(fresh.size()),
            [this](int begin, int end) {
              std::copy(fresh.begin() + begin, fresh.begin() + end, caches.begin() + begin);
            },
            [this](int begin, int end) {
              for (int i = begin; i < end; ++i) {
                answers[i] = algorithm.collide(set.a(i), set.b(i), set.pairs[i].b_in_a, caches[i], {});
              }
            }};
  }
};

}  // namespace

std::vector<DetectorRow> measure_detectors(const PairSet& set,
                                           const std::vector<const Algorithm*>& algorithms,
                                           const Effort& effort) {
  const std::vector<Real> truth = true_overlaps(set, effort.work);
  std::vector<DetectorRow> rows;
  std::vector<Runner> runners;
  runners.reserve(2 * algorithms.size());
  std::vector<Contender> contenders;
  for (const Algorithm* algorithm : algorithms) {
    DetectorRow row;
    row.algorithm = algorithm;
    Contender cold = runners.emplace_back(set, *algorithm).contender();
    cold.queries = set.whole_repetitions(affordable(cold, effort.round_ns));
    Runner& warm_runner = runners.emplace_back(set, *algorithm);
    Contender warm = warm_runner.contender();
    warm.queries = cold.queries;
    const int filled = std::max(cold.queries, static_cast<int>(truth.size()));
    warm_runner.fresh = filled_caches(set, *algorithm, filled);
    check(set, *algorithm, truth, std::vector<Cache>(truth.size()), row.cold);
    check(set, *algorithm, truth, warm_runner.fresh, row.warm);
    row.cold.timed = cold.queries, row.warm.timed = warm.queries;
    contenders.push_back(std::move(cold));
    contenders.push_back(std::move(warm));
    rows.push_back(row);
  }
  const std::vector<double> ns = time_in_turn(contenders, effort.rounds);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].cold.nanoseconds = ns[2 * i], rows[i].warm.nanoseconds = ns[2 * i + 1];
  }
  return rows;
}

}  // namespace scree::bench
