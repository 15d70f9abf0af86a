// scree bench packing: runs the same scene with every contact algorithm, and with several seeds.

#include "algorithm_option.hpp"
#include "verbs.hpp"

#include "packing.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

using bench::PackingRow;

struct Options {
  std::string scene = "scenes/demo.toml", algorithm = "all";
  std::vector<std::string> set;
  int seeds = 5;
  bool json = false;
};

constexpr const char* head = "{:<28} {:>5} {:>9} {:>8} {:>10} {:>7} {:>8} {:>8} {:>9} {:>8}\n";

void print(const PackingRow& r) {
  fmt::print("{:<28} {:>5} {:>9.4f} {:>8.3f} {:>10.2f} {:>7.1f} {:>8.1f} {:>8.1e} {:>9.0f} {:>8}\n",
             r.algorithm, r.seed, r.porosity, r.coordination, 1e3 * r.center_height, 1e3 * r.top,
             1e3 * r.reach, r.energy_error, static_cast<double>(r.steps) / r.seconds, r.failed);
  std::fflush(stdout);
}

/// Prints the mean and the standard deviation over the seeds.
void print_spread(const std::vector<PackingRow>& rows) {
  const auto spread = [&](Real PackingRow::*value, Real unit) {
    Real mean = 0, square = 0;
    for (const PackingRow& r : rows) mean += r.*value / static_cast<Real>(rows.size());
    for (const PackingRow& r : rows) square += (r.*value - mean) * (r.*value - mean);
    return fmt::format("{:.4g} +- {:.2g}", unit * mean,
                       unit * std::sqrt(square / static_cast<Real>(rows.size() - 1)));
  };
  fmt::print("\n{} seeds: porosity {}, contacts {}, centre {} mm, top {} mm, reach {} mm\n", rows.size(),
             spread(&PackingRow::porosity, 1), spread(&PackingRow::coordination, 1),
             spread(&PackingRow::center_height, 1e3), spread(&PackingRow::top, 1e3),
             spread(&PackingRow::reach, 1e3));
}

void print_json(const std::vector<PackingRow>& rows) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const PackingRow& r : rows) {
    out.push_back({{"algorithm", r.algorithm},
                   {"seed", r.seed},
                   {"porosity", r.porosity},
                   {"coordination", r.coordination},
                   {"center_height_m", r.center_height},
                   {"top_m", r.top},
                   {"reach_m", r.reach},
                   {"energy_error", r.energy_error},
                   {"steps", r.steps},
                   {"seconds", r.seconds},
                   {"failed_queries", r.failed}});
  }
  fmt::print("{}\n", out.dump(2));
}

void run(const Options& o) {
  bool first = true;
  const auto measure = [&](std::string_view algorithm, int seed) {
    std::vector<std::string> set = o.set;
    set.push_back(fmt::format("contact.algorithm=\"{}\"", algorithm));
    set.push_back(fmt::format("run.seed={}", seed));
    PackingRow row = bench::measure_packing(read_scene(o.scene, set));
    row.seed = seed;
    if (!o.json && first) {
      fmt::print(head, "algorithm", "seed", "porosity", "contacts", "centre mm", "top mm", "reach mm",
                 "energy", "steps/s", "failed");
    }
    first = false;
    if (!o.json) print(row);
    return row;
  };
  std::vector<const Algorithm*> chosen = chosen_algorithms(o.algorithm);
  if (o.algorithm == "all") std::erase_if(chosen, [](const Algorithm* a) { return !finds_overlap(a->name); });
  std::vector<PackingRow> rows, seeds;
  for (const Algorithm* a : chosen) rows.push_back(measure(a->name, 1));
  for (int seed = 1; seed <= o.seeds; ++seed) seeds.push_back(measure("gjk_td", seed));
  if (o.json) {
    rows.insert(rows.end(), seeds.begin(), seeds.end());
    return print_json(rows);
  }
  if (seeds.size() > 1) print_spread(seeds);
  fmt::print(
      "\n"
      "Porosity (lower half of the bed) and contacts (bodies that a body touches) are measured when the "
      "first wall is\n"
      "removed; centre of mass, top (highest point) and reach (radius about the z axis that contains nine "
      "tenths of the\n"
      "bodies) are measured at the end. Runs use one thread and processor time. Energy: error of the ledger "
      "over its largest entry.\n"
      "Failed: queries that 'exact' answered.\n");
}

}  // namespace

void add_bench_packing(CLI::App& bench) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb =
      bench.add_subcommand("packing", "compare the packing of a scene between contact algorithms");
  verb->add_option("scene", o.scene, "a scene file with a box")->capture_default_str();
  verb->add_option("--set", o.set, "change a key, as in 'scree run'; repeatable")->allow_extra_args(false);
  verb->add_option("--algorithm", o.algorithm,
                   "an algorithm of 'scree list', or all (those that find overlaps)")
      ->capture_default_str();
  verb->add_option("--seeds", o.seeds, "number of runs of gjk_td, with seeds 1 to n, that give the spread")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  verb->add_flag("--json", o.json, "print as JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
