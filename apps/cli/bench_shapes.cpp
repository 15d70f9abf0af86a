// scree bench shapes: times the reading, checking and building of bodies, and its growth with size.

#include "verbs.hpp"

#include "shapes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

void print(const bench::ShapeRow& r) {
  fmt::print("{:<32} {:>9} {:<9}", r.name, r.sizes.back(), r.counted);
  for (const double seconds : r.seconds) fmt::print(" {:>9.4f}", seconds);
  fmt::print(" {:>8.2f}  {}\n", r.exponent, r.right ? "right" : "WRONG");
  std::fflush(stdout);
}

}  // namespace

void add_bench_shapes(CLI::App& bench) {
  struct Options {
    bool quick = false, json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = bench.add_subcommand(
      "shapes",
      "time how bodies are read, checked, built and triangulated, and how the time grows with size");
  verb->add_flag("--quick", options->quick, "measure once, at a twentieth of the sizes");
  verb->add_flag("--json", options->json, "print as JSON");
  verb->footer(
      "Prints seconds of processor time at an eighth, half and all of the size, the best of three runs. "
      "Growth is\n"
      "the exponent p in time ~ size^p: 1 is proportional; 2 means that all pairs of elements are compared.");
  verb->callback([options] {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    bool right = true;
    if (!options->json)
      fmt::print("{:<32} {:>9} {:<9} {:>9} {:>9} {:>9} {:>8}  {}\n", "task", "size", "of", "1/8, s", "1/2, s",
                 "1, s", "growth", "result");
    for (const bench::ShapeTask& task : bench::shape_tasks()) {
      const bench::ShapeRow r = bench::measure_shape_task(task, options->quick);
      right = right && r.right;
      if (!options->json) {
        print(r);
        continue;
      }
      out.push_back({{"task", r.name},
                     {"counted", r.counted},
                     {"sizes", r.sizes},
                     {"seconds", r.seconds},
                     {"growth", r.exponent},
                     {"right", r.right}});
    }
    if (options->json) fmt::print("{}\n", out.dump(2));
    if (!right) throw CheckFailed{};
  });
}

}  // namespace scree::cli
