// scree_peers: compares gjk_td with other libraries on the same pairs. The libraries take turns in one run,
// and the table lists errors next to times.

#include "in_turn.hpp"
#include "pairs.hpp"

#include "scree/error.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace scree::bench {
namespace {

struct Options {
  int poses = 1024, rounds = 9;
  double work = 1e7;
};

struct Row {
  std::string_view name;
  int timed = 0;
  double nanoseconds = 0;
  Accuracy accuracy;
};

std::vector<Row> measure(const PairSet& set, const std::vector<std::unique_ptr<Peer>>& peers,
                         const Options& options) {
  const std::vector<Real> truth = true_overlaps(set, options.work);
  const int count = static_cast<int>(set.pairs.size());
  std::vector<Answer> answers(set.pairs.size());
  std::vector<Row> rows;
  std::vector<Contender> contenders;
  for (const auto& peer : peers) {
    Row row;
    row.name = peer->name();
    peer->prepare(set);
    peer->run(0, static_cast<int>(truth.size()), answers.data());
    for (int i = 0; i < static_cast<int>(truth.size()); ++i)
      row.accuracy.add(answers[i], truth[i], set.size(i));
    row.timed = count;
    rows.push_back(row);
    contenders.push_back({count, [](int, int) {},
                          [&answers, &peer](int begin, int end) { peer->run(begin, end, answers.data()); }});
  }
  const std::vector<double> ns = time_in_turn(contenders, options.rounds);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].nanoseconds = ns[i];
  return rows;
}

void print_set(const PairSet& set, const std::vector<Row>& rows) {
  fmt::print("\n{}{}, {} pairs\n", set.name,
             set.vertices > 0 ? fmt::format(", {} vertices", set.vertices) : "", set.distinct());
  fmt::print("{:<24} {:>9} {:>7} {:>8} {:>9} {:>9} {:>8} {:>9} {:>7}\n", "library", "cold ns", "ratio",
             "checked", "mean err", "max err", "> 1e-10", "verdicts", "failed");
  for (const Row& r : rows) {
    const bool measured = r.accuracy.measured > 0;
    fmt::print("{:<24} {:>9.0f} {:>7.2f} {:>8} {:>9} {:>9} {:>8} {:>9} {:>7}\n", r.name, r.nanoseconds,
               r.nanoseconds / rows.front().nanoseconds, r.accuracy.checked,
               measured ? fmt::format("{:.1e}", r.accuracy.mean()) : "no gap",
               measured ? fmt::format("{:.1e}", r.accuracy.largest) : "",
               measured ? fmt::format("{:.2f}%", 100 * r.accuracy.share_beyond()) : "",
               r.accuracy.wrong_verdicts, r.accuracy.failed);
  }
  std::fflush(stdout);
}

/// Returns the contestants from the other libraries.
std::vector<std::unique_ptr<Peer>> others() {
  std::vector<std::unique_ptr<Peer>> peers;
  for (const auto make :
       {make_ccd_gjk, make_ccd_mpr, make_bullet_penetration, make_bullet_signed_distance, make_fcl}) {
    peers.push_back(make());
  }
  return peers;
}

void run(const Options& options, const std::string& file) {
  std::vector<std::unique_ptr<Peer>> peers;
  for (const Question question : {Question::distance, Question::verdict})
    peers.push_back(make_gjk_td(Start::cold, question));
  for (auto& other : others()) peers.push_back(std::move(other));
  std::vector<PairSet> sets;
  if (!file.empty()) sets.push_back(situations(file));
  for (PairSet& set : random_sets(options.poses)) sets.push_back(std::move(set));
  for (PairSet& set : degenerate_sets(options.poses)) sets.push_back(std::move(set));
  for (const PairSet& set : sets) print_set(set, measure(set, peers, options));
  fmt::print(
      "\nRatio: time divided by the time of gjk_td in the same run. Errors are differences from 'exact' as "
      "fractions of the sum\nof the bounding radii. Verdicts: wrong verdicts; failed: no answer, exceptions "
      "and aborts. libccd and Bullet's Penetration\ndistinguish separated from touching bodies but compute "
      "no "
      "gap, which is less work. libccd calls Scree's support\nfunction; its tolerances are 1e-6, and its "
      "limit is "
      "500 iterations. Bullet and FCL: Debian's builds, double precision.\n");
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) try {
  CLI::App app{"Compares Scree's gjk_td with libccd, Bullet and FCL on the same pairs.", "scree peers"};
  scree::bench::Options options;
  bool quick = false;
  std::string file;
  app.add_option("--poses", options.poses, "pairs per set (1024; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  app.add_option(
      "--situations", file,
      "JSON file of pairs to time before the random sets, like tests/reference/descantes-nine.json");
  app.add_flag("--quick", quick, "fewer pairs and rounds");
  CLI::App* pairs =
      app.add_subcommand("pairs", "print the tables of './scree bench pairs', with the libraries");
  scree::bench::PairsOptions race;
  pairs->add_option("--poses", race.poses, "pairs per set (4096; 128 with --quick)")
      ->check(CLI::Range(2, 100'000));
  pairs->add_flag("--quick", race.quick, "fewer pairs and rounds");
  CLI11_PARSE(app, argc, argv);
  if (pairs->parsed()) { return scree::bench::race_pairs(race, scree::bench::others()) ? 0 : 1; }
  if (quick) {
    options.rounds = 3, options.work = 1e6;
    if (app.count("--poses") == 0) options.poses = 128;
  }
  scree::bench::run(options, file);
  return 0;
} catch (const scree::Error& error) {
  std::fprintf(stderr, "scree: %s\n", error.what());
  return 2;
}
