#include "pairs.hpp"

#include "gate.hpp"
#include "in_turn.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace scree::bench {
namespace {

/// Largest allowed and largest desired ratio of our time to a peer's time, as geometric mean over the bodies.
/// Scree computes only what the peer computes; libccd, for example, gives no gap of separated bodies.
struct Mark {
  std::string_view regime, set;
  Start start;
  Question question;
  std::string_view peer;
  double must, stretch;
};
constexpr Mark marks[] = {
    {"shallow, cold", "shallow", Start::cold, Question::verdict, "libccd GJK+EPA", 0.28, 0.20},
    {"shallow, warm", "shallow", Start::warm, Question::verdict, "libccd GJK+EPA", 0.066, 0.04},
    {"deep, cold", "deep", Start::cold, Question::verdict, "libccd GJK+EPA", 0.23, 0.17},
    {"near, cold, with gap", "near", Start::cold, Question::distance, "Bullet SignedDistance", 0.40, 0.30},
    {"near, warm, verdict", "near", Start::warm, Question::verdict, "libccd MPR", 0.20, 0.13},
    {"separated, verdict", "separated", Start::cold, Question::verdict, "libccd MPR", 0.80, 0.40},
};

/// One contestant in one regime.
struct Row {
  std::string_view name;
  std::vector<double> nanoseconds;  // one entry per body
  Accuracy accuracy;
};

struct Regime {
  std::string name;
  std::vector<int> vertices;
  std::vector<Row> rows;

  const Row& row(std::string_view wanted) const { return *std::ranges::find(rows, wanted, &Row::name); }
};

double geometric_mean_of_ratios(const Row& row, const Row& other) {
  double sum = 0;
  for (std::size_t i = 0; i < row.nanoseconds.size(); ++i)
    sum += std::log(row.nanoseconds[i] / other.nanoseconds[i]);
  return std::exp(sum / static_cast<double>(row.nanoseconds.size()));
}

void measure(const PairSet& set, const std::vector<Real>& truth, const std::vector<Peer*>& contestants,
             int rounds, Regime& regime) {
  const int count = static_cast<int>(set.pairs.size()), checked = static_cast<int>(truth.size());
  std::vector<Answer> answers(set.pairs.size());
  std::vector<Contender> contenders;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    Peer& peer = *contestants[k];
    peer.prepare(set);
    peer.run(0, checked, answers.data());
    for (int i = 0; i < checked; ++i) regime.rows[k].accuracy.add(answers[i], truth[i], set.size(i));
    contenders.push_back({count, [&peer](int begin, int end) { peer.renew(begin, end); },
                          [&peer, &answers](int begin, int end) { peer.run(begin, end, answers.data()); }});
  }
  const std::vector<double> ns = time_in_turn(contenders, rounds);
  for (std::size_t k = 0; k < ns.size(); ++k) regime.rows[k].nanoseconds.push_back(ns[k]);
  regime.vertices.push_back(set.vertices);
}

void print_regime(const Regime& regime) {
  fmt::print("\n{:<28}", regime.name);
  for (const int vertices : regime.vertices) fmt::print(" {:>6}", vertices);
  fmt::print(" {:>7} {:>9} {:>9} {:>8} {:>9} {:>7}\n", "ratio", "mean err", "max err", "> 1e-10", "verdicts",
             "failed");
  for (const Row& r : regime.rows) {
    fmt::print("{:<28}", r.name);
    for (const double ns : r.nanoseconds) fmt::print(" {:>6.0f}", ns);
    const Accuracy& a = r.accuracy;
    const bool measured = a.measured > 0;
    fmt::print(" {:>7.3f} {:>9} {:>9} {:>8} {:>9} {:>7}\n", geometric_mean_of_ratios(r, regime.rows.front()),
               measured ? fmt::format("{:.1e}", a.mean()) : "no gap",
               measured ? fmt::format("{:.1e}", a.largest) : "",
               measured ? fmt::format("{:.2f}%", 100 * a.share_beyond()) : "", a.wrong_verdicts, a.failed);
  }
  std::fflush(stdout);
}

