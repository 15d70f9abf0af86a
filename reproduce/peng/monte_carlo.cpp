// Table 1 and Fig. 11: compares the fraction of positions in each case, for spheres around solids, with exact
// volumes, and counts the positions that the published flowchart leaves undecided.

#include "reproduce/peng/peng.hpp"
#include "reproduce/peng/spheres.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::reproduce {
namespace {

constexpr std::uint64_t seed = 2019;

int position_count(const Run& run, const std::string& key) {
  return static_cast<int>(run.expected.number(key + (run.quick ? ".quick_places" : ".places")));
}

Endings endings(const Polyhedron& body, int count, FaceSearchFlow flow = FaceSearchFlow::completed) {
  Random random(seed);
  Endings all;
  for (int i = 0; i < count; ++i)
    all.add(PolyhedronSuperquadric::search(view(body), sphere_at(random), flow));
  return all;
}

/// Returns the deviation of a count from its expected value `share * total`, in standard errors.
Real score(int count, Real share, int total) {
  const Real n = static_cast<Real>(total);
  return (count - n * share) / std::sqrt(n * share * (1 - share));
}

ReportRow share_row(const Run& run, std::string what, const std::string& published, int count, Real share,
                    int total) {
  const Real off = score(count, share, total);
  const Real most = run.expected.number("table_1.standard_errors");
  return {
      std::move(what), published,
      fmt::format("{} of {} = {:.3f} %, exact {:.3f} %", count, total, 100.0 * count / total, 100 * share),
      verdict(std::abs(off) <= most), fmt::format("{:+.2f} standard errors, {:.0f} allowed", off, most)};
}

/// Plots the centres in a slice through the middle of the body, one series of dots per case.
Plot slice_plot(const Polyhedron& body, std::string_view name, int count) {
  Plot plot{Plot::Kind::dots,
            fmt::format("Centres about a {} by case, slice |z| < 0.15", name),
            "x, m",
            "y, m",
            {},
            false,
            false,
            {}};
  const int shown[] = {1, 2, 3, 4, 5, 6, 8};
  for (const int c : shown) plot.series.push_back({fmt::format("case {}", c), {}, {}});
  Random random(seed);
  int drawn = 0;
  for (int i = 0; i < count && drawn < 3000; ++i) {
    const PlacedSuperquadric b = sphere_at(random);
    if (std::abs(b.center.z) >= 0.15) continue;
    const int ending = PolyhedronSuperquadric::search(view(body), b).ending;
    for (std::size_t s = 0; s < std::size(shown); ++s) {
      if (shown[s] != ending) continue;
      plot.series[s].x.push_back(b.center.x), plot.series[s].y.push_back(b.center.y);
    }
    ++drawn;
  }
  return plot;
}

}  // namespace

ReportSection peng_table_1(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "Table 1 and Fig. 11: a sphere and a cube", e.text("table_1.text"), {}, e.texts("table_1.notes"), {}};
  const Polyhedron cube = solid("cube");
  const Volumes exact = exact_volumes(cube);
  const Real all = cube_of_centres * cube_of_centres * cube_of_centres;
  const int count = position_count(run, "table_1");
  const Endings found = endings(cube, count);
  const std::vector<Real> counts = e.numbers("table_1.counts"), volumes = e.numbers("table_1.volumes");
  const Real shares[] = {exact.separated / all, exact.touching / all, exact.inside / all};
  const int measured[] = {found.separated(), found.touching(), found.inside()};
  constexpr std::string_view names[] = {"no contact, cases 1 3 5", "contact, cases 2 4 6", "inside, case 8"};
  for (std::size_t i = 0; i < 3; ++i) {
    section.rows.push_back(near_row(fmt::format("volume, {}", names[i]), fmt::format("{:.3f} m3", volumes[i]),
                                    fmt::format("{:.6f} m3", all * shares[i]),
                                    std::abs(all * shares[i] - volumes[i]),
                                    e.number("table_1.volume_tolerance")));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    section.rows.push_back(share_row(run, std::string(names[i]),
                                     fmt::format("{:.0f} of 1000000 = {:.2f} %", counts[i], counts[i] / 1e4),
                                     measured[i], shares[i], count));
  }
  section.plots.push_back({"centres-cube", slice_plot(cube, "cube", 100 * 1000)});
  section.plots.push_back({"centres-octahedron", slice_plot(solid("octahedron"), "octahedron", 100 * 1000)});
  return section;
}

