// Sections 3.2 and 3.3: packing factors of bodies of other shapes than cubes, and significance tests of the
// differences between them.

#include "reproduce/smeets/depositions.hpp"
#include "reproduce/smeets/smeets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace scree::reproduce {
namespace {

using Samples = std::map<std::string, Sample>;

/// Returns one star for every significance level of the paper that is above p.
std::string significance(Real p, const std::vector<Real>& levels) {
  std::string stars;
  for (const Real level : levels) stars += p < level ? "*" : "";
  return fmt::format("p {:.3g}{}{}", p, stars.empty() ? "" : " ", stars);
}

/// Returns the packing factor that the linear rule of mixtures predicts: each body occupies the same space as
/// in a packing of its own kind.
Sample mixed(const Samples& samples, const std::vector<std::string>& components) {
  Sample s;
  Real variance = 0;
  for (const std::string& component : components) {
    const Sample& one = samples.at(component);
    s.mean += one.mean / static_cast<Real>(components.size()), s.count = one.count;
    variance += one.deviation * one.deviation / static_cast<Real>(components.size() * components.size());
  }
  s.deviation = std::sqrt(variance);
  return s;
}

Plot plot_of(const Samples& samples) {
  Plot plot{Plot::Kind::bars, "Fig. 4: packing factor", "", "packing factor, %", {}, false, false, {}};
  PlotSeries series{"mean and standard deviation", {}, {}, {}};
  for (const Body& body : bodies()) {
    if (samples.find(body.name) == samples.end()) continue;
    std::string name = body.name;  // shortened to fit the plot
    if (const std::size_t at = name.find("hedron"); at != std::string::npos) name.erase(at, 6);
    plot.categories.push_back(name);
    series.y.push_back(samples.at(body.name).mean), series.spread.push_back(samples.at(body.name).deviation);
  }
  plot.series.push_back(series);
  return plot;
}

}  // namespace

ReportSection shapes_section(const Run& run, const Plan& plan) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 4: packing factors", e.text("shapes.text"), {}, e.texts("shapes.notes"), {}};
  section.notes.push_back(plan.packing_note);
  if (!plan.left_out.empty())
    section.notes.push_back(fmt::format("Left out to save time: {}.", fmt::join(plan.left_out, ", ")));
  const std::vector<Real> levels = e.numbers("shapes.levels");
  Samples samples;
  std::vector<std::string> names;
  for (const Body& body : bodies()) names.push_back(body.name);
  for (const auto& [name, results] : packings_of(run, plan, names))
    samples[name] = sample_of(values_of(results, "packing_factor"));
  for (const Body& body : bodies()) {
    if (samples.find(body.name) == samples.end()) continue;
    const Sample& own = samples.at(body.name);
    std::string note;
    for (const std::string& other : e.texts("shapes.against")) {
      if (other == body.name) continue;
      note += fmt::format("{}against {}s {}", note.empty() ? "" : ", ", other,
                          significance(welch_test(own, samples.at(other)).p, levels));
    }
    section.rows.push_back({body.name + ", %", "-", text_of(own), Verdict::shown, note});
  }
  const std::vector<std::string> components = e.texts("shapes.mixed");
  const auto is_there = [&](const std::string& name) { return samples.find(name) != samples.end(); };
  if (std::all_of(components.begin(), components.end(), is_there))
    samples["linear mixing"] = mixed(samples, components);
  for (int i = 0; i < e.count("shapes.orders"); ++i) {
    const std::string row = fmt::format("shapes.orders[{}].", i), low = e.text(row + "low"),
                      high = e.text(row + "high");
    if (!is_there(low) || !is_there(high)) continue;
    const Sample &a = samples.at(low), &b = samples.at(high);
    section.rows.push_back({fmt::format("{} below {}", low, high), "below",
                            fmt::format("{:.2f} and {:.2f}", a.mean, b.mean),
                            plan.verdict_of(a.mean < b.mean), significance(welch_test(a, b).p, levels)});
  }
  for (int i = 0; i < e.count("shapes.equals"); ++i) {
    const std::string row = fmt::format("shapes.equals[{}].", i), first = e.text(row + "a"),
                      second = e.text(row + "b");
    if (!is_there(first) || !is_there(second)) continue;
    const Sample &a = samples.at(first), &b = samples.at(second);
    const Real p = welch_test(a, b).p;
    section.rows.push_back({fmt::format("{} as {}", first, second), "no significant difference",
                            fmt::format("{:.2f} and {:.2f}", a.mean, b.mean),
                            plan.verdict_of(p >= levels.at(0)), significance(p, levels)});
  }
  samples.erase("linear mixing");
  section.plots.push_back({"fig-4", plot_of(samples)});
  return section;
}

ReportSection smeets_shapes(const Run& run) { return shapes_section(run, plan_of(run)); }

}  // namespace scree::reproduce
