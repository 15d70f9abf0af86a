// scree bench pairs: times gjk_td in the six regimes that matter to a simulation, behind an accuracy gate.

#include "verbs.hpp"

#include "pairs.hpp"

namespace scree::cli {

void add_bench_pairs(CLI::App& bench) {
  auto options = std::make_shared<bench::PairsOptions>();
  CLI::App* verb =
      bench.add_subcommand("pairs", "compare gjk_td with libccd, Bullet and FCL, behind an accuracy gate");
  verb->add_option("--poses", options->poses, "pairs per set (4096; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  verb->add_flag("--quick", options->quick, "fewer pairs and rounds");
  verb->footer(
      "The exit code is 1 if an answer fails the gate. './scree bench pairs' measures the other libraries in "
      "the "
      "same run if\nDebian's packages libccd-dev, libbullet-dev and libfcl-dev are installed; this program "
      "alone does not contain\nthem. docs/explanation/benchmarking.md explains the sets.");
  verb->callback([options] {
    if (!bench::race_pairs(*options, {})) throw CheckFailed{};
  });
}

}  // namespace scree::cli
