// scree verify: checks the algorithms on a file of pairs with known answers, or on random pairs
// (verify_random.cpp). Users can check Scree with their own pairs.

#include "algorithm_option.hpp"
#include "size_option.hpp"
#include "verbs.hpp"
#include "verify_random.hpp"
#include "verify_round.hpp"

#include "scree/file.hpp"
#include "scree/io/pairs/pairs.hpp"
#include "scree/io/pairs/superquadric_pairs.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

struct Worst {
  Real error = -1;
  std::string id;

  void offer(Real e, const std::string& pair) {
    if (e > error) error = e, id = pair;
  }
};

/// Tolerances of an exact algorithm as fractions of the size. They depend on the numbers of the pair: an
/// error may be at most 1e-10 of the size and 1e-9 of the smaller body. The limits add 8 units in the last
/// place of the coordinates and of the distance of the centres, because the pair itself has this rounding.
struct Limits {
  Real distance, normal, witness;
};

Limits limits_for(const ReferencePair& pair) {
  const Real smaller = 2 * std::min(pair.a.bounding_radius, pair.b.bounding_radius) / pair.size;
  const Real rounding =
      8 * 0x1p-52 * std::max(pair.largest_coordinate, length(pair.b_in_a.position)) / pair.size;
  const Real distance = std::min(1e-10, 1e-9 * smaller) + rounding;
  return {distance, 1e-7, 1e-9 + rounding};
}

struct Row {
  const Algorithm* algorithm = nullptr;
  int right = 0, wrong_verdicts = 0, failed = 0;
  Worst distance, normal, witness;
};

Row check(const Algorithm& algorithm, const std::vector<ReferencePair>& pairs) {
  Row row;
  row.algorithm = &algorithm;
  for (const ReferencePair& pair : pairs) {
    Cache cache;
    const Contact contact = algorithm.collide(view(pair.a), view(pair.b), pair.b_in_a, cache, {});
    const PairError error = compare(pair, contact);
    const Limits limits = limits_for(pair);
    row.failed += contact.status == Status::failed ? 1 : 0;
    row.wrong_verdicts += error.verdict ? 0 : 1;
    row.right += error.verdict && error.distance <= limits.distance && error.normal <= limits.normal &&
                         error.witness <= limits.witness
                     ? 1
                     : 0;
    row.distance.offer(error.distance, pair.id);
    row.normal.offer(error.normal, pair.id);
    row.witness.offer(error.witness, pair.id);
  }
  return row;
}

void print_table(const std::vector<Row>& rows, std::size_t pairs) {
  fmt::print("{:<28} {:>6} {:>6} {:>8} {:>6}  {:<32} {:<32} {:<32}\n", "algorithm", "pairs", "right",
             "verdicts", "failed", "worst distance", "worst normal", "worst witness");
  const auto worst = [](const Worst& w) { return fmt::format("{:.1e} {}", w.error, w.id); };
  for (const Row& r : rows) {
    fmt::print("{:<28} {:>6} {:>6} {:>8} {:>6}  {:<32} {:<32} {:<32}\n", r.algorithm->name, pairs, r.right,
               r.wrong_verdicts, r.failed, worst(r.distance), worst(r.normal), worst(r.witness));
  }
  fmt::print(
      "\n"
      "Errors are fractions of the pair's size, each followed by the pair where it is largest; 'verdicts' "
      "counts wrong ones.\n");
  fmt::print(
      "Right: distance within 1e-10 and within 1e-9 of the smaller body, normal within 1e-7, witnesses "
      "within 1e-9, plus 8 "
      "units\n"
      "in the last place of the coordinates and of the distance of the centres.\n");
}

void print_json(const std::vector<Row>& rows, std::size_t pairs) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  const auto worst = [](const Worst& w) {
    return nlohmann::ordered_json{{"error", w.error}, {"pair", w.id}};
  };
  for (const Row& r : rows) {
    out.push_back({{"algorithm", r.algorithm->name},
                   {"pairs", pairs},
                   {"right", r.right},
                   {"wrong_verdicts", r.wrong_verdicts},
                   {"failed", r.failed},
                   {"worst_distance", worst(r.distance)},
                   {"worst_normal", worst(r.normal)},
                   {"worst_witness", worst(r.witness)}});
  }
  fmt::print("{}\n", out.dump(2));
}

