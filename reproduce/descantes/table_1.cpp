// Table 1: normals and overlaps of the nine situations. Fig. 11: differences between the revised algorithms
// and GJK-TD.

#include "reproduce/descantes/descantes.hpp"
#include "reproduce/descantes/situations.hpp"
#include "scree/error.hpp"

#include <fmt/format.h>

namespace scree::reproduce {
namespace {

/// Formats a value with as many digits as the table. Rounding errors around zero become 0.
std::string digits(Real value) { return std::abs(value) < 5e-16 ? "0" : fmt::format("{:.15f}", value); }

std::string answer(Vec3 normal, Real overlap) {
  return fmt::format("({}, {}, {}) {}", digits(normal.x), digits(normal.y), digits(normal.z),
                     digits(overlap));
}

Real largest(Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

struct Printed {
  const ReferencePair& pair;
  Vec3 normal;   // in the frame of the paper
  Real overlap;  // negative, as printed
};

Printed printed_row(const Expected& expected, int i) {
  const std::string row = fmt::format("table_1.rows[{}].", i);
  const auto n = expected.numbers(row + "normal");
  if (n.size() != 3) fail("{}normal in expected.toml must be three numbers.", row);
  return {situation(expected.text(row + "situation")), {n[0], n[1], n[2]}, expected.number(row + "overlap")};
}

}  // namespace

ReportSection descantes_table_1(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "Table 1: normals and overlaps", e.text("table_1.text"), {}, e.texts("table_1.notes"), {}};
  Real rounding = 0;
  for (int i = 0; i < e.count("table_1.rows"); ++i) {
    const Printed printed = printed_row(e, i);
    for (const std::string& name : e.texts("table_1.algorithms")) {
      const Contact contact = cold(algorithm(name), printed.pair);
      const Vec3 normal = in_paper_frame(printed.pair, contact.normal);
      const Real overlap = -contact.overlap;
      section.rows.push_back(near_row(
          printed.pair.id + ", " + name, answer(printed.normal, printed.overlap), answer(normal, overlap),
          std::max(largest(normal - printed.normal), std::abs(overlap - printed.overlap)),
          e.number("table_1.tolerance." + name)));
    }
    const Vec3 exact = in_paper_frame(printed.pair, printed.pair.contacts[0].normal);
    rounding = std::max({rounding, largest(exact - printed.normal),
                         std::abs(printed.pair.signed_distance - printed.overlap)});
  }
  section.rows.push_back(near_row("the printed table itself", "15 digits", "exact answers of the nine pairs",
                                  rounding, e.number("table_1.printed_rounding")));
  return section;
}

ReportSection descantes_fig_11(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 11: agreement of the revised algorithms with GJK-TD",
                        e.text("fig_11.text"),
                        {},
                        e.texts("fig_11.notes"),
                        {}};
  Plot plot{
      Plot::Kind::lines, "Fig. 11: difference from GJK-TD", "situation", "difference", {}, false, true, {}};
  for (const ReferencePair& pair : nine_situations()) plot.categories.push_back(pair.id);
  for (const std::string& name : e.texts("fig_11.algorithms")) {
    const std::string author = e.text("fig_11.author." + name);
    PlotSeries normals{author + ", normal", {}, {}}, overlaps{author + ", overlap", {}, {}};
    for (const ReferencePair& pair : nine_situations()) {
      const Contact reference = cold(algorithm("gjk_td"), pair), contact = cold(algorithm(name), pair);
      const Vec3 difference = in_paper_frame(pair, contact.normal - reference.normal);
      const Real normal = (std::abs(difference.x) + std::abs(difference.y) + std::abs(difference.z)) / 3;
      const Real overlap = std::abs(contact.overlap - reference.overlap);
      normals.y.push_back(normal), overlaps.y.push_back(overlap);
      section.rows.push_back(near_row(pair.id + ", " + name, e.text("fig_11.published." + name),
                                      fmt::format("normal {:.1e}, overlap {:.1e}", normal, overlap),
                                      std::max(normal, overlap), e.number("fig_11.tolerance." + name)));
    }
    plot.series.push_back(normals), plot.series.push_back(overlaps);
  }
  section.plots.push_back({"fig-11", plot});
  return section;
}

}  // namespace scree::reproduce
