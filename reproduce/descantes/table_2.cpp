// Table 2: times per call of the three algorithms, and their ratios.

#include "reproduce/descantes/descantes.hpp"
#include "reproduce/descantes/situations.hpp"
#include "reproduce/timing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::reproduce {
namespace {

/// Microseconds per call for each of the nine situations.
struct Times {
  std::vector<Real> gjk_td, nezami, cundall;

  void add(Real g, Real n, Real c) { gjk_td.push_back(g), nezami.push_back(n), cundall.push_back(c); }
};

std::string row_text(const Times& t, std::size_t i) {
  return fmt::format("{:.3f} / {:.3f} x{:.1f} / {:.3f} x{:.1f}", t.gjk_td[i], t.nezami[i],
                     t.nezami[i] / t.gjk_td[i], t.cundall[i], t.cundall[i] / t.gjk_td[i]);
}

std::vector<Real> ratios(const std::vector<Real>& slow, const std::vector<Real>& fast) {
  std::vector<Real> all;
  for (std::size_t i = 0; i < slow.size(); ++i) all.push_back(slow[i] / fast[i]);
  return all;
}

Plot plot_of(const Times& published, const Times& measured, std::vector<std::string> labels) {
  return {Plot::Kind::bars,
          "Table 2: time over that of GJK-TD",
          "situation",
          "ratio",
          std::move(labels),
          false,
          true,
          {{"Nezami, published", ratios(published.nezami, published.gjk_td), {}},
           {"Nezami, measured", ratios(measured.nezami, measured.gjk_td), {}},
           {"Cundall, published", ratios(published.cundall, published.gjk_td), {}},
           {"Cundall, measured", ratios(measured.cundall, measured.gjk_td), {}}}};
}

}  // namespace

ReportSection descantes_table_2(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Table 2: times", e.text("table_2.text"), {}, e.texts("table_2.notes"), {}};
  Times published, measured;
  std::vector<Real> classical;
  std::vector<std::string> labels;
  for (int i = 0; i < e.count("table_2.rows"); ++i) {
    const std::string row = fmt::format("table_2.rows[{}].", i);
    const ReferencePair& pair = situation(e.text(row + "situation"));
    const auto job = [&](std::string_view name) -> std::function<void()> {
      return [&pair, &a = algorithm(name)] { cold(a, pair); };
    };
    const std::function<void()> jobs[] = {job("gjk_td"), job("fast_common_plane"), job("common_plane"),
                                          job("common_plane_classical")};
    const std::vector<Real> t = seconds_per_call(jobs, effort(run.quick));
    published.add(e.number(row + "gjk_td"), e.number(row + "fast_common_plane"),
                  e.number(row + "common_plane"));
    measured.add(1e6 * t[0], 1e6 * t[1], 1e6 * t[2]);
    classical.push_back(1e6 * t[3]);
    labels.push_back(pair.id);
    const bool in_order = t[0] < t[1] && t[1] < t[2];
    section.rows.push_back({pair.id, row_text(published, published.gjk_td.size() - 1),
                            row_text(measured, measured.gjk_td.size() - 1), run.verdict_on_times(in_order),
                            "GJK-TD before Nezami before Cundall"});
  }
  const auto ratio_row = [&](const std::string& what, const std::string& key, Real ratio) {
    const Real expected = e.number("table_2." + key);
    section.rows.push_back(
        {what, fmt::format("x{:.1f}", expected), fmt::format("x{:.1f}", ratio), Verdict::shown,
         ratio < expected ? "below the published value" : "not below the published value"});
  };
  const auto rows_for = [&](const std::string& name, const std::string& key, const std::vector<Real>& slow) {
    const std::vector<Real> all = ratios(slow, measured.gjk_td);
    ratio_row(name + " over GJK-TD, mean of the ratios", key + ".mean_of_ratios", mean(all));
    ratio_row(name + " over GJK-TD, ratio of the means", key + ".ratio_of_means",
              mean(slow) / mean(measured.gjk_td));
    ratio_row(name + " over GJK-TD, largest ratio", key + ".largest_ratio",
              *std::max_element(all.begin(), all.end()));
  };
  rows_for("Nezami", "fast_common_plane", measured.nezami);
  rows_for("Cundall", "common_plane", measured.cundall);
  ratio_row("revised Cundall over classical, mean of the ratios", "revised_over_classical",
            mean(ratios(measured.cundall, classical)));
  section.plots.push_back({"table-2", plot_of(published, measured, labels)});
  return section;
}

}  // namespace scree::reproduce
