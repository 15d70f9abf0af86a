// scree bench: speed and accuracy of the parts of Scree on this machine.

#include "algorithm_option.hpp"
#include "bench_guard.hpp"
#include "verbs.hpp"

#include "detectors.hpp"
#include "step.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>

namespace scree::cli {
namespace {

using namespace bench;

struct Options {
  std::string algorithm = "all", situations = "tests/reference/descantes-nine.json";
  bool quick = false, json = false;
  int poses = 0;
};

struct SetRows {
  std::string name;
  int vertices, pairs;
  std::vector<DetectorRow> rows;
};

std::string title(const SetRows& set) {
  if (set.vertices == 0) return fmt::format("{}, {} pairs", set.name, set.pairs);
  return fmt::format("{}, {} vertices, {} pairs", set.name, set.vertices, set.pairs);
}

void print_set(const SetRows& set) {
  fmt::print("\n{}\n", title(set));
  fmt::print("{:<28} {:>9} {:>9} {:>6} {:>13} {:>10} {:>7} {:>8} {:>8} {:>7} {:>8} {:>6} {:>6}\n",
             "algorithm", "cold ns", "warm ns", "timed", "steps", "warm steps", "checked", "mean err",
             "max err", "> 1e-10", "verdicts", "failed", "exact");
  for (const DetectorRow& r : set.rows) {
    const Accuracy& cold = r.cold.accuracy;
    fmt::print(
        "{:<28} {:>9.0f} {:>9.0f} {:>6} {:>13} {:>10.1f} {:>7} {:>8.1e} {:>8.1e} {:>6.1f}% {:>8} {:>6} "
        "{:>6}\n",
        r.algorithm->name, r.cold.nanoseconds, r.warm.nanoseconds, r.cold.timed,
        fmt::format("{:.1f} / {}", r.cold.mean_iterations, r.cold.most_iterations), r.warm.mean_iterations,
        cold.checked, cold.mean(), std::max(cold.largest, r.warm.accuracy.largest), 100 * cold.share_beyond(),
        cold.wrong_verdicts + r.warm.accuracy.wrong_verdicts, cold.failed + r.warm.accuracy.failed,
        r.cold.used_fallback + r.warm.used_fallback);
  }
}

/// Prints only the times: one table per regime, one column per body.
void print_times(const std::vector<SetRows>& sets) {
  fmt::print("\nns per query, cold / warm\n");
  for (std::size_t first = 0; first < sets.size();) {
    std::size_t last = first;
    while (last < sets.size() && sets[last].name == sets[first].name) ++last;
    fmt::print("\n{:<28}", sets[first].name);
    for (std::size_t s = first; s < last; ++s)
      fmt::print(" {:>17}", sets[s].vertices > 0 ? std::to_string(sets[s].vertices) : "");
    for (std::size_t r = 0; r < sets[first].rows.size(); ++r) {
      fmt::print("\n{:<28}", sets[first].rows[r].algorithm->name);
      for (std::size_t s = first; s < last; ++s) {
        const DetectorRow& row = sets[s].rows[r];
        fmt::print(" {:>17}", fmt::format("{:.0f} / {:.0f}", row.cold.nanoseconds, row.warm.nanoseconds));
      }
    }
    fmt::print("\n");
    first = last;
  }
}

void print_notes() {
  fmt::print(
      "\n"
      "Steps: mean / maximum, cold. Errors are differences from 'exact' divided by the sum of the bounding "
      "radii.\n"
      "The mean error and the share beyond 1e-10 refer to cold queries, the maximum to cold and warm "
      "queries.\n"
      "The columns verdicts (wrong ones), failed and exact (answered by 'exact') count cold and warm "
      "queries.\n"
      "Timed: queries per round, fewer for slow algorithms. Checked: queries compared with 'exact', fewer "
      "for\n"
      "bodies with many edges. Warm: the cache was filled at a pose 1e-4 diameters and 1e-4 rad away.\n"
      "The algorithms run in turns. Times are thread times of the median round. Compare ratios, not\n"
      "nanoseconds, between machines.\n");
}

nlohmann::ordered_json to_json(const Measured& m) {
  return {{"ns", m.nanoseconds},
          {"timed", m.timed},
          {"mean_iterations", m.mean_iterations},
          {"max_iterations", m.most_iterations},
          {"checked", m.accuracy.checked},
          {"mean_error", m.accuracy.mean()},
          {"max_error", m.accuracy.largest},
          {"share_beyond_1e-10", m.accuracy.share_beyond()},
          {"wrong_verdicts", m.accuracy.wrong_verdicts},
          {"failed", m.accuracy.failed},
          {"used_fallback", m.used_fallback}};
}

void print_json(const std::vector<SetRows>& sets) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const SetRows& set : sets) {
    for (const DetectorRow& r : set.rows) {
      out.push_back({{"set", set.name},
                     {"vertices", set.vertices},
                     {"pairs", set.pairs},
                     {"algorithm", r.algorithm->name},
                     {"cold", to_json(r.cold)},
                     {"warm", to_json(r.warm)}});
    }
  }
  fmt::print("{}\n", out.dump(2));
}

