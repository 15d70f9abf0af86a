#include "verify_random.hpp"

#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs.hpp"
#include "scree/planar/stress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

using Families = std::span<const std::string_view>;

std::string_view family_of(Families families, std::uint64_t index) {
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

void print_table(std::string_view name, const RandomOptions& o, Families families,
                 const StressResult& result) {
  fmt::print("{}, seed {}, pairs {} to {}\n", name, o.seed, o.first, o.first + o.count - 1);
  fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9} {:>10}\n", "family", "pairs", "compared",
             "judged", "error", "witness", "steps", "us/query", "violations");
  const auto row = [](std::string_view family, const FamilyResult& f) {
    fmt::print("{:<16} {:>10} {:>9} {:>9} {:>9.1e} {:>9.1e} {:>7} {:>9.2f} {:>10}\n", family, f.pairs,
               f.compared, f.judged, f.error, f.witness, f.iterations,
               f.pairs > 0 ? 1e6 * f.seconds / static_cast<double>(f.pairs) : 0.0, f.violations);
  };
  for (std::size_t i = 0; i < families.size(); ++i) row(families[i], result.families[i]);
  row("all", total(result));
  for (const Finding& f : result.broken) {
    fmt::print(
        "\nbroken {} times: {}. First by pair {} ({}, error {:.1e}, witness {:.1e}); again with --first {} "
        "--random 1\n",
        result.violations.at(f.rule), f.rule, f.index, family_of(families, f.index), f.error, f.witness,
        f.index);
  }
}

void print_notes() {
  fmt::print(
      "\nError and witness: the worst, as parts of the pair's size. Compared: with `exact`, besides the\n"
      "certificates that all pairs are held to. Judged: the algorithm itself asked `exact`. Steps: the "
      "most.\n");
}

ordered_json to_json(std::string_view name, const RandomOptions& o, Families names,
                     const StressResult& result) {
  const auto row = [](std::string_view family, const FamilyResult& f) {
    return ordered_json{{"family", family},      {"pairs", f.pairs},     {"compared", f.compared},
                        {"judged", f.judged},    {"error", f.error},     {"witness", f.witness},
                        {"steps", f.iterations}, {"seconds", f.seconds}, {"violations", f.violations}};
  };
  ordered_json families = ordered_json::array(), broken = ordered_json::array();
  for (std::size_t i = 0; i < names.size(); ++i) families.push_back(row(names[i], result.families[i]));
  for (const Finding& f : result.broken) {
    broken.push_back({{"rule", f.rule}, {"times", result.violations.at(f.rule)}, {"first_pair", f.index}});
  }
  return {{"algorithm", name},
          {"seed", o.seed},
          {"first", o.first},
          {"count", o.count},
          {"families", families},
          {"broken", broken},
          {"all", row("all", total(result))}};
}

/// The pairs in the format of the reference, with the answers of `exact`.
void write_worst(const RandomOptions& o, const RandomPairs& pairs, const std::vector<Finding>& worst) {
  std::vector<ReferencePair> out;
  for (const Finding& f : worst) {
    const RandomPair pair = pairs(f.index);
    out.push_back(
        judged_pair(fmt::format("{}-{}-{}", family_of(RandomPairs::families(), f.index), o.seed, f.index),
                    *pair.a, *pair.b, pair.b_in_a));
  }
  write_file(o.worst, format_pairs("The worst of a run of scree verify --random", out));
}

/// Puts each algorithm to the test and prints; `test` does so with one.
template <class SomeAlgorithm, class Test>
void verify_each(const RandomOptions& o, const std::vector<const SomeAlgorithm*>& chosen, bool json,
                 Families families, Test test) {
  ordered_json list = ordered_json::array();
  bool well = true;
  const StressOptions options{.first = o.first, .count = o.count, .threads = o.threads};
  for (const SomeAlgorithm* algorithm : chosen) {
    const StressResult result = test(*algorithm, options);
    if (algorithm->exact && result.violation_count() > 0) well = false;
    if (json) {
      list.push_back(to_json(algorithm->name, o, families, result));
    } else {
      print_table(algorithm->name, o, families, result);
    }
  }
  if (json) {
    fmt::print("{}\n", list.dump(2));
  } else {
    print_notes();
  }
  if (!well) throw CheckFailed();
}

}  // namespace

void verify_random(const RandomOptions& o, const std::vector<const Algorithm*>& chosen, bool json) {
  if (!o.worst.empty() && chosen.size() > 1)
    fail("--worst {}: the worst pairs are those of one algorithm. Choose it with --algorithm.", o.worst);
  const RandomPairs pairs(o.seed);
  verify_each(o, chosen, json, RandomPairs::families(),
              [&](const Algorithm& a, const StressOptions& options) {
                StressResult result = stress(a, pairs, options);
                if (!o.worst.empty()) write_worst(o, pairs, result.worst);
                return result;
              });
}

void verify_random(const RandomOptions& o, const std::vector<const planar::Algorithm*>& chosen, bool json) {
  if (!o.worst.empty())
    fail(
        "--worst {}: pairs of polygons are not written to files. 'scree verify --planar --random 1 --first "
        "N' shows "
        "pair N again.",
        o.worst);
  verify_each(o, chosen, json, planar_families,
              [&](const planar::Algorithm& a, const StressOptions& options) {
                return planar::stress(a, o.seed, options);
              });
}

}  // namespace scree::cli
