// Section 3.1: compares the porosity of cubes in Latham's box and in Wachs' cylinder with the experiments.

#include "reproduce/smeets/depositions.hpp"
#include "reproduce/smeets/smeets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::reproduce {
namespace {

/// Returns the section of the report for one packing. `table` names its table in expected.toml.
ReportSection porosity_section(const Run& run, const Plan& plan, const std::string& table,
                               const std::string& title, const std::vector<CaseResult>& results) {
  const Expected& e = run.expected;
  ReportSection section{title, e.text(table + ".text"), {}, e.texts(table + ".notes"), {}};
  section.notes.push_back(plan.packing_note);
  std::vector<Real> by_planes;
  for (const Real p : values_of(results, "packing_factor")) by_planes.push_back(100 - p);
  const Sample samples[] = {sample_of(by_planes), sample_of(values_of(results, "porosity_under_top"))};
  const char* names[] = {"porosity by planes inside the bed, %", "porosity under the topmost layer, %"};
  const std::vector<Real> allowed = e.numbers(table + ".allowed");
  for (int i = 0; i < 2; ++i) {
    const bool right = samples[i].mean >= allowed[0] && samples[i].mean <= allowed[1];
    section.rows.push_back({names[i], e.text(table + ".published"), text_of(samples[i]),
                            plan.verdict_of(right), fmt::format("allowed {} to {}", allowed[0], allowed[1])});
  }
  const Sample bodies = sample_of(values_of(results, "bodies")),
               inside = sample_of(values_of(results, "inside"));
  section.rows.push_back({"bodies in the container", e.text(table + ".bodies"),
                          fmt::format("{:.0f} of {:.0f}", inside.mean, bodies.mean),
                          verdict(inside.mean == bodies.mean), "all bodies must stay"});
  const std::vector<Real> speeds = values_of(results, "speed"), overlaps = values_of(results, "overlap");
  section.rows.push_back({"speed at the end, m/s", "-",
                          fmt::format("{:.2g}", *std::max_element(speeds.begin(), speeds.end())),
                          Verdict::shown, "root mean square, largest of the seeds"});
  section.rows.push_back({"largest overlap relative to the radius", "-",
                          fmt::format("{:.2g}", *std::max_element(overlaps.begin(), overlaps.end())),
                          Verdict::shown, "at the end"});
  return section;
}

}  // namespace

ReportSection latham_section(const Run& run, const Plan& plan) {
  return porosity_section(run, plan, "latham", "Fig. 2: 648 cubes in a box",
                          packings_of(run, plan, {"cube"}).at("cube"));
}
ReportSection wachs_section(const Run& run, const Plan& plan) {
  return porosity_section(run, plan, "wachs", "Fig. 3: 250 cubes in a cylinder",
                          packings_of(run, plan, {"wachs"}).at("wachs"));
}

ReportSection smeets_latham(const Run& run) { return latham_section(run, plan_of(run)); }
ReportSection smeets_wachs(const Run& run) { return wachs_section(run, plan_of(run)); }

}  // namespace scree::reproduce
