// scree bench round: compares superquadrics with gjk_td on polyhedra, and lists times by case.

#include "verbs.hpp"

#include "round.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

using namespace bench;

void print_round(const std::vector<RoundTimes>& rows) {
  fmt::print("{:<8} {:<20} {:>8} {:>10} {:>9} {:>9} {:>14} {:>14} {:>7} {:>6}\n", "set", "body B", "A",
             "search ns", "cold ns", "warm ns", "cold / gjk_td", "warm / gjk_td", "steps", "exact");
  for (const RoundTimes& r : rows) {
    const auto number = [](double x, const char* format) {
      return x > 0 ? fmt::format(fmt::runtime(format), x) : std::string("-");
    };
    fmt::print("{:<8} {:<20} {:>8} {:>10} {:>9.0f} {:>9.0f} {:>14} {:>14} {:>7} {:>6}\n", r.set, r.body,
               r.vertices > 0 ? std::to_string(r.vertices) : "the same", number(r.search, "{:.0f}"), r.cold,
               r.warm, number(r.cold_ratio, "{:.2f}"), number(r.warm_ratio, "{:.2f}"),
               number(r.steps, "{:.1f}"), r.used_fallback);
  }
  fmt::print(
      "\nA: vertices of the polyhedron; both polyhedra of gjk_td have this number. Search: the completed "
      "search alone;\n"
      "cold and warm: with distance and normal. Warm: the cache was filled 1e-4 diameters and 1e-4 rad "
      "away.\n"
      "Exact: queries that the fallback answered.\n");
}

void print_cases(const std::vector<CaseTimes>& rows) {
  fmt::print("\n{:<14} {:>5} {:<10} {:>5} {:>7} {:>10} {:>13} {:>11}\n", "solid", "faces", "body B", "case",
             "count", "search ns", "published ns", "collide ns");
  for (const CaseTimes& r : rows) {
    fmt::print("{:<14} {:>5} {:<10} {:>5} {:>7} {:>10.0f} {:>13.0f} {:>11.0f}\n", r.solid, r.faces, r.body,
               r.ending, r.count, r.search, r.published, r.collide);
  }
  fmt::print(
      "\nThe centres are uniform in a cube of edge 6 about solids of circumradius 1.73. Spheres have radius "
      "1, ellipsoids\n"
      "half lengths 1.25, 1, 0.8. Search: the completed search; collide: with distance and normal, cold.\n");
}

nlohmann::ordered_json to_json(const std::vector<RoundTimes>& rows, const std::vector<CaseTimes>& cases) {
  nlohmann::ordered_json times = nlohmann::ordered_json::array(), by_case = nlohmann::ordered_json::array();
  for (const RoundTimes& r : rows) {
    times.push_back({{"set", r.set},
                     {"body", r.body},
                     {"vertices", r.vertices},
                     {"search_ns", r.search},
                     {"cold_ns", r.cold},
                     {"warm_ns", r.warm},
                     {"cold_ratio", r.cold_ratio},
                     {"warm_ratio", r.warm_ratio}});
  }
  for (const CaseTimes& r : cases) {
    by_case.push_back({{"solid", r.solid},
                       {"faces", r.faces},
                       {"body", r.body},
                       {"case", r.ending},
                       {"count", r.count},
                       {"search_ns", r.search},
                       {"published_ns", r.published},
                       {"collide_ns", r.collide}});
  }
  return {{"times", times}, {"cases", by_case}};
}

}  // namespace

void add_bench_round(CLI::App& bench) {
  struct Options {
    bool quick = false, json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* round = bench.add_subcommand(
      "round",
      "time superquadrics against gjk_td on polyhedra with equal numbers of vertices; list times by case");
  round->add_flag("--quick", options->quick, "fewer pairs and rounds");
  round->add_flag("--json", options->json, "print as JSON");
  round->callback([options] {
    const RoundEffort effort = options->quick ? RoundEffort::quick() : RoundEffort{};
    const auto rows = measure_round(effort);
    if (!options->json) print_round(rows);
    std::fflush(stdout);
    const auto cases = measure_cases(effort);
    options->json ? fmt::print("{}\n", to_json(rows, cases).dump(2)) : print_cases(cases);
  });
}

}  // namespace scree::cli
