// scree bench pairs: gjk_td in the six regimes that matter to a simulation, with its accuracy gate.

#include "verbs.hpp"

#include "pairs.hpp"

namespace scree::cli {

void add_bench_pairs(CLI::App& bench) {
  auto options = std::make_shared<bench::PairsOptions>();
  CLI::App* verb =
      bench.add_subcommand("pairs", "gjk_td beside libccd, Bullet and FCL, behind an accuracy gate");
  verb->add_option("--poses", options->poses, "pairs per set (4096; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  verb->add_flag("--quick", options->quick, "fewer pairs and rounds");
  verb->footer(
      "Exit code 1 when the gate is broken. './scree bench pairs' measures the other libraries in the same "
      "run\nwhere Debian's packages libccd-dev, libbullet-dev and libfcl-dev are installed; this program "
      "alone "
      "does\nnot hold them. docs/explanation/benchmarking.md explains the sets.");
  verb->callback([options] {
    if (!bench::race_pairs(*options, {})) throw CheckFailed{};
  });
}

}  // namespace scree::cli
