// Figure 13 of Nezami et al. 2006: common lines, and speed-ups of the shortest link method (SLM) and the fast
// common plane (FCP) relative to the conventional common plane. All queries start without history.

#include "reproduce/nezami/nezami.hpp"

#include "reproduce/timing.hpp"
#include "scree/io/pairs/planar_drawing.hpp"
#include "scree/planar/algorithms.hpp"
#include "scree/planar/pair/certificate.hpp"

#include <fmt/format.h>

#include <functional>

namespace scree::reproduce {
namespace {

using planar::CommonPlaneClassical;
using planar::FastCommonPlaneClassical;
using planar::ShortestLink;

using Collide = PlanarContact(const PolygonView&, const PolygonView&, const PlanarPose&, PlanarCache&,
                              const Tolerance&);

PlanarContact ask(const Configuration& c, Collide* method) {
  PlanarCache cache;  // empty: without history
  return method(view(c.a), view(c.b), c.b_in_a, cache, {});
}

Collide* const conventional_plane = CommonPlaneClassical::collide_as_published;
Collide* const fast_plane = FastCommonPlaneClassical::collide_as_published;
Collide* const quick_plane =
    FastCommonPlaneClassical::collide;  // our version skips candidates that cannot be the best
Collide* const shortest_link = ShortestLink::collide;

/// Differences between two common lines.
struct Difference {
  Real angle = 0;   // rad
  Real offset = 0;  // distance of the middle of one line from the other, relative to the size of the pair
  Real gap = 0;     // difference of the gaps, relative to the size of the pair

  Difference(const Configuration& c, const PlanarContact& p, const PlanarContact& q)
      : angle(std::abs(std::atan2(cross(p.normal, q.normal), dot(p.normal, q.normal)))) {
    const Real size = PolygonPair(view(c.a), view(c.b), c.b_in_a).size();
    const Vec2 from_p = 0.5 * (p.point_a + p.point_b), from_q = 0.5 * (q.point_a + q.point_b);
    offset =
        std::max(std::abs(dot(p.normal, from_q - from_p)), std::abs(dot(q.normal, from_q - from_p))) / size;
    gap = std::abs(p.overlap - q.overlap) / size;
  }
};

std::string_view kind_name(Feature::Kind kind) { return kind == Feature::Kind::vertex ? "vertex" : "edge"; }

std::string kind_of(const Configuration& c) {
  return fmt::format("{}-{}, {} and {} sides", kind_name(c.on_a), kind_name(c.on_b), c.a.vertex_count(),
                     c.b.vertex_count());
}

}  // namespace

ReportSection nezami_common_lines(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 13: common lines", e.text("lines.text"), {}, e.texts("lines.notes"), {}};
  const Real tolerance = e.number("lines.tolerance"), flat_angle = e.number("lines.flat_angle");
  std::vector<PlanarDrawing> drawings;
  const std::vector<Configuration> all = nine_configurations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Configuration& c = all[i];
    const PlanarContact conventional = ask(c, conventional_plane), fast = ask(c, fast_plane),
                        link = ask(c, shortest_link);
    const Difference slm(c, conventional, link), fcp(c, conventional, fast), both(c, link, fast);
    const auto worst = [&](Real Difference::*difference) {
      return std::max({slm.*difference, fcp.*difference, both.*difference});
    };
    // Near the maximum the gap between two vertices hardly changes with the angle, so a search that compares
    // only gaps finds the angle only to the square root of the rounding error.
    const bool corners = c.on_a == Feature::Kind::vertex && c.on_b == Feature::Kind::vertex;
    const bool proven = prove(PolygonPair(view(c.a), view(c.b), c.b_in_a), link).holds();
    const bool as_said =
        link.status == Status::separated && link.feature_a.kind == c.on_a && link.feature_b.kind == c.on_b;
    const bool same = worst(&Difference::gap) <= tolerance && worst(&Difference::offset) <= tolerance &&
                      both.angle <= tolerance &&
                      worst(&Difference::angle) <= (corners ? flat_angle : tolerance);
    section.rows.push_back(
        {fmt::format("{}: {}", i + 1, c.name), "identical",
         fmt::format("gap {:.6f} m; gaps {:.0e}, positions {:.0e}, angles {:.0e}, SLM to FCP {:.0e}",
                     -link.overlap, worst(&Difference::gap), worst(&Difference::offset),
                     worst(&Difference::angle), both.angle),
         verdict(proven && as_said && same), kind_of(c)});
    drawings.push_back({c.a, c.b, c.b_in_a, link, fmt::format("{}", i + 1), c.name});
  }
  section.drawings.push_back({"fig-13", "Nine pairs: bodies, common line, shortest link", draw(drawings)});
  return section;
}

ReportSection nezami_planar_speed_ups(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section{"Fig. 13: speed-ups", e.text("speed_ups.text"), {}, e.texts("speed_ups.notes"), {}};
  const std::vector<Real> slm = e.numbers("speed_ups.slm"), fcp = e.numbers("speed_ups.fcp");
  Plot plot{Plot::Kind::bars,
            "Speed-up over the conventional common plane",
            "configuration",
            "R",
            {},
            false,
            false,
            {}};
  plot.series = {{"SLM published", slm, {}},
                 {"SLM measured", {}, {}},
                 {"FCP published", fcp, {}},
                 {"FCP measured", {}, {}}};
  const std::vector<Configuration> all = nine_configurations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Configuration& c = all[i];
    const std::function<void()> jobs[] = {[&] { ask(c, conventional_plane); }, [&] { ask(c, fast_plane); },
                                          [&] { ask(c, shortest_link); }, [&] { ask(c, quick_plane); }};
    const std::vector<Real> t = seconds_per_call(jobs, effort(run.quick));
    plot.categories.push_back(fmt::format("{}", i + 1));
    plot.series[1].y.push_back(t[0] / t[2]), plot.series[3].y.push_back(t[0] / t[1]);
    section.rows.push_back(
        {fmt::format("{}: {}", i + 1, c.name), fmt::format("SLM x{:.1f}, FCP x{:.1f}", slm.at(i), fcp.at(i)),
         fmt::format("SLM x{:.1f}, FCP x{:.1f} (FCP as it runs here x{:.1f}); conventional {:.2f} us",
                     t[0] / t[2], t[0] / t[1], t[0] / t[3], 1e6 * t[0]),
         run.verdict_on_times(t[2] < t[1] && t[1] < t[0]), "SLM before FCP before conventional"});
  }
  section.rows.push_back(
      {"mean", fmt::format("SLM x{:.1f}, FCP x{:.1f}", mean(slm), mean(fcp)),
       fmt::format("SLM x{:.1f}, FCP x{:.1f}", mean(plot.series[1].y), mean(plot.series[3].y)),
       Verdict::shown, ""});
  section.plots.push_back({"speed-ups", plot});
  return section;
}

}  // namespace scree::reproduce
