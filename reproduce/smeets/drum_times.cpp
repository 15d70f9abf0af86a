// Section 3.4: times of 8000 steps of spheres, cubes and nuts, and the growth of these times with the number
// of primitives (Table 2, Fig. 7). A primitive is a sphere or a polygon.

#include "reproduce/smeets/drum.hpp"
#include "reproduce/smeets/smeets.hpp"
#include "reproduce/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::reproduce {
namespace {

struct Kind {
  std::string name;
  Real primitives = 0;  // primitives per body
  Real published = 0;   // seconds
  Real seconds = 0;     // measured, for the published numbers of bodies and steps
  Real growth = 0;      // exponent of the growth with the number of bodies
  std::vector<DrumTime> times;
};

/// Returns the exponent with which the time grows. It is the slope of the line that fits the logarithm of the
/// time over that of the number.
Real growth_of(const std::vector<DrumTime>& times) {
  std::vector<Real> x, y;
  for (const DrumTime& t : times) x.push_back(std::log(t.count)), y.push_back(std::log(t.a_step()));
  const Real mean_x = mean(x), mean_y = mean(y);
  Real xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    xy += (x[i] - mean_x) * (y[i] - mean_y), xx += (x[i] - mean_x) * (x[i] - mean_x);
  return xy / xx;
}

std::vector<Kind> kinds_of(const Run& run, const Plan& plan) {
  const Expected& e = run.expected;
  const std::vector<DrumTime> times = drum_times(run, plan.drum);
  std::vector<Kind> kinds;
  for (int i = 0; i < e.count("drum.rows"); ++i) {
    const std::string row = fmt::format("drum.rows[{}].", i);
    Kind k;
    k.name = e.text(row + "kind");
    k.primitives = e.number(row + "primitives"), k.published = e.number(row + "seconds");
    for (const DrumTime& t : times) {
      if (t.kind != k.name) continue;
      k.times.push_back(t);
      if (t.count == plan.drum.table)
        k.seconds = t.a_step() * e.number("drum.steps") * e.number("drum.bodies") / t.count;
    }
    k.growth = growth_of(k.times);
    kinds.push_back(k);
  }
  return kinds;
}

Plot plot_of(const std::vector<Kind>& kinds, Real steps, Real bodies) {
  Plot plot{Plot::Kind::lines,
            "Fig. 7: time against the number of primitives",
            "primitives",
            "s for 8000 steps",
            {},
            true,
            true,
            {}};
  for (const Kind& k : kinds) {
    PlotSeries series{k.name + ", measured", {}, {}, {}};
    for (const DrumTime& t : k.times)
      series.x.push_back(t.count * k.primitives), series.y.push_back(t.a_step() * steps);
    plot.series.push_back(series);
  }
  for (const Kind& k : kinds)
    plot.series.push_back({k.name + ", published", {k.published}, {bodies * k.primitives}, {}});
  return plot;
}

}  // namespace

ReportSection drum_section(const Run& run, const Plan& plan) {
  const Expected& e = run.expected;
  ReportSection section{"Table 2 and Fig. 7: the drum", e.text("drum.text"), {}, e.texts("drum.notes"), {}};
  section.notes.push_back(plan.drum_note);
  const std::vector<Kind> kinds = kinds_of(run, plan);
  const Kind& spheres = kinds[0];
  for (const Kind& k : kinds) {
    section.rows.push_back({k.name + ", s", fmt::format("{}", k.published), fmt::format("{:.4g}", k.seconds),
                            Verdict::shown, fmt::format("{:.1f} times faster", k.published / k.seconds)});
  }
  const Real allowed = e.number("drum.ratio_allowed");
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    const Kind& k = kinds[i];
    const Real published = k.published / spheres.published, ratio = k.seconds / spheres.seconds;
    const bool limited = i == 1;
    section.rows.push_back({fmt::format("{} over spheres", k.name), fmt::format("{:.1f}", published),
                            fmt::format("{:.1f}", ratio),
                            limited ? run.verdict_on_times(ratio <= allowed) : Verdict::shown,
                            limited ? fmt::format("at most {}", allowed) : ""});
    section.rows.push_back({fmt::format("{}: time per primitive relative to spheres", k.name),
                            fmt::format("{:.2f}", published / k.primitives),
                            fmt::format("{:.2f}", ratio / k.primitives), Verdict::shown, ""});
    section.rows.push_back({fmt::format("{}: speed-up relative to the speed-up of spheres", k.name), "-",
                            fmt::format("x{:.2f}", published / ratio), Verdict::shown,
                            "a faster machine does not explain this factor"});
  }
  const auto a_primitive = [](const Kind& k) { return k.seconds / k.primitives; };
  section.rows.push_back({"a primitive of a nut costs less than a primitive of a cube", "yes",
                          a_primitive(kinds[2]) < a_primitive(kinds[1]) ? "yes" : "no",
                          run.verdict_on_times(a_primitive(kinds[2]) < a_primitive(kinds[1])),
                          fmt::format("{:.3g} and {:.3g} s", a_primitive(kinds[2]), a_primitive(kinds[1]))});
  const std::vector<Real> growth = e.numbers("drum.growth");
  for (const Kind& k : kinds) {
    section.rows.push_back({fmt::format("{}: exponent of the number of primitives", k.name), "quasi-linear",
                            fmt::format("{:.2f}", k.growth),
                            run.verdict_on_times(k.growth >= growth[0] && k.growth <= growth[1]),
                            fmt::format("allowed {} to {}", growth[0], growth[1])});
  }
  for (const Kind& k : kinds) {
    int wanted = 0, here = 0;
    for (const DrumTime& t : k.times) wanted += t.count, here += t.bodies;
    section.rows.push_back({k.name + " in all drums", "-", fmt::format("{} of {}", here, wanted),
                            verdict(here == wanted), "all bodies must be inserted"});
  }
  for (const Kind& k : kinds) {
    std::string text;
    for (const DrumTime& t : k.times)
      text += fmt::format("{}{}: {:.3g}", text.empty() ? "" : ", ", t.count, 1e6 * t.a_step() / t.count);
    section.rows.push_back({k.name + ", us per body and step", "-", text, Verdict::shown,
                            fmt::format("{:.1f} bodies touch a body", k.times.back().contacts)});
  }
  section.plots.push_back({"fig-7", plot_of(kinds, e.number("drum.steps"), e.number("drum.bodies"))});
  return section;
}

ReportSection smeets_drum(const Run& run) { return drum_section(run, plan_of(run)); }

}  // namespace scree::reproduce