void run(const Options& o, bool situations_given) {
  const auto chosen = chosen_algorithms(o.algorithm);
  Effort effort = o.quick ? Effort::quick() : Effort{};
  if (o.poses > 0) effort.poses = o.poses;
  std::vector<PairSet> sets;
  if (situations_given || std::filesystem::exists(o.situations)) {
    sets.push_back(situations(o.situations));
  } else {
    std::fprintf(stderr,
                 "scree: left out the nine situations, because the file %s does not exist. Give "
                 "--situations PATH/TO/descantes-nine.json; the file is in Scree's tests/reference.\n",
                 o.situations.c_str());
  }
  for (PairSet& set : random_sets(effort.poses)) sets.push_back(std::move(set));
  std::vector<SetRows> results;
  for (const PairSet& set : sets) {
    results.push_back({set.name, set.vertices, set.distinct(), measure_detectors(set, chosen, effort)});
    if (o.json) continue;
    print_set(results.back());
    std::fflush(stdout);
  }
  if (o.json) {
    print_json(results);
  } else {
    print_times(results);
    print_notes();
  }
}

struct StepArguments {
  StepOptions options;
  std::string packing = "all";
  bool json = false, quick = false, planar = false;
  GuardArguments guard;
};

void print_steps(const std::vector<StepRow>& rows, int threads) {
  fmt::print("{:<18} {:>7} {:>14} {:>20} {:>6} {:>8} {:>6} {:>8} {:>9}  {}\n", "packing", "bodies",
             "body-steps/s", "lowest - highest", "pairs", "contacts", "points", "B/body", "energy", "hash");
  for (const StepRow& r : rows) {
    fmt::print("{:<18} {:>7} {:>14.0f} {:>20} {:>6.2f} {:>8.2f} {:>6.2f} {:>8.0f} {:>9.1e}  {:016x}\n",
               r.name, r.bodies, r.rate, fmt::format("{:.0f} - {:.0f}", r.lowest, r.highest), r.pairs,
               r.contacts, r.points, r.bytes, r.energy_error, r.hash);
  }
  fmt::print("\n{:<18}", "share of time");
  for (const std::string_view phase : phase_names) fmt::print(" {:>8}", phase);
  for (const StepRow& r : rows) {
    fmt::print("\n{:<18}", r.name);
    for (const double share : r.share) fmt::print(" {:>7.1f}%", 100 * share);
  }
  fmt::print(
      "\n\n{} thread{}. Pairs, contacts and points are per body. Energy: error of the ledger divided by the "
      "energy\nlost to damping and friction. The packings run in turns; the table shows the median round.\n",
      threads, threads == 1 ? "" : "s");
}

