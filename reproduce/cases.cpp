#include "reproduce/cases.hpp"

#include "reproduce/embedded.hpp"
#include "reproduce/timing.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/math/hash.hpp"
#include "scree/parallel.hpp"
#include "scree/run/run_scene.hpp"
#include "scree/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

namespace scree::reproduce {
namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path file_of(const Case& c, const std::filesystem::path& folder) {
  return folder / (c.name + ".json");
}

/// Name that a stored result gets when the result of another scene or program takes its place.
std::filesystem::path file_of_other(const Case& c, const std::string& of,
                                    const std::filesystem::path& folder) {
  return folder / (c.name + "-" + of + ".json");
}

/// Returns the stored result, or nothing if it is missing or comes from another scene or program.
std::optional<CaseResult> kept_in(const Case& c, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return {};
  if (!c.product.empty() && !std::filesystem::exists(c.product)) return {};
  try {
    const Json json = Json::parse(read_file(file));
    if (json.at("fingerprint") != fingerprint(c)) return {};
    return CaseResult{json.at("values").get<std::map<std::string, Real>>(), json.at("hash")};
  } catch (const Json::exception&) { return {}; }  // edited by hand or incomplete: run the case again
}

std::optional<CaseResult> kept(const Case& c, const std::filesystem::path& folder) {
  if (std::optional<CaseResult> found = kept_in(c, file_of(c, folder))) return found;
  return c.product.empty() ? kept_in(c, file_of_other(c, fingerprint(c), folder)) : std::nullopt;
}

/// Renames a stored result of another scene or program instead of overwriting it. It may have taken hours.
void keep_other(const Case& c, const std::filesystem::path& folder) {
  const std::filesystem::path file = file_of(c, folder);
  if (!std::filesystem::exists(file)) return;
  const Json json = Json::parse(read_file(file), nullptr, false);
  if (!json.is_object() || !json.contains("fingerprint") || !json["fingerprint"].is_string()) return;
  const std::string of = json["fingerprint"].get<std::string>();
  if (of != fingerprint(c) && of.find('/') == std::string::npos)
    std::filesystem::rename(file, file_of_other(c, of, folder));
}

struct Spent {
  double seconds, processor_seconds;
};

void keep(const Case& c, const CaseResult& result, Spent spent, const std::filesystem::path& folder) {
  const Json json = {{"case", c.name},
                     {"scene", c.scene},
                     {"set", c.overrides},
                     {"program", version()},
                     {"fingerprint", fingerprint(c)},
                     {"seconds", spent.seconds},
                     {"processor_seconds", spent.processor_seconds},
                     {"values", result.values},
                     {"hash", result.hash}};
  keep_other(c, folder);
  write_file(file_of(c, folder), json.dump(2) + '\n');
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

/// Hands out cases to the workers and reports their progress.
class Queue {
 public:
  Queue(std::span<const Case> cases, std::vector<std::size_t> order, int workers)
      : cases_(cases), order_(std::move(order)), workers_(workers) {
    for (const std::size_t i : order_) left_ += cases_[i].work;
  }

  std::optional<std::size_t> next() {
    const std::scoped_lock lock(mutex_);
    if (error_ || next_ == order_.size()) return {};
    return order_[next_++];
  }
  void done(std::size_t i, double seconds) {
    const std::scoped_lock lock(mutex_);
    ++finished_, worked_ += cases_[i].work, left_ -= cases_[i].work, spent_ += seconds;
    const double remaining = spent_ / worked_ * left_ / workers_;
    fmt::print("  {} of {}: {} in {}{}\n", finished_, order_.size(), cases_[i].name, duration(seconds),
               finished_ < order_.size() ? fmt::format("; about {} left", duration(remaining)) : "");
    std::fflush(stdout);
  }
  void failed(std::exception_ptr error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::span<const Case> cases_;
  std::vector<std::size_t> order_;  // indices of cases, in the order in which they start
  int workers_;
  std::mutex mutex_;
  std::size_t next_ = 0, finished_ = 0;
  double worked_ = 0, left_ = 0, spent_ = 0;
  std::exception_ptr error_;
};

}  // namespace

Scene scene_of(const Case& c) { return parse_scene(embedded(c.scene), c.scene, c.overrides); }

std::string fingerprint(const Case& c) {
  Hash hash;
  for (const std::string& text : {scene_of(c).resolved_toml, c.extra, std::string(version())}) {
    hash.add(static_cast<std::uint64_t>(text.size()));
    for (const char letter : text) hash.add(static_cast<int>(letter));
  }
  return fmt::format("{:016x}", hash.value());
}

bool all_kept(std::span<const Case> cases, const std::filesystem::path& folder) {
  return std::all_of(cases.begin(), cases.end(), [&](const Case& c) { return kept(c, folder).has_value(); });
}

std::vector<CaseResult> run_cases(std::span<const Case> cases, const std::filesystem::path& folder,
                                  int workers) {
  make_folder(folder);
  std::vector<CaseResult> results(cases.size());
  std::vector<std::size_t> to_do;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (std::optional<CaseResult> found = kept(cases[i], folder)) {
      results[i] = std::move(*found);
    } else {
      to_do.push_back(i);
    }
  }
  if (to_do.empty()) return results;
  if (to_do.size() < cases.size())
    fmt::print("  {} of {} cases are in {} already\n", cases.size() - to_do.size(), cases.size(),
               folder.string());
  std::stable_sort(to_do.begin(), to_do.end(),
                   [&](std::size_t a, std::size_t b) { return cases[a].work > cases[b].work; });
  if (workers == 0) workers = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  workers = std::min(workers, static_cast<int>(to_do.size()));
  Queue queue(cases, to_do, workers);
  const auto work = [&] {
    set_thread_count(1);  // applies to this thread only
    while (const std::optional<std::size_t> i = queue.next()) {
      try {
        const auto begin = std::chrono::steady_clock::now();
        const Real worked = processor_seconds();
        const Case& c = cases[*i];
        results[*i] = c.run(scene_of(c));
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        keep(c, results[*i], {seconds, processor_seconds() - worked}, folder);
        queue.done(*i, seconds);
      } catch (...) { queue.failed(std::current_exception()); }
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < workers; ++t) threads.emplace_back(work);
  for (std::thread& t : threads) t.join();
  queue.rethrow();
  return results;
}

World run_to_end(const Scene& scene) {
  World w = build(scene);
  const std::int64_t last = steps_until(scene.end, w.settings.dt);
  while (w.steps < last) step(w);
  return w;
}

}  // namespace scree::reproduce
