// The flow of grains of Nezami et al. 2006, section 5.2.1. Two adjacent walls are removed from a box of
// settled grains, for ten numbers of grains. Measures the cost of the contact searches in the first steps of
// the flow (Fig. 16), runs the largest flow to its end (Fig. 15), and checks whether the final heap depends
// on the search.

#include "reproduce/cases.hpp"
#include "reproduce/nezami/long_run.hpp"
#include "reproduce/nezami/nezami.hpp"
#include "reproduce/nezami/pile.hpp"
#include "reproduce/nezami/race_report.hpp"
#include "reproduce/welch.hpp"
#include "scree/io/record/run_summary.hpp"
#include "scree/run/run_scene.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::reproduce {
namespace {

constexpr const char* flow_scene = "scenes/nezami/box_flow.toml";

/// Parameters of the scene that depend on the number of grains.
struct Box {
  static constexpr int portions = 4;  // the grains are inserted in portions
  int count;
  Real side = 0;  // m
  // Per portion: height in the air, m; height in the bed, m; time until all its grains have fallen, s
  Real layer = 0, rise = 0, falling = 0;
  Real release = 0;  // time at which the walls are removed, s

  Box(const Expected& e, int grains) : count(grains) {
    const bool small = count <= e.number("flow.small_up_to");
    side = e.number(small ? "flow.small_side" : "flow.large_side");
    const Real solid = count * e.number("flow.mean_volume") / (portions * side * side);
    layer = solid / e.number(small ? "flow.small_filled" : "flow.large_filled"), rise = 2 * solid;
    falling = std::sqrt(2 * layer / 9.81) + 0.05;
    // A bed oscillates as a whole after the fall, and a high bed does so for longer. The bed of 45 000 grains
    // had 8e-6 J per grain after 1 s.
    Real settling = std::max(e.number("flow.least_settling"), e.number("flow.settling") * portions * rise);
    if (std::ranges::count(e.numbers("flow.still_swinging"), Real(grains)) > 0)
      settling += e.number("flow.longer");
    release = std::ceil(20 * (portions * falling + settling)) / 20;
  }

  std::vector<std::string> overrides() const {
    std::vector<std::string> set = {
        fmt::format("wall[0].upper=[{0}, {0}, 3.0]", side), fmt::format("wall[0].remove.x+={}", release),
        fmt::format("wall[0].remove.y+={}", release), fmt::format("run.stop_after={}", release),
        fmt::format("run.end={}", release + 8)};
    for (int k = 0; k < portions; ++k) {
      const Real bottom = k == 0 ? 0 : k * rise + 0.15;
      set.push_back(fmt::format("insert[{}].count={}", k, count * (k + 1) / portions - count * k / portions));
      set.push_back(fmt::format("insert[{}].start={:.3f}", k, k * falling));
      set.push_back(fmt::format("insert[{}].lower=[0.0, 0.0, {:.3f}]", k, bottom));
      set.push_back(fmt::format("insert[{0}].upper=[{1}, {1}, {2:.3f}]", k, side, bottom + layer));
    }
    return set;
  }
  LongRun run(const Run& r) const {
    return long_run(flow_scene, {flow_scene}, overrides(), r.folder / fmt::format("box-{}", count),
                    r.replace);
  }
};

/// Returns the last state before the walls are removed.
World settled_state(const Run& run, const Box& box) {
  const LongRun whole = box.run(run);
  return kept_state(whole, "settled", box.release - 2 * *whole.scene.step);
}

/// Kinetic energy per grain, J.
Real unrest(const World& w) { return w.bodies.kinetic_energy() / w.bodies.count(); }

/// Returns a case that times the searches in the first steps of a flow and measures the settled grains.
Case flow_case(const Run& run, const Box& box) {
  const auto measure = [d50 = run.expected.number("flow.d50")](const World& w) {
    return std::map<std::string, Real>{
        {"unrest", unrest(w)}, {"time", w.time}, {"height", measure_pile(w, Spreads::to_x_and_y, d50).top}};
  };
  return race_case(fmt::format("race-box-{}", box.count), flow_scene, box.overrides(),
                   {"settled", [=, &run] { return settled_state(run, box); }, measure}, box.count, run.quick);
}

std::vector<int> counts_of(const Run& run) {
  std::vector<int> counts;
  for (const Real n : run.expected.numbers(run.quick ? "flow.quick_counts" : "flow.counts"))
    counts.push_back(static_cast<int>(n));
  return counts;
}

/// Returns a case that runs a flow from beginning to end on one thread and measures the final heap.
Case heap_case(const Run& run, const Box& box, const std::string& algorithm, int seed) {
  Case c;
  c.name = fmt::format("heap-{}-{}-seed-{}", box.count, algorithm, seed);
  c.scene = flow_scene;
  c.overrides = box.overrides();
  c.overrides.push_back(fmt::format("contact.algorithm=\"{}\"", algorithm));
  c.overrides.push_back(fmt::format("run.seed={}", seed));
  c.extra = "slope by facets of five by five cells";
  c.work =
      box.count * (algorithm == "gjk_td" ? 1 : 8);  // the estimate makes cases with slow searches start first
  c.run = [cell = run.expected.number("flow.d50")](const Scene& scene) {
    World w = build(scene);
    const Real dt = w.settings.dt;
    const std::int64_t last = steps_until(scene.end, dt), look = steps_of(*scene.history, dt);
    while (w.steps < last && !(w.steps % look == 0 && at_rest(scene, w))) step(w);
    const Pile pile = measure_pile(w, Spreads::to_x_and_y, cell);
    return CaseResult{{{"slope", pile.slope},
                       {"center_height", pile.center_height},
                       {"reach", pile.reach},
                       {"outside", pile.outside},
                       {"failed", static_cast<Real>(w.failed_queries)},
                       {"time", w.time}},
                      fmt::format("{:016x}", w.hash())};
  };
  return c;
}

}  // namespace

