#include "verify_random.hpp"

#include "verbs.hpp"

#include "scree/contact/stress.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

std::string_view family_of(std::uint64_t index) {
  const auto families = RandomPairs::families();
  return families[index % families.size()];
}

/// Everything of a run added up.
FamilyResult total(const StressResult& result) {
  FamilyResult sum;
  for (const FamilyResult& f : result.families) {
    sum.pairs += f.pairs, sum.judged += f.judged, sum.compared += f.compared, sum.violations += f.violations;
    sum.seconds += f.seconds;
    sum.error = std::max(sum.error, f.error), sum.witness = std::max(sum.witness, f.witness);
    sum.iterations = std::max(sum.iterations, f.iterations);
  }
  return sum;
}

void print_table(const Algorithm& algorithm, const RandomOptions& o, const StressResult& result) {
  fmt::print("{}, seed {}, pairs {} to {}\n", algorithm.name, o.seed, o.first, o.first + o.count - 1);
  fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9} {:>10}\n", "family", "pairs", "compared",
             "judged", "error", "witness", "steps", "us/query", "violations");
  const auto row = [](std::string_view name, const FamilyResult& f) {
    fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9.1e} {:>9.1e} {:>7} {:>9.2f} {:>10}\n", name, f.pairs,
               f.compared, f.judged, f.error, f.witness, f.iterations,
               f.pairs > 0 ? 1e6 * f.seconds / static_cast<double>(f.pairs) : 0.0, f.violations);
  };
  for (std::size_t i = 0; i < result.families.size(); ++i)
    row(RandomPairs::families()[i], result.families[i]);
  row("all", total(result));
  for (const Finding& f : result.broken) {
    fmt::print(
        "\nbroken {} times: {}. First by pair {} ({}, error {:.1e}, witness {:.1e}); again with --first {} "
        "--random 1\n",
        result.violations.at(f.rule), f.rule, f.index, family_of(f.index), f.error, f.witness, f.index);
  }
}

void print_notes() {
  fmt::print(
      "\nError and witness: the worst, as parts of the pair's size. Compared: with `exact`, besides the\n"
      "certificates that all pairs are held to. Judged: the algorithm itself asked `exact`. Steps: the "
      "most.\n");
}

ordered_json to_json(const Algorithm& algorithm, const RandomOptions& o, const StressResult& result) {
  const auto row = [](std::string_view name, const FamilyResult& f) {
    return ordered_json{{"family", name},        {"pairs", f.pairs},     {"compared", f.compared},
                        {"judged", f.judged},    {"error", f.error},     {"witness", f.witness},
                        {"steps", f.iterations}, {"seconds", f.seconds}, {"violations", f.violations}};
  };
  ordered_json families = ordered_json::array(), broken = ordered_json::array();
  for (std::size_t i = 0; i < result.families.size(); ++i)
    families.push_back(row(RandomPairs::families()[i], result.families[i]));
  for (const Finding& f : result.broken) {
    broken.push_back({{"rule", f.rule}, {"times", result.violations.at(f.rule)}, {"first_pair", f.index}});
  }
  return {{"algorithm", algorithm.name},
          {"seed", o.seed},
          {"first", o.first},
          {"count", o.count},
          {"families", families},
          {"broken", broken},
          {"all", row("all", total(result))}};
}

/// The pairs in the format of the reference, with the answers of `exact`.
void write_worst(const RandomOptions& o, const RandomPairs& pairs, std::vector<Finding> worst) {
  std::vector<ReferencePair> out;
  for (const Finding& f : worst) {
    const RandomPair pair = pairs(f.index);
    out.push_back(judged_pair(fmt::format("{}-{}-{}", family_of(f.index), o.seed, f.index), *pair.a, *pair.b,
                              pair.b_in_a));
  }
  write_file(o.worst, format_pairs("The worst of a run of scree verify --random", out));
}

}  // namespace

void verify_random(const RandomOptions& o, const std::vector<const Algorithm*>& chosen, bool json) {
  if (!o.worst.empty() && chosen.size() > 1)
    fail("--worst {}: the worst pairs are those of one algorithm. Choose it with --algorithm.", o.worst);
  const RandomPairs pairs(o.seed);
  ordered_json list = ordered_json::array();
  bool well = true;
  for (const Algorithm* algorithm : chosen) {
    const StressResult result =
        stress(*algorithm, pairs, {.first = o.first, .count = o.count, .threads = o.threads});
    if (algorithm->exact && result.violation_count() > 0) well = false;
    if (json) {
      list.push_back(to_json(*algorithm, o, result));
    } else {
      print_table(*algorithm, o, result);
    }
    if (!o.worst.empty()) write_worst(o, pairs, result.worst);
  }
  if (json) {
    fmt::print("{}\n", list.dump(2));
  } else {
    print_notes();
  }
  if (!well) throw CheckFailed();
}

}  // namespace scree::cli