void run(const std::string& file, const std::string& name, Real merge, bool json) {
  const std::string bytes = read_file(file);
  if (holds_superquadrics(bytes)) {
    if (merge > 0) fail("--merge applies only to files of pairs of polyhedra. Leave it out.");
    return verify_round(bytes, file, name, json);
  }
  const auto chosen = chosen_algorithms(name);
  const std::vector<ReferencePair> pairs = parse_pairs(bytes, file, {.merge = merge});
  std::vector<Row> rows;
  bool well = true;
  for (const Algorithm* a : chosen) {
    rows.push_back(check(*a, pairs));
    if (a->exact && rows.back().right != static_cast<int>(pairs.size())) well = false;
  }
  json ? print_json(rows, pairs.size()) : print_table(rows, pairs.size());
  if (!well) throw CheckFailed();  // an algorithm that claims to be exact is wrong
}

}  // namespace

void add_verify(CLI::App& app) {
  struct Options {
    std::string file, algorithm;
    RandomOptions random;
    Real merge = 0;
    bool json = false, planar = false, superquadrics = false;
  };
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb =
      app.add_subcommand("verify", "check the algorithms on pairs with known answers, or on random pairs");
  CLI::Option* file = verb->add_option(
      "pairs", o.file, "a JSON file like tests/reference/exact-pairs.json or superquadric-pairs.json");
  verb->add_option(
      "--algorithm", o.algorithm,
      "an algorithm of 'scree list', or all (default: all for a file, gjk_td for random pairs, superquadric "
      "for --superquadrics)");
  verb->add_option("--merge", o.merge, merge_help)->check(fraction_of_size)->needs(file);
  verb->add_flag("--json", o.json, "print as JSON");
  CLI::Option* random =
      verb->add_option("--random", o.random.count, "check this number of random pairs instead of a file")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
          ->excludes(file);
  CLI::Option* planar =
      verb->add_flag("--planar", o.planar, "check random pairs of polygons in the plane")->needs(random);
  verb->add_flag("--superquadrics", o.superquadrics,
                 "check random pairs of two superquadrics, or of a polyhedron and a superquadric")
      ->needs(random)
      ->excludes(planar);
  verb->add_option("--seed", o.random.seed, "seed of the random pairs")->capture_default_str()->needs(random);
  verb->add_option("--first", o.random.first, "number of the first random pair, to repeat one")
      ->capture_default_str()
      ->needs(random);
  verb->add_option("--threads", o.random.threads,
                   "threads for random pairs, 0: all cores; the result is the same")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str()
      ->needs(random);
  verb->add_option("--worst", o.random.worst, "write the ten worst random pairs to this JSON file")
      ->needs(random);
  verb->footer(
      "The exit code is 1 if an algorithm that claims to be exact is wrong on any pair. Ctrl-C prints the "
      "pairs "
      "that "
      "were\n"
      "checked and the command that continues.");
  verb->callback([options] {
    const std::string name = options->algorithm.empty() ? "gjk_td" : options->algorithm;
    if (options->superquadrics) {
      options->random.family_options = " --superquadrics";
      verify_random_round(options->random, options->algorithm.empty() ? "superquadric" : options->algorithm,
                          options->json);
    } else if (options->planar) {
      options->random.family_options = " --planar";
      verify_random(options->random, chosen_planar_algorithms(name), options->json);
    } else if (options->random.count > 0) {
      verify_random(options->random, chosen_algorithms(name), options->json);
    } else if (options->file.empty()) {
      fail("verify needs a file of pairs, or --random N. 'scree verify --help' shows all options.");
    } else {
      run(options->file, options->algorithm.empty() ? "all" : options->algorithm, options->merge,
          options->json);
    }
  });
}

}  // namespace scree::cli
