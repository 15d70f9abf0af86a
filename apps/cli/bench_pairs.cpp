// scree bench pairs: checks the accuracy of gjk_td, and times it in the six regimes of a simulation.

#include "verbs.hpp"

#include "pairs.hpp"

namespace scree::cli {

void add_bench_pairs(CLI::App& bench) {
  auto options = std::make_shared<bench::PairsOptions>();
  CLI::App* verb = bench.add_subcommand(
      "pairs", "check the accuracy of gjk_td, and time it against libccd, Bullet and FCL");
  verb->add_option("--poses", options->poses, "pairs per set (4096; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  verb->add_flag("--quick", options->quick, "fewer pairs and rounds");
  verb->footer(
      "The exit code is 1 if an answer is inaccurate. './scree bench pairs' measures the other "
      "libraries in "
      "the "
      "same run if\nDebian's packages libccd-dev, libbullet-dev and libfcl-dev are installed; this program "
      "alone does not contain\nthem. docs/explanation/benchmarking.md explains the sets.");
  verb->callback([options] {
    if (!bench::race_pairs(*options, {})) throw CheckFailed{};
  });
}

}  // namespace scree::cli
