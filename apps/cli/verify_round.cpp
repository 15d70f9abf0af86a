#include "verify_round.hpp"

#include "verbs.hpp"

#include "scree/contact/round_algorithms.hpp"
#include "scree/io/pairs/superquadric_pairs.hpp"
#include "scree/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace scree::cli {
namespace {

/// Tolerances as fractions of the size, as the reference file states them.
constexpr Real distance_limit = 1e-8, evaluation_limit = 1e-8;

struct Worst {
  Real error = -1;
  std::string id;
  void offer(Real e, const std::string& pair) {
    if (e > error) error = e, id = pair;
  }
  std::string text() const { return error < 0 ? "-" : fmt::format("{:.1e} {}", error, id); }
};

struct Row {
  std::string_view name;
  bool exact = false;
  int right = 0, wrong_verdicts = 0, undecided = 0, uncertified = 0;
  Worst distance, normal, witness;
};

using PhSq = RoundAlgorithm<PolyhedronView>;

/// Checks the signed distance of an algorithm that claims to compute it, and only the verdict of any other.
Row check(const PhSq& algorithm, const std::vector<SuperquadricPair>& pairs) {
  Row row;
  row.name = algorithm.name, row.exact = algorithm.exact;
  for (const SuperquadricPair& pair : pairs) {
    Cache cache;
    const Contact contact = algorithm.collide(view(pair.a), {pair.b, pair.b_in_a}, cache, {});
    const SuperquadricPairError error = compare(pair, contact);
    const bool undecided = contact.status == Status::failed;
    row.undecided += undecided ? 1 : 0;
    row.wrong_verdicts += !undecided && !error.verdict ? 1 : 0;
    if (!algorithm.exact) {
      row.right += error.verdict ? 1 : 0;
      continue;
    }
    row.uncertified += contact.uncertified ? 1 : 0;
    row.right += error.verdict && error.distance <= distance_limit ? 1 : 0;
    row.distance.offer(error.distance, pair.id);
    row.normal.offer(error.normal, pair.id);
    row.witness.offer(error.witness, pair.id);
  }
  return row;
}

/// Check of the paper's own step: counts the pairs for which the published flow ends in the recorded case,
/// and the differences of overlap and normal between the default search and the record.
struct FlowCheck {
  int recorded = 0, same = 0, evaluated = 0, equal = 0;
  Worst evaluation;
};

FlowCheck check_flow(const std::vector<SuperquadricPair>& pairs) {
  FlowCheck flow;
  for (const SuperquadricPair& pair : pairs) {
    const PlacedSuperquadric b(pair.b, pair.b_in_a);
    if (pair.flow_case >= 0) {
      const FaceSearch s = PolyhedronSuperquadric::search(view(pair.a), b, FaceSearchFlow::published);
      ++flow.recorded;
      flow.same += s.ending == pair.flow_case ? 1 : 0;
    }
    if (!pair.evaluation) continue;
    const FaceSearch s = PolyhedronSuperquadric::search(view(pair.a), b);
    if (s.used_fallback || s.ending == 8) continue;
    const Real error = std::max(std::abs(s.overlap - pair.evaluation->overlap) / pair.size,
                                length(s.normal - pair.evaluation->normal));
    ++flow.evaluated;
    flow.equal += error <= evaluation_limit ? 1 : 0;
    if (error <= 1e-3) flow.evaluation.offer(error, pair.id);  // larger: another feature was found
  }
  return flow;
}

}  // namespace

void verify_round(const std::string& bytes, const std::string& file, const std::string& algorithm,
                  bool json) {
  const std::vector<SuperquadricPair> pairs = parse_superquadric_pairs(bytes, file);
  std::vector<Row> rows;
  std::vector<std::string_view> names;
  for (const PhSq& a : polyhedron_superquadric_algorithms) {
    names.push_back(a.name);
    if (algorithm == "all" || algorithm == a.name) rows.push_back(check(a, pairs));
  }
  if (rows.empty()) {
    fail(
        "there is no algorithm '{}' for a polyhedron and a superquadric; the nearest is '{}'. 'scree list' "
        "shows all.",
        shown(algorithm), names[nearest_word(algorithm, names)]);
  }
  const FlowCheck flow = check_flow(pairs);
  if (json) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Row& r : rows) {
      out.push_back({{"algorithm", r.name},
                     {"pairs", pairs.size()},
                     {"right", r.right},
                     {"wrong_verdicts", r.wrong_verdicts},
                     {"undecided", r.undecided},
                     {"uncertified", r.uncertified},
                     {"worst_distance", r.distance.error},
                     {"worst_normal", r.normal.error},
                     {"worst_witness", r.witness.error}});
    }
    fmt::print("{}\n", out.dump(2));
  } else {
    fmt::print("{:<34} {:>6} {:>6} {:>8} {:>9} {:>11}  {:<26} {:<26} {:<26}\n", "algorithm", "pairs", "right",
               "verdicts", "undecided", "uncertified", "worst distance", "worst normal", "worst witness");
    for (const Row& r : rows) {
      fmt::print("{:<34} {:>6} {:>6} {:>8} {:>9} {:>11}  {:<26} {:<26} {:<26}\n", r.name, pairs.size(),
                 r.right, r.wrong_verdicts, r.undecided, r.uncertified, r.distance.text(), r.normal.text(),
                 r.witness.text());
    }
    fmt::print(
        "\n"
        "Errors are fractions of the pair's size, each followed by the pair where it is largest; 'verdicts' "
        "counts wrong ones.\n"
        "An answer is right if its verdict is right (either verdict for tangent pairs) and, for algorithms "
        "that compute the distance, if the distance is right to 1e-8.\n");
    fmt::print("The published flow ends in the recorded case on {} of {} pairs.\n", flow.same, flow.recorded);
    fmt::print(
        "Normal and overlap as the paper defines them agree to 1e-8 on {} of {} pairs; largest error {}.\n",
        flow.equal, flow.evaluated, flow.evaluation.text());
  }
  for (const Row& r : rows) {
    if (r.exact && r.right != static_cast<int>(pairs.size())) throw CheckFailed();
  }
}

}  // namespace scree::cli
