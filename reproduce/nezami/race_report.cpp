#include "reproduce/nezami/race_report.hpp"

#include "reproduce/timing.hpp"
#include "scree/io/encode/png.hpp"
#include "scree/io/record/run_summary.hpp"

#include <fmt/format.h>

namespace scree::reproduce {
namespace {

constexpr int race_steps = 1000;

std::string published(const std::vector<Real>& range) {
  return range.size() == 1 ? fmt::format("x{:.2f}", range[0])
                           : fmt::format("x{:.0f} to x{:.0f}", range[0], range[1]);
}

}  // namespace

Case race_case(std::string name, std::string scene, std::vector<std::string> overrides, RaceStart start,
               int grains, bool quick) {
  const int spacing = quick ? 100 : 50;
  Case c;
  c.name = std::move(name), c.scene = std::move(scene), c.overrides = std::move(overrides);
  c.extra = fmt::format("{}, {} steps, every {}", start.moment, race_steps, spacing);
  c.work = grains;
  c.run = [=, start = std::move(start)](const Scene&) {
    World w = start.state();
    CaseResult result{start.measure(w), {}};
    const RaceTimes t = race(w, race_steps, spacing);
    result.hash = fmt::format("{:016x}", w.hash());
    for (std::size_t r = 0; r < RaceTimes::racers; ++r) {
      result.values[fmt::format("{}_seconds", racer_names[r])] = t.seconds[r];
      result.values[fmt::format("{}_queries", racer_names[r])] = static_cast<Real>(t.queries[r]);
      result.values[fmt::format("{}_touching", racer_names[r])] = static_cast<Real>(t.touching[r]);
      result.values[fmt::format("{}_iterations", racer_names[r])] = static_cast<Real>(t.all_iterations[r]);
    }
    for (std::size_t n = 0; n <= RaceTimes::most_iterations; ++n) {
      result.values[fmt::format("iterations_{}", n)] = static_cast<Real>(t.link_iterations[n]);
      result.values[fmt::format("contact_iterations_{}", n)] = static_cast<Real>(t.contact_iterations[n]);
    }
    return result;
  };
  return c;
}

RaceTimes race_times(const CaseResult& result) {
  RaceTimes t;
  const auto count = [&](const std::string& key) { return static_cast<std::int64_t>(result.values.at(key)); };
  for (std::size_t r = 0; r < RaceTimes::racers; ++r) {
    t.seconds[r] = result.values.at(fmt::format("{}_seconds", racer_names[r]));
    t.queries[r] = count(fmt::format("{}_queries", racer_names[r])),
    t.touching[r] = count(fmt::format("{}_touching", racer_names[r]));
    const std::string iterations = fmt::format("{}_iterations", racer_names[r]);
    if (result.values.contains(iterations))
      t.all_iterations[r] = count(iterations);  // results of older versions lack this key
  }
  for (std::size_t n = 0; n <= RaceTimes::most_iterations; ++n) {
    t.link_iterations[n] = count(fmt::format("iterations_{}", n));
    t.contact_iterations[n] = count(fmt::format("contact_iterations_{}", n));
  }
  return t;
}

RaceRows::RaceRows(const Run& run, const std::string& two_iterations)
    : run_(run), two_iterations_(run.expected.number(two_iterations)) {}

void RaceRows::add(ReportSection& section, const std::string& what, Real x, const std::vector<Real>& slm,
                   const std::vector<Real>& fcp, const RaceTimes& t) {
  const Real link = t.speed_up(Racer::shortest_link), plane = t.speed_up(Racer::fast_plane),
             own_plane = t.speed_up(Racer::own_fast_plane), own = t.speed_up(Racer::own_default);
  section.rows.push_back(
      {what + ", SLM", published(slm),
       fmt::format("x{:.2f} ({:.2f} us per pair)", link, 1e6 * t.per_query(Racer::shortest_link)),
       run_.verdict_on_times(link > plane && plane > 1), "before FCP, before conventional"});
  section.rows.push_back({what + ", FCP", published(fcp),
                          fmt::format("x{:.2f}; as it runs here x{:.2f}", plane, own_plane), Verdict::shown,
                          ""});
  section.rows.push_back({what + ", gjk_td, our default", "-",
                          fmt::format("x{:.0f}: {:.1f} times as fast as SLM", own, own / link),
                          run_.verdict_on_times(own > link), "before SLM"});
  section.rows.push_back({what + ", two iterations or fewer", fmt::format("{:.0f} %", 100 * two_iterations_),
                          fmt::format("{:.1f} % of all pairs, {:.1f} % of touching pairs", 100 * t.within(2),
                                      100 * t.contacts_within(2)),
                          verdict(t.within(2) >= two_iterations_), "checked for all pairs"});
  if (t.iterations_a_query(Racer::conventional) > 0) {
    constexpr int normals = 4;  // number of normals that one step of the conventional search tries
    section.rows.push_back(
        {what + ", work per pair", "-",
         fmt::format("conventional {:.0f} normals, FCP {:.2f} rounds, SLM {:.2f} iterations",
                     normals * t.iterations_a_query(Racer::conventional),
                     t.iterations_a_query(Racer::fast_plane), t.iterations_a_query(Racer::shortest_link)),
         Verdict::shown, ""});
  }
  x_.push_back(x), slm_.push_back(link), fcp_.push_back(plane), own_fcp_.push_back(own_plane),
      own_.push_back(own);
}

Plot RaceRows::plot(std::string title, std::string x_label) const {
  Plot plot;
  plot.title = std::move(title), plot.x_label = std::move(x_label), plot.log_y = true;
  plot.y_label.push_back('R');
  plot.series = {
      {"gjk_td", own_, x_}, {"SLM", slm_, x_}, {"FCP as published", fcp_, x_}, {"FCP here", own_fcp_, x_}};
  return plot;
}

void add_physics(ReportSection& section, const Run& run, const World& end, const Overlaps& before, Real d50) {
  const Expected& e = run.expected;
  int asked = 0;
  for (const Insertion& i : end.insertions) asked += i.count;
  const int lost = lost_grains(end) + asked - end.bodies.count();
  section.rows.push_back(
      {"grains lost", "-", fmt::format("{} of {}", lost, asked), verdict(lost == 0), "none"});
  const Overlaps after = overlaps_of(end);
  for (const auto& [when, o] : {std::pair{"settled", before}, {"at the end", after}}) {
    section.rows.push_back(
        {fmt::format("mean overlap, {}", when), "-",
         fmt::format("{:.2f} % of D50 (largest {:.1f} %)", 100 * o.mean / d50, 100 * o.largest / d50),
         verdict(o.mean < e.number("physics.mean_overlap") * d50),
         fmt::format("below {:.0f} %", 100 * e.number("physics.mean_overlap"))});
  }
  World w = end;
  w.update_ledger();
  const Real error = ledger_error(w);
  section.rows.push_back({"energy unaccounted for", "-", fmt::format("{:.2e} of the largest entry", error),
                          verdict(error < e.number("physics.ledger")),
                          fmt::format("below {:.0e}", e.number("physics.ledger"))});
}

void add_cost(ReportSection& section, const Run& run, const LongRun& whole, const World& end) {
  const RunCost cost = cost_of(whole);
  section.rows.push_back({fmt::format("{} grains, {} steps", end.bodies.count(), end.steps), "-",
                          fmt::format("{:.0f} min, {:.3g} particle-steps/s, {:.0f} MiB", cost.seconds / 60,
                                      cost.particle_steps, cost.peak_memory),
                          run.verdict_on_times(cost.seconds < 3600 * run.expected.number("physics.hours")),
                          fmt::format("below {:.0f} hours", run.expected.number("physics.hours"))});
  section.rows.push_back({"share of contact detection", "70 to 80 %",
                          fmt::format("{:.0f} %", 100 * cost.detection), Verdict::shown, ""});
}

void add_snapshots(ReportSection& section, const LongRun& run, const std::string& name, Real zero,
                   const std::vector<Real>& times, RenderOptions options) {
  options.width = 1000, options.height = 625;
  const RunView view(run.folder);
  std::vector<std::vector<ViewPolygon>> polygons;
  for (int f = 0; f < view.count(); ++f) polygons.push_back(view.read_walls(f));
  const std::vector<WallTrack> walls = track_walls(polygons);
  const int last = view.count() - 1;
  std::vector<int> frames;
  for (const Real t : times) {
    if (zero + t <= view.time(last) + 1e-6) frames.push_back(view.nearest(zero + t));
  }
  if (frames.empty() || frames.back() != last) frames.push_back(last);
  for (const int frame : frames) {
    const auto since = [&](Real unit) {  // seconds since `zero`, rounded to a multiple of `unit`
      return std::round((view.time(frame) - zero) / unit) * unit + 0.0;  // + 0.0 turns -0.0 into 0.0
    };
    const std::string what = frame == last ? "end" : fmt::format("{:.1f}", since(0.1));
    section.pictures.push_back({fmt::format("{}-{}", name, what), fmt::format("{:.2f} s", since(0.01)),
                                format_png(render(view.read(frame, false), view.cast(), walls,
                                                  static_cast<std::size_t>(frame), options))});
  }
}

}  // namespace scree::reproduce
