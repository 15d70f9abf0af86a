// The loader bucket of Nezami et al. 2006, section 5.2.2: Table I, Figs 17 to 19. The scene has the published
// values. --quick leaves the bucket out.

#include "reproduce/nezami/nezami.hpp"
#include "reproduce/nezami/race_report.hpp"
#include "reproduce/timing.hpp"
#include "scree/file.hpp"
#include "scree/io/record/history.hpp"

#include <fmt/format.h>

#include <span>

namespace scree::reproduce {
namespace {

constexpr const char* bucket_scene = "scenes/nezami/bucket.toml";
constexpr const char* bucket_mesh = "scenes/nezami/bucket.obj";

/// Plots the force or torque of the grains on the bucket from the start of its motion.
Plot load_plot(const HistoryTable& history, Real zero, const std::string& title, const std::string& unit,
               char letter) {
  Plot plot;
  plot.title = title, plot.x_label = "time, s", plot.y_label = unit, plot.dots = false;
  const std::vector<Real>& time = *history.find("time_s");
  for (const char axis : {'x', 'y', 'z'}) {
    PlotSeries series{std::string(1, axis), {}, {}};
    const std::vector<Real>& values = *history.find(fmt::format("bucket_{}{}_{}", letter, axis, unit));
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (time[i] >= zero) series.x.push_back(time[i] - zero), series.y.push_back(values[i]);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

/// Returns the number and the mass of the grains above the floor of the bucket, in the frame of the bucket.
std::pair<int, Real> in_bucket(const World& w, const Expected& e) {
  const Wall& bucket = w.walls.all.back();
  const Vec3 lower{-e.number("bucket.length"), -e.number("bucket.width") / 2, 0},
      upper{0, e.number("bucket.width") / 2, e.number("bucket.height")};
  int count = 0;
  Real mass = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Vec3 p = inverse_transform(bucket.pose, w.bodies.position[i]);
    const bool inside =
        p.x > lower.x && p.x < upper.x && p.y > lower.y && p.y < upper.y && p.z > lower.z && p.z < upper.z;
    if (inside) ++count, mass += w.bodies.mass[i];
  }
  return {count, mass};
}

}  // namespace

ReportSection nezami_bucket(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "Table I, Figs 18 and 19: loader bucket", e.text("bucket.text"), {}, e.texts("bucket.notes"), {}};
  if (run.quick) {
    section.rows.push_back({"21 952 grains", "-", "skipped by --quick", Verdict::not_checked, ""});
    return section;
  }
  const LongRun whole =
      long_run(bucket_scene, {bucket_scene, bucket_mesh}, {}, run.folder / "bucket", run.replace);
  std::vector<MotionPhase> phases;
  for (std::size_t m = 1; m < whole.scene.motions.size(); ++m)  // motion 0 moves the bucket to the heap
    phases.push_back(whole.scene.motions[m].motion.phases.at(0));
  const Real d50 = e.number("bucket.d50"), zero = phases[0].begin;
  std::vector<Case> cases;
  Overlaps before;
  for (std::size_t p = 0; p < phases.size(); ++p) {
    const std::string name = fmt::format("phase-{}", p + 1);
    const World start = kept_state(whole, name, phases[p].begin);
    if (p == 0) before = overlaps_of(start);
    if (p == 0) {
      const Pile heap = measure_pile(start, Spreads::along_x, d50);
      const Real unrest = start.bodies.kinetic_energy() / start.bodies.count();
      section.rows.push_back(
          {"heap before the bucket", "-",
           fmt::format("{:.1e} J per grain, {:.2f} m high, nine tenths within {:.2f} m, slope {:.1f} degrees",
                       unrest, heap.top, heap.reach, heap.slope),
           verdict(unrest < e.number("bucket.rest")), "at rest"});
      const Real lip = start.walls.all.back().pose.position.x - e.number("bucket.length");
      section.rows.push_back({"distance from the toe to the lip of the bucket", "-",
                              fmt::format("{:.2f} m; the line of the slope meets the ground at {:.2f} m",
                                          lip - heap.toe, heap.toe),
                              Verdict::shown, "0.02 m was chosen"});
    }
    cases.push_back(race_case("race-bucket-" + name, bucket_scene, {},
                              {name, [=] { return kept_state(whole, name, phases[p].begin); },
                               [](const World&) { return std::map<std::string, Real>{}; }},
                              start.bodies.count(), run.quick));
  }
  const World end = run_until(whole, whole.scene.end);
  const std::vector<CaseResult> results = run_cases(cases, run.folder / "cases");
  RaceRows rows(run, "bucket.two_iterations");
  const std::vector<Real> slm = e.numbers("bucket.slm"), fcp = e.numbers("bucket.fcp");
  const std::vector<std::string> names = e.texts("bucket.phases");
  for (std::size_t p = 0; p < phases.size(); ++p)
    rows.add(section, names.at(p), static_cast<Real>(p + 1), {slm.at(p)}, {fcp.at(p)},
             race_times(results[p]));
  add_physics(section, run, end, before, d50);
  const auto [count, mass] = in_bucket(end, e);
  section.rows.push_back({"in the bucket at the end", "-", fmt::format("{} grains, {:.1f} kg", count, mass),
                          verdict(count > 0), "some"});
  const std::filesystem::path file = whole.folder / "history.csv";
  const HistoryTable history = HistoryTable::parse(read_file(file), file.string());
  const std::vector<Real>& lift = *history.find("bucket_fz_N");
  const Real borne = -mean(std::span(lift).last(50)), weight = mass * length(end.settings.gravity);
  section.rows.push_back({"force on the bucket in the last second",
                          fmt::format("{:.0f} N, the weight of the grains in it", weight),
                          fmt::format("{:.0f} N downward", borne),
                          verdict(std::abs(borne - weight) < e.number("bucket.weight") * weight),
                          fmt::format("to {:.0f} %", 100 * e.number("bucket.weight"))});
  add_cost(section, run, whole, end);
  section.plots.push_back({"bucket-force", load_plot(history, zero, "Force on the bucket", "N", 'f')});
  section.plots.push_back(
      {"bucket-torque",
       load_plot(history, zero, "Torque on the bucket, about its rear lower edge", "Nm", 't')});
  add_snapshots(section, whole, "fig-18", zero, e.numbers("bucket.snapshots"),
                {.yaw = 0,
                 .pitch = 0.1,
                 .cut = Cut{1, std::get<SceneMesh>(whole.scene.walls.back().shape).pose.position.y}});
  return section;
}

}  // namespace scree::reproduce