void run_steps(StepArguments& a) {
  std::vector<const Bed*> chosen;
  std::vector<std::string_view> names;
  for (const Bed& bed : a.planar ? planar_beds() : beds()) {
    names.push_back(bed.name);
    if (a.packing == "all" || a.packing == bed.name) chosen.push_back(&bed);
  }
  if (chosen.empty()) {
    fail("there is no packing '{}'. There are: {}, or all.", a.packing, fmt::join(names, ", "));
  }
  if (a.quick) a.options.steps = 50, a.options.rounds = 3;
  const std::vector<StepRow> rows = measure_steps(chosen, a.options);
  if (!a.json) {
    print_steps(rows, a.options.threads);
    if (a.planar && rows.size() == 2)
      fmt::print("\nIn the plane a step is {:.1f} times as fast.\n", rows[0].rate / rows[1].rate);
    return;
  }
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const StepRow& r : rows) {
    nlohmann::ordered_json shares;
    for (std::size_t p = 0; p < phase_names.size(); ++p) shares[std::string(phase_names[p])] = r.share[p];
    out.push_back({{"packing", r.name},
                   {"bodies", r.bodies},
                   {"threads", a.options.threads},
                   {"body_steps_per_second", r.rate},
                   {"lowest", r.lowest},
                   {"highest", r.highest},
                   {"pairs_per_body", r.pairs},
                   {"contacts_per_body", r.contacts},
                   {"points_per_body", r.points},
                   {"bytes_per_body", r.bytes},
                   {"energy_error", r.energy_error},
                   {"hash", fmt::format("{:016x}", r.hash)},
                   {"shares", shares}});
  }
  fmt::print("{}\n", out.dump(2));
}

void add_step(CLI::App& verb) {
  auto arguments = std::make_shared<StepArguments>();
  StepArguments& a = *arguments;
  CLI::App* sub =
      verb.add_subcommand("step", "benchmark the engine on settled packings, with the time of each phase");
  std::vector<CLI::Option*> timing;  // options that choose what is timed
  timing.push_back(sub->add_option("--packing", a.packing,
                                   "cubes, '14-vertex grains', spheres, ellipsoids, superquadrics (exponents "
                                   "8), or all")
                       ->capture_default_str());
  timing.push_back(
      sub->add_flag("--planar", a.planar,
                    "measure a bed of squares and hexagons in the plane, and the same bed as prisms in 3D"));
  timing.push_back(sub->add_option("--tiles", a.options.tiles,
                                   "n: place n x n beds of 500 bodies side by side; with --planar, n beds")
                       ->check(CLI::Range(1, 50))
                       ->capture_default_str());
  timing.push_back(sub->add_option("--threads", a.options.threads, "number of threads")
                       ->check(CLI::Range(1, 4096))
                       ->capture_default_str());
  timing.push_back(sub->add_option("--steps", a.options.steps, "timed steps per round")
                       ->check(CLI::Range(1, 1'000'000))
                       ->capture_default_str());
  sub->add_option("--beds", a.options.folder, "the folder with the tables of bodies")->capture_default_str();
  timing.push_back(sub->add_flag("--quick", a.quick, "fewer steps and rounds"));
  timing.push_back(sub->add_flag("--json", a.json, "print as JSON"));
  add_guard_options(*sub, a.guard, timing);
  sub->callback([arguments] {
    if (!arguments->guard.given()) return run_steps(*arguments);
    arguments->guard.options.program = std::filesystem::read_symlink("/proc/self/exe");
    arguments->guard.options.beds = arguments->options.folder;
    run_guard(arguments->guard);
  });
}

}  // namespace

void add_bench(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand("bench", "benchmark the parts of Scree on this machine");
  verb->require_subcommand(1);
  add_bench_round(*verb);
  add_step(*verb);
  add_bench_packing(*verb);
  add_bench_pairs(*verb);
  add_bench_shapes(*verb);
  CLI::App* detectors =
      verb->add_subcommand("detectors", "benchmark the contact algorithms, with their errors");
  detectors->add_option("--algorithm", o.algorithm, "an algorithm of 'scree list', or all")
      ->capture_default_str();
  CLI::Option* file =
      detectors->add_option("--situations", o.situations, "JSON file of pairs to time before the random sets")
          ->capture_default_str();
  detectors->add_option("--poses", o.poses, "pairs per random set (1024; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  detectors->add_flag("--quick", o.quick, "fewer pairs and rounds: under 20 seconds");
  detectors->add_flag("--json", o.json, "print as JSON");
  detectors->footer(
      "Sets: the nine situations of Descantes et al. (2019), then separated, near, shallow and deep pairs "
      "of\n"
      "bodies with 4, 8, 14, 32, 50 and 200 vertices. docs/explanation/benchmarking.md explains how they are "
      "generated "
      "and timed.");
  detectors->callback([options, file] { run(*options, file->count() > 0); });
}

}  // namespace scree::cli
