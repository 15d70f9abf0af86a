#include "scree/verify/stress.hpp"

#include "scree/verify/stress_walk.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <tuple>

namespace scree {
namespace {

constexpr std::uint64_t block_size = 4096;
constexpr int most_worst = 10, worst_per_family = 2;
constexpr Slack slack = strict;

/// Rank of a pair by difficulty. Errors of plain rounding have no effect on it, so hard pairs rank higher.
auto rank(const Finding& f) {
  return std::tuple(!f.rule.empty(), f.error > 1e-12 ? f.error : 0, f.used_fallback, f.iterations,
                    ~f.index);  // the first of equal pairs
}

void keep_worst(std::vector<Finding>& worst, std::uint64_t families, const Finding& finding) {
  const auto better = [](const Finding& x, const Finding& y) { return rank(x) > rank(y); };
  worst.insert(std::upper_bound(worst.begin(), worst.end(), finding, better), finding);
  int of_family = 0;
  for (auto it = worst.begin(); it != worst.end(); ++it) {
    if (it->index % families == finding.index % families && ++of_family > worst_per_family) {
      worst.erase(it);
      break;
    }
  }
}

void add(StressResult& result, const Finding& f) {
  FamilyResult& family = result.families[f.index % result.families.size()];
  ++result.done, ++family.pairs;
  family.used_fallback += f.used_fallback ? 1 : 0;
  family.compared += f.compared ? 1 : 0;
  family.error = std::max(family.error, f.error);
  family.witness = std::max(family.witness, f.witness);
  family.iterations = std::max(family.iterations, f.iterations);
  family.seconds += f.seconds;
  if (!f.rule.empty()) {
    ++family.violations;
    if (++result.violations[f.rule] == 1) result.broken.push_back(f);
  }
  add(result.others, f.others);
  keep_worst(result.worst, result.families.size(), f);
}

/// Adds the results of a later block to the results of earlier ones.
void add(StressResult& result, const StressResult& block) {
  result.done += block.done;
  for (std::size_t i = 0; i < result.families.size(); ++i) {
    FamilyResult& to = result.families[i];
    const FamilyResult& from = block.families[i];
    to.pairs += from.pairs, to.used_fallback += from.used_fallback, to.compared += from.compared;
    to.violations += from.violations, to.seconds += from.seconds;
    to.error = std::max(to.error, from.error), to.witness = std::max(to.witness, from.witness);
    to.iterations = std::max(to.iterations, from.iterations);
  }
  for (const Finding& f : block.broken) {
    if (!result.violations.contains(f.rule)) result.broken.push_back(f);
  }
  for (const auto& [rule, count] : block.violations) result.violations[rule] += count;
  add(result.others, block.others);
  for (const Finding& f : block.worst) keep_worst(result.worst, result.families.size(), f);
}

/// Returns the round of a pair. Each round draws one pair from every family. Samples are taken by rounds, so
/// that they cover all families.
std::uint64_t round_of(std::uint64_t index) { return index / RandomPairs::families().size(); }

bool goes_to_exact(const RandomPair& pair, std::uint64_t index, const StressOptions& o) {
  return (pair.a->vertex_count() <= o.small && pair.b->vertex_count() <= o.small) ||
         round_of(index) % static_cast<std::uint64_t>(o.sample) == 0;
}

/// Returns the pose after a random motion that is at least as large as in a step of a simulation: 1e-6 to 0.1
/// of the size, and the same number of radians.
Pose moved_a_little(const Pose& pose, Real size, std::uint64_t index) {
  Random random(index + 1);
  const auto amount = [&] { return std::pow(10.0, random.uniform(-6, -1)); };
  const Vec3 displacement = amount() * size * random.direction(), axis = random.direction();
  return {pose.position + displacement, normalized(axis_angle(axis, amount()) * pose.orientation)};
}

}  // namespace

Finding examine(const Algorithm& algorithm, const RandomPair& pair, std::uint64_t index, bool with_exact,
                bool with_walk) {
  const PolyhedronView a = view(*pair.a), b = view(*pair.b);
  const PolyhedronPair placed(a, b, pair.b_in_a);
  const Real scale = scale_of(placed, slack);
  Cache cache;
  const auto start = std::chrono::steady_clock::now();
  const Contact cold = algorithm.collide(a, b, pair.b_in_a, cache, {});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  const Certificate certificate = prove(placed, cold, slack);
  Finding found{index,           certificate.objection, certificate.distance, certificate.witness,
                cold.iterations, cold.used_fallback,    with_exact,           time.count()};
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && found.rule.empty()) found.rule = rule;
  };
  if (cold.status == Status::failed) return found;
  // A normal with a larger gap disproves the answer, whichever algorithm finds it.
  Cache other;
  const Contact plane = FastCommonPlane::collide(a, b, pair.b_in_a, other);
  // If the witness points of the algorithm prove nothing, those of fast_common_plane may prove the answer.
  const Real differs = std::abs(plane.overlap - cold.overlap) / scale;
  if (certificate.unproven && differs <= slack.distance && prove(placed, plane, slack).holds())
    found.rule = {}, found.error = differs;
  const Real better = improvement(placed, cold, plane.normal, slack);
  found.error = std::max(found.error, better);
  object(better > slack.distance, "no better normal (fast_common_plane)");
  if (with_exact) {
    const Contact exact = Exact::collide(a, b, pair.b_in_a);
    const Real off = std::abs(cold.overlap - exact.overlap) / scale;
    found.error = std::max(found.error, off);
    if (std::abs(exact.overlap) > 1e-12 * scale) {
      object(exact.status == Status::touching && cold.status == Status::separated, "no missed contact");
      object(exact.status == Status::separated && cold.status == Status::touching, "no false contact");
    }
    object(off > slack.distance, "the overlap of exact");
  }
  const Contact warm = algorithm.collide(a, b, pair.b_in_a, cache, {});
  const Real off = std::abs(warm.overlap - cold.overlap) / scale;
  found.error = std::max(found.error, off);
  object(warm.status == Status::failed || !(off <= slack.distance), "the same overlap when warm");
  object(!same_verdict(warm, cold, scale), "the same verdict when warm");
  if (algorithm.name == GjkTd::name) {
    const Pose moved = moved_a_little(pair.b_in_a, placed.size(), index);
    Cache none;
    const Contact there = algorithm.collide(a, b, moved, none, {});
    const Contact from_here = algorithm.collide(a, b, moved, cache, {});
    const Real differ = std::abs(from_here.overlap - there.overlap) / scale;
    found.error = std::max(found.error, differ);
    object(from_here.status == Status::failed || !(differ <= slack.distance),
           "the same overlap after a motion");
    object(!same_verdict(from_here, there, scale), "the same verdict after a motion");
    // Queries that do not ask for the gap use another search and other proofs. One query is cold, the other
    // is warm.
    Cache cold_cache, warm_cache;
    algorithm.collide(a, b, pair.b_in_a, warm_cache, {.distance_cutoff = 0});
    for (Cache* from : {&cold_cache, &warm_cache}) {
      const Contact quick = algorithm.collide(a, b, moved, *from, {.distance_cutoff = 0});
      const Real beyond = quick.status == Status::touching ? std::abs(quick.overlap - there.overlap)
                                                           : there.overlap - quick.overlap;
      object(quick.status == Status::failed || !(beyond <= slack.distance * scale),
             "the same overlap without the gap");
    }
  }
  if (with_walk) {
    const auto ask = [&](const Pose& pose, Cache& memory, const Tolerance& tolerance) {
      return algorithm.collide(a, b, pose, memory, tolerance);
    };
    const auto step = [size = placed.size()](const Pose& pose, Random& random) {
      const Vec3 displacement = step_amount(random) * size * random.direction(), axis = random.direction();
      return Pose{pose.position + displacement,
                  normalized(axis_angle(axis, step_amount(random)) * pose.orientation)};
    };
    const auto scale_at = [&](const Pose& pose) { return std::max(placed.size(), length(pose.position)); };
    const WalkFault fault = walk<Cache>(ask, pair.b_in_a, step, scale_at, index);
    found.error = std::max(found.error, fault.error);
    object(!fault.rule.empty(), fault.rule);
  }
  return found;
}