ReportSection nezami_flow_speed_ups(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "Fig. 16: speed-ups in the flow of grains", e.text("flow.text"), {}, e.texts("flow.notes"), {}};
  const std::filesystem::path folder = run.folder / "cases";
  std::vector<Case> cases;
  for (const int count : counts_of(run)) {
    const Box box(e, count);
    cases.push_back(flow_case(run, box));
    if (!all_kept({&cases.back(), 1}, folder))
      settled_state(run, box);  // this simulation uses all threads, each race only one
  }
  const std::vector<CaseResult> results = run_cases(cases, folder);
  RaceRows rows(run, "flow.two_iterations");
  const std::vector<int> counts = counts_of(run);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& start = results[i].values;
    section.rows.push_back({fmt::format("{} grains, settled", counts[i]), "-",
                            fmt::format("{:.1e} J per grain after {:.2f} s, height {:.2f} m",
                                        start.at("unrest"), start.at("time"), start.at("height")),
                            verdict(start.at("unrest") < e.number("flow.rest")), "at rest"});
    rows.add(section, fmt::format("{} grains", counts[i]), counts[i], e.numbers("flow.slm"),
             e.numbers("flow.fcp"), race_times(results[i]));
  }
  Plot plot = rows.plot("Speed-up over the conventional common plane", "grains");
  if (counts.size() > 1) {  // the paper gives the first and the last value of two curves
    const std::vector<Real> ends = {static_cast<Real>(counts.front()), static_cast<Real>(counts.back())};
    plot.series.push_back({"SLM, published", e.numbers("flow.slm"), ends});
    plot.series.push_back({"FCP, published", e.numbers("flow.fcp"), ends});
  }
  section.plots.push_back({"fig-16", std::move(plot)});
  return section;
}

ReportSection nezami_flow_heap(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 15: the flow to its end", e.text("heap.text"), {}, e.texts("heap.notes"), {}};
  const Box box(e, counts_of(run).back());
  const LongRun whole = box.run(run);
  const Real d50 = e.number("flow.d50");
  const Overlaps before = overlaps_of(settled_state(run, box));
  const World end = run_until(whole, run.quick ? box.release + e.number("heap.quick_flow") : whole.scene.end);
  add_physics(section, run, end, before, d50);
  const Pile pile = measure_pile(end, Spreads::to_x_and_y, d50);
  const bool ended = at_rest(whole.scene, end);
  section.rows.push_back({"at rest", "final stable configuration",
                          fmt::format("{:.2f} s after the walls were removed, {:.1e} J per grain",
                                      end.time - box.release, unrest(end)),
                          run.quick ? Verdict::not_checked : verdict(ended), ""});
  section.rows.push_back(
      {"slope", "-", fmt::format("{:.1f} degrees", pile.slope),
       run.quick
           ? Verdict::not_checked
           : verdict(pile.slope > e.number("heap.slope_from") && pile.slope < e.number("heap.slope_to")),
       fmt::format("{:.0f} to {:.0f}", e.number("heap.slope_from"), e.number("heap.slope_to"))});
  section.rows.push_back({"slope between four and nine tenths of the height", "-",
                          fmt::format("{:.1f} degrees", pile.upper_slope), Verdict::shown, ""});
  section.rows.push_back(
      {"heap", "-",
       fmt::format("{:.2f} m high, nine tenths within {:.2f} m of the corner", pile.top, pile.reach),
       Verdict::shown, ""});
  add_cost(section, run, whole, end);
  add_snapshots(section, whole, "fig-15", box.release, e.numbers("heap.snapshots"), {.yaw = 2.4});
  return section;
}

ReportSection nezami_flow_searches(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "The same heap with every search", e.text("searches.text"), {}, e.texts("searches.notes"), {}};
  const Box box(e, static_cast<int>(e.number(run.quick ? "searches.quick_count" : "searches.count")));
  const int seeds = static_cast<int>(e.number(run.quick ? "searches.quick_seeds" : "searches.seeds"));
  const std::vector<std::string> algorithms = e.texts("searches.algorithms");
  std::vector<Case> cases;
  for (const std::string& name : algorithms) {
    for (int seed = 1; seed <= seeds; ++seed) cases.push_back(heap_case(run, box, name, seed));
  }
  const std::vector<CaseResult> results = run_cases(cases, run.folder / "cases");
  struct Statistic {
    const char *key, *name, *unit;
  };
  for (const Statistic& s : {Statistic{"slope", "slope", "degrees"},
                             {"center_height", "height of the centre of mass", "m"},
                             {"reach", "reach of nine tenths", "m"}}) {
    std::vector<Sample> heaps;  // one sample per algorithm
    for (std::size_t k = 0; k < algorithms.size(); ++k) {
      std::vector<Real> values;
      for (int i = 0; i < seeds; ++i) values.push_back(results[k * seeds + i].values.at(s.key));
      heaps.push_back(sample_of(values));
    }
    const auto text = [&](const Sample& heap) {
      return fmt::format("{:.4g} +- {:.2g} {}", heap.mean, heap.deviation, s.unit);
    };
    for (std::size_t k = 1; k < algorithms.size(); ++k) {
      const Real p = welch_test(heaps[k], heaps[0]).p;
      section.rows.push_back({fmt::format("{}, {}", s.name, algorithms[k]),
                              fmt::format("{}: {}", algorithms[0], text(heaps[0])), text(heaps[k]),
                              verdict(p >= e.number("searches.chance")), fmt::format("p = {:.2f}", p)});
    }
  }
  return section;
}

}  // namespace scree::reproduce