void print_marks(const std::vector<Regime>& regimes) {
  fmt::print("\n{:<22} {:<22} {:>7} {:>7} {:>8}\n", "time of gjk_td", "relative to", "ratio", "must",
             "stretch");
  for (const Mark& mark : marks) {
    const Regime& regime = *std::ranges::find(regimes, mark.set, &Regime::name);
    const std::string_view ours = make_gjk_td(mark.start, mark.question)->name();
    const double ratio = geometric_mean_of_ratios(regime.row(ours), regime.row(mark.peer));
    fmt::print("{:<22} {:<22} {:>7.3f} {:>7.3f} {:>8.3f}  {}\n", mark.regime, mark.peer, ratio, mark.must,
               mark.stretch,
               ratio <= mark.stretch ? "stretch reached"
               : ratio <= mark.must  ? "reached"
                                     : "not reached");
  }
}

void print_gate_row(std::string_view name, const Gate& g) {
  fmt::print("{:<28} {:>8} {:>8} {:>9.1e} {:>9.1e} {:>9.1e} {:>9} {:>7}  {}\n", name, g.answers, g.compared,
             g.distance, g.normal, g.witness, g.wrong_verdicts, g.failed, g.holds() ? "holds" : "BROKEN");
  std::fflush(stdout);
}

}  // namespace

bool race_pairs(const PairsOptions& options, const std::vector<std::unique_ptr<Peer>>& peers) {
  const int poses = options.poses > 0 ? options.poses : options.quick ? 128 : 4096;
  const int rounds = options.quick ? 3 : 9;
  const double work = options.quick ? 1e6 : 2e7;  // pairs of edges that `exact` may test per set
  std::vector<std::unique_ptr<Peer>> ours;
  for (const Start start : {Start::cold, Start::warm}) {
    for (const Question question : {Question::distance, Question::verdict})
      ours.push_back(make_gjk_td(start, question));
  }
  std::vector<Peer*> contestants;
  for (const auto& peer : ours) contestants.push_back(peer.get());
  for (const auto& peer : peers) contestants.push_back(peer.get());
  fmt::print(
      "ns per query of {} pairs, by the number of vertices per body. Ratio: relative to the first row.\n",
      poses);
  std::vector<Regime> regimes;
  std::vector<std::pair<std::string, Gate>> gates;
  const auto gate = [&](const PairSet& set, const std::vector<Real>& truth) {
    if (gates.empty() || gates.back().first != set.name) gates.push_back({set.name, {}});
    gates.back().second.add(gate_of(set, truth));
  };
  for (const PairSet& set : random_sets(poses)) {
    if (regimes.empty() || regimes.back().name != set.name) {
      if (!regimes.empty()) print_regime(regimes.back());
      regimes.push_back({set.name, {}, {}});
      for (const Peer* peer : contestants) regimes.back().rows.push_back({peer->name(), {}, {}});
    }
    const std::vector<Real> truth = true_overlaps(set, work);
    measure(set, truth, contestants, rounds, regimes.back());
    gate(set, truth);
  }
  print_regime(regimes.back());
  for (const auto& sets : {degenerate_sets(poses), unequal_sets(poses)}) {
    for (const PairSet& set : sets) gate(set, true_overlaps(set, work));
  }
  if (peers.empty()) {
    fmt::print(
        "\nlibccd, Bullet and FCL are not part of this program, so there are no ratios. './scree bench "
        "pairs' measures\n"
        "them in the same run where they are installed; './scree peers pairs' installs them.\n");
  } else {
    print_marks(regimes);
  }
  fmt::print("\n{:<28} {:>8} {:>8} {:>9} {:>9} {:>9} {:>9} {:>7}\n", "gate of gjk_td", "answers", "by exact",
             "distance", "normal", "witness", "verdicts", "failed");
  bool holds = true;
  for (const auto& [name, g] : gates) print_gate_row(name, g), holds = holds && g.holds();
  fmt::print(
      "\nErrors are fractions of the sum of the bounding radii. The answers of the libraries, and the pairs "
      "counted under\n'by exact', are compared with 'exact'; the other answers of gjk_td with its own cold "
      "answer, and all with the bodies.\nThe gate requires: no failure, no wrong verdict beyond 1e-12, "
      "distance within {:.0e}, overlap along the normal\nwithin {:.0e} of the least overlap, witness points "
      "in "
      "both bodies within {:.0e}; for cold, warm and repeated\nqueries, with and without the gap.\n",
      Gate::distance_limit, Gate::normal_limit, Gate::witness_limit);
  return holds;
}

}  // namespace scree::bench
