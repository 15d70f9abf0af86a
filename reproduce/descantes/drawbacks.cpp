// Figs 2, 4, 7, 8a: checks that the classical algorithms fail on these pairs and that the revised algorithms
// do not.

#include "reproduce/descantes/descantes.hpp"
#include "reproduce/descantes/situations.hpp"

#include <fmt/format.h>

namespace scree::reproduce {
namespace {

std::string answer_text(const Algorithm& a, const ReferencePair& pair, const Contact& contact,
                        Real tolerance) {
  return fmt::format("overlap {:.6g}, exact {:.6g}; right in {} of {} frames", contact.overlap,
                     -pair.signed_distance, right_frames(a, pair, tolerance), frames);
}

}  // namespace

ReportSection descantes_drawbacks(const Run& run) {
  const Expected& e = run.expected;
  const Real wrong = e.number("drawbacks.wrong_by"), right = e.number("drawbacks.right_to");
  ReportSection section{"Figs 2, 4, 7, 8a: drawbacks of the classical algorithms",
                        e.text("drawbacks.text"),
                        {},
                        e.texts("drawbacks.notes"),
                        {}};
  for (int i = 0; i < e.count("drawbacks.rows"); ++i) {
    const std::string row = fmt::format("drawbacks.rows[{}].", i);
    const ReferencePair& pair = situation(e.text(row + "situation"));
    const Algorithm& classical = algorithm(e.text(row + "algorithm"));
    const Algorithm& revised = algorithm(e.text(row + "revised"));
    const Contact failing = cold(classical, pair);
    const Contact repaired = cold(revised, pair);
    const bool fails = !(compare(pair, failing).distance <= wrong);
    const bool repairs = compare(pair, repaired).distance <= right && compare(pair, repaired).normal <= right;
    section.rows.push_back({fmt::format("{}, {}", pair.id, classical.name), "wrong: " + e.text(row + "claim"),
                            answer_text(classical, pair, failing, right), verdict(fails),
                            "expected to be wrong"});
    section.rows.push_back({fmt::format("{}, {}", pair.id, revised.name), "right",
                            answer_text(revised, pair, repaired, right), verdict(repairs), ""});
  }
  for (int i = 0; i < e.count("drawbacks.not_in_the_paper"); ++i) {
    const std::string row = fmt::format("drawbacks.not_in_the_paper[{}].", i);
    const ReferencePair& pair = situation(e.text(row + "situation"));
    const Algorithm& classical = algorithm(e.text(row + "algorithm"));
    section.rows.push_back({fmt::format("{}, {}", pair.id, classical.name), "-",
                            answer_text(classical, pair, cold(classical, pair), right), Verdict::shown, ""});
  }
  return section;
}

}  // namespace scree::reproduce