ReportSection peng_solids(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{
      "The same for the five regular solids", e.text("solids.text"), {}, e.texts("solids.notes"), {}};
  const int count = position_count(run, "solids");
  for (const std::string_view name : solid_names()) {
    const Polyhedron body = solid(name);
    const Volumes exact = exact_volumes(body);
    const Real all = cube_of_centres * cube_of_centres * cube_of_centres;
    const Endings found = endings(body, count);
    section.rows.push_back(share_row(run, fmt::format("{}, no contact", name), "-", found.separated(),
                                     exact.separated / all, count));
    section.rows.push_back(
        share_row(run, fmt::format("{}, contact", name), "-", found.touching(), exact.touching / all, count));
    section.rows.push_back(
        share_row(run, fmt::format("{}, inside", name), "-", found.inside(), exact.inside / all, count));
  }
  return section;
}

ReportSection peng_flow(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 7: the flowchart as published, and completed",
                        e.text("flow.text"),
                        {},
                        e.texts("flow.notes"),
                        {}};
  const int count = position_count(run, "flow");
  int row = 0;
  Plot plot{Plot::Kind::bars, "Share of the cases, completed search", "solid", "%", {}, false, false, {}};
  const int shown[] = {1, 2, 3, 4, 5, 6, 8};
  for (const int c : shown) plot.series.push_back({fmt::format("case {}", c), {}, {}});
  for (const std::string_view name : solid_names()) {
    const Polyhedron body = solid(name);
    Random random(seed);
    Endings published, completed;
    int wrong = 0, differ = 0;
    for (int i = 0; i < count; ++i) {
      const PlacedSuperquadric b = sphere_at(random);
      const FaceSearch p = PolyhedronSuperquadric::search(view(body), b, FaceSearchFlow::published);
      const FaceSearch c = PolyhedronSuperquadric::search(view(body), b);
      Cache cache;
      const Contact exact = PolyhedronSuperquadric::collide(view(body), b, cache);
      published.add(p), completed.add(c);
      wrong += c.status != exact.status ? 1 : 0;
      differ += p.ending != 0 && p.status != exact.status ? 1 : 0;
    }
    const Real share = 100.0 * published.by_case[0] / count,
               expected = e.numbers("flow.undecided")[static_cast<std::size_t>(row++)];
    const Real allowed = std::max(0.02, 300 * std::sqrt(expected / 100 * (1 - expected / 100) / count));
    section.rows.push_back({fmt::format("{}, undecided by the flowchart", name),
                            fmt::format("{:.1f} % (not in the paper)", expected),
                            fmt::format("{:.2f} %", share),
                            verdict(std::abs(share - expected) <= allowed + 0.1), ""});
    section.rows.push_back({fmt::format("{}, wrong where it decides", name), "-", fmt::format("{}", differ),
                            verdict(differ == 0), ""});
    section.rows.push_back(
        {fmt::format("{}, completed search wrong", name), "-",
         fmt::format("{} of {}, {} left to the distance", wrong, count, completed.decided_by_distance),
         verdict(wrong == 0), ""});
    plot.categories.emplace_back(name);
    for (std::size_t s = 0; s < std::size(shown); ++s)
      plot.series[s].y.push_back(100.0 * completed.by_case[shown[s]] / count);
    std::string cases;
    for (const int c : shown)
      cases +=
          fmt::format("{}{} {:.2f} %", cases.empty() ? "" : ", ", c, 100.0 * completed.by_case[c] / count);
    const bool claim = name != "cube" || completed.by_case[4] == 0;
    section.rows.push_back({fmt::format("{}, cases", name), name == "cube" ? "no case 4" : "-", cases,
                            name == "cube" ? verdict(claim) : Verdict::shown, ""});
  }
  section.plots.push_back({"cases", plot});
  return section;
}

}  // namespace scree::reproduce
