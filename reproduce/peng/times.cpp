// Fig. 12: times of the decision in each case, for the five regular solids and for bodies of up to 200 faces.

#include "reproduce/peng/peng.hpp"
#include "reproduce/peng/spheres.hpp"
#include "reproduce/timing.hpp"
#include "scree/shape/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace scree::reproduce {
namespace {

constexpr std::uint64_t seed = 12;

struct Timed {
  std::map<int, std::vector<PlacedSuperquadric>> positions;  // positions by case
  std::map<int, Real> nanoseconds;                           // per decision
  Real mean = 0;                                             // ns, over all positions except case 8
};

/// Times the published flowchart. Leaves out positions that the flowchart does not decide and positions whose
/// centre lies inside the body.
Timed time_cases(const Polyhedron& body, int count, bool quick) {
  Timed t;
  Random random(seed);
  const PolyhedronView a = view(body);
  int decided = 0;
  for (int i = 0; i < count; ++i) {
    const PlacedSuperquadric b = sphere_at(random);
    const FaceSearch s = PolyhedronSuperquadric::search(a, b, FaceSearchFlow::published);
    if (s.ending == 0 || s.ending == 8) continue;
    t.positions[s.ending].push_back(b);
    ++decided;
  }
  std::vector<std::function<void()>> jobs;
  std::vector<int> endings;
  std::vector<std::size_t> batch;
  for (const auto& [ending, list] : t.positions) {
    const std::size_t size = std::min<std::size_t>(list.size(), 500);
    jobs.emplace_back([a, &list = list, size] {
      for (std::size_t i = 0; i < size; ++i)
        PolyhedronSuperquadric::search(a, list[i], FaceSearchFlow::published);
    });
    endings.push_back(ending), batch.push_back(size);
  }
  const std::vector<Real> seconds = seconds_per_call(jobs, effort(quick));
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    t.nanoseconds[endings[k]] = 1e9 * seconds[k] / static_cast<Real>(batch[k]);
    t.mean += t.nanoseconds[endings[k]] * static_cast<Real>(t.positions[endings[k]].size()) / decided;
  }
  return t;
}

Real time_of(const Timed& t, int ending) {
  const auto found = t.nanoseconds.find(ending);
  return found == t.nanoseconds.end() ? NAN : found->second;
}

std::string text_of(const Timed& t) {
  std::string text;
  for (const auto& [ending, ns] : t.nanoseconds) {
    text += fmt::format("{}case {} {:.0f} ns ({})", text.empty() ? "" : ", ", ending, ns,
                        t.positions.at(ending).size());
  }
  return text;
}

/// Plots the accumulated time over the number of positions for each case, as in Fig. 12.
Plot cumulative(const Timed& t, std::string_view name) {
  Plot plot{Plot::Kind::lines,
            fmt::format("Accumulated time of the decisions, {}", name),
            "decisions",
            "time, us",
            {},
            true,
            true,
            {}};
  for (const auto& [ending, list] : t.positions) {
    PlotSeries series{fmt::format("case {}", ending), {}, {}};
    for (Real n = 1; n < static_cast<Real>(list.size()); n *= 3) {
      series.x.push_back(n), series.y.push_back(1e-3 * n * t.nanoseconds.at(ending));
    }
    const Real all = static_cast<Real>(list.size());
    series.x.push_back(all), series.y.push_back(1e-3 * all * t.nanoseconds.at(ending));
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace

ReportSection peng_times(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 12: times by case", e.text("times.text"), {}, e.texts("times.notes"), {}};
  const int count = static_cast<int>(e.number("times.places"));
  const Real slack = e.number("times.slack");
  for (const std::string_view name : solid_names()) {
    const Timed t = time_cases(solid(name), count, run.quick);
    section.rows.push_back({fmt::format("{}", name), "-", text_of(t), Verdict::shown, ""});
    const auto slowest = [&](int a, int b) { return std::fmax(time_of(t, a), time_of(t, b)); };
    const auto fastest = [&](int a, int b) { return std::fmin(time_of(t, a), time_of(t, b)); };
    const bool ordered = !(slowest(1, 2) > slack * fastest(5, 6)) &&
                         !(slowest(1, 2) > slack * fastest(3, 4)) && !(slowest(3, 4) > slack * fastest(5, 6));
    section.rows.push_back({fmt::format("{}, order", name), "1 2 fastest, then 3 4, then 5 6",
                            ordered ? "the same" : "another", run.verdict_on_times(ordered), ""});
    bool not_slower = true;
    std::string pairs;
    for (const int odd : {1, 3, 5}) {
      const Real ratio = time_of(t, odd) / time_of(t, odd + 1);
      if (!std::isfinite(ratio)) continue;
      not_slower = not_slower && ratio <= slack;
      pairs += fmt::format("{}{}/{} {:.2f}", pairs.empty() ? "" : ", ", odd, odd + 1, ratio);
    }
    section.rows.push_back({fmt::format("{}, time without contact / with contact", name), "below 1", pairs,
                            run.verdict_on_times(not_slower), fmt::format("{:.2f} allowed", slack)});
    section.plots.push_back({fmt::format("times-{}", name), cumulative(t, name)});
  }
  return section;
}

ReportSection peng_growth(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "Growth with the number of faces", e.text("growth.text"), {}, e.texts("growth.notes"), {}};
  Plot plot{Plot::Kind::lines, "Time of a decision", "faces", "ns", {}, true, false, {}};
  plot.series = {{"mean", {}, {}}};
  for (const int c : {1, 2, 4, 5, 6}) plot.series.push_back({fmt::format("case {}", c), {}, {}});
  Real first = 0, last = 0;
  const int count = static_cast<int>(e.number("times.places"));
  const auto add = [&](const Polyhedron& body, std::string_view name) {
    const Timed t = time_cases(body, count, run.quick);
    const Real faces = body.face_count();
    plot.series[0].x.push_back(faces), plot.series[0].y.push_back(t.mean);
    std::size_t s = 1;
    for (const int c : {1, 2, 4, 5, 6}) {
      plot.series[s].x.push_back(faces), plot.series[s++].y.push_back(time_of(t, c));
    }
    section.rows.push_back({fmt::format("{}, {} faces", name, body.face_count()), "-",
                            fmt::format("{:.0f} ns per decision", t.mean), Verdict::shown, ""});
    if (body.face_count() == 4) first = t.mean;
    if (body.face_count() == 20) last = t.mean;
  };
  for (const std::string_view name : solid_names()) add(solid(name), name);
  for (const Real faces :
       e.numbers("growth.faces")) {  // a triangulated body with n vertices has 2 n - 4 faces
    const LibraryParameters parameters{.vertices = static_cast<int>(faces) / 2 + 2, .seed = 5};
    add(make_polyhedron(library_shape("random", parameters, {Size::By::diameter, 2 * std::sqrt(3.0)})),
        "random hull");
  }
  const Real most = e.number("growth.most");
  section.rows.push_back({"from 4 to 20 faces", "modest growth", fmt::format("x{:.2f}", last / first),
                          run.verdict_on_times(last / first <= most), fmt::format("x{:.1f} allowed", most)});
  section.plots.push_back({"growth", plot});
  return section;
}

}  // namespace scree::reproduce