std::uint64_t StressResult::violation_count() const {
  std::uint64_t sum = 0;
  for (const auto& [rule, count] : violations) sum += count;
  return sum;
}

StressResult stress(const Algorithm& algorithm, const RandomPairs& pairs, const StressOptions& options) {
  return stress(RandomPairs::families().size(), options, [&](std::uint64_t i) {
    const RandomPair pair = pairs(i);
    Finding found = examine(algorithm, pair, i, goes_to_exact(pair, i, options),
                            round_of(i) % static_cast<std::uint64_t>(options.walk_sample) == 0);
    if (!options.others.empty() && round_of(i) % static_cast<std::uint64_t>(options.others_sample) == 0)
      found.others = follow_others(algorithm, options.others, pair, i, slack);
    return found;
  });
}

/// Computes blocks in any order and adds them in order. No thread gets more than a few blocks ahead of the
/// slowest one, so that few results have to wait in memory.
StressResult stress(std::size_t families, const StressOptions& options,
                    const std::function<Finding(std::uint64_t)>& examine) {
  const std::uint64_t blocks = (options.count + block_size - 1) / block_size;
  const unsigned machine = std::max(1U, std::thread::hardware_concurrency());
  const unsigned threads = options.threads > 0 ? static_cast<unsigned>(options.threads) : machine;
  StressResult empty, result;
  empty.families.resize(families);
  result = empty;
  std::map<std::uint64_t, StressResult> waiting;
  std::uint64_t next = 0, added = 0;
  std::mutex mutex;
  std::condition_variable changed;
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return next >= blocks || next < added + 4 * threads; });
      if (next >= blocks) return;
      const std::uint64_t block = next++;
      lock.unlock();
      StressResult found = empty;
      const std::uint64_t begin = block * block_size, end = std::min(begin + block_size, options.count);
      for (std::uint64_t i = options.first + begin; i < options.first + end; ++i) add(found, examine(i));
      lock.lock();
      waiting.emplace(block, std::move(found));
      for (; !waiting.empty() && waiting.begin()->first == added; ++added) {
        add(result, waiting.begin()->second);
        waiting.erase(waiting.begin());
      }
      // Blocks that other threads have started are still added, so that the examined pairs have no gaps.
      if (options.go_on && !options.go_on(result)) next = blocks;
      changed.notify_all();
    }
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  if (result.worst.size() > most_worst) result.worst.resize(most_worst);
  return result;
}

}  // namespace scree
