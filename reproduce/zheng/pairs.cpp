// The basic models: contact types, normals and times of direct search (DS), fast direct search (FDS, initial
// and updated detection) and the fast common plane (FCP).

#include "reproduce/timing.hpp"
#include "reproduce/zheng/basic_models.hpp"
#include "reproduce/zheng/zheng.hpp"
#include "scree/contact/common_plane/fast_common_plane.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/contact/direct_search/feature_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace scree::reproduce {
namespace {

std::string_view name_of(ContactType type) {
  constexpr std::string_view names[] = {"none",         "v-v",          "v-e", "v-f",
                                        "crossing e-e", "parallel e-e", "e-f", "f-f"};
  return names[static_cast<std::size_t>(type)];
}

struct Model {
  std::string group, name;
  ContactType type;
  PlacedPair pair;
  Real reach;  // distance tolerance of the searches

  ContactList direct() const { return DirectSearch::find(view(pair.a), view(pair.b), pair.b_in_a, reach); }
  ContactList initial() const {
    return FastDirectSearch::find(view(pair.a), view(pair.b), pair.b_in_a, reach);
  }
  ContactList updated(SearchState& state) const {
    return FastDirectSearch::update(view(pair.a), view(pair.b), pair.b_in_a, reach, state);
  }
  template <class Algorithm>
  Contact plane() const {
    Cache cache;
    return Algorithm::collide(view(pair.a), view(pair.b), pair.b_in_a, cache);
  }
};

std::vector<Model> models(const Expected& e) {
  std::vector<Model> all;
  const Real displacement = e.number("displacement");
  const auto add = [&](std::string group, std::string name, ContactType type, const PlacedPair& pair) {
    const Real edge = std::min(smallest_edge(view(pair.a)), smallest_edge(view(pair.b)));
    all.push_back({std::move(group), std::move(name), type, pair, distance_tolerance(displacement, edge)});
  };
  for (const SearchCase& c : seven_types())
    add(c.name.starts_with("cube") ? "hexahedra" : "tetrahedra", c.name, c.type, PlacedPair(c.a, c.b));
  Random random(3);
  for (int i = 1; i <= static_cast<int>(e.number("cut_blocks")); ++i) {
    const CutCube cut = cut_cube(random);
    add("cut blocks", fmt::format("cut block {}", i), ContactType::face_face, PlacedPair(cut.low, cut.high));
  }
  return all;
}

constexpr std::string_view groups[] = {"hexahedra", "tetrahedra", "cut blocks"};

ReportSection new_section(const Expected& e, std::string title, const std::string& key) {
  return {std::move(title), e.text(key + ".text"), {}, e.texts(key + ".notes"), {}};
}

/// True if contacts of this type have a single separating plane. A vertex that touches a vertex or an edge
/// has many separating planes.
bool has_one_normal(ContactType type) {
  return type != ContactType::vertex_vertex && type != ContactType::vertex_edge &&
         type != ContactType::parallel_edges;
}

Real degrees_between(Vec3 p, Vec3 q) {
  return 180 / std::numbers::pi * std::atan2(length(cross(p, q)), dot(p, q));
}

/// Returns the largest difference between the normals of two lists of contacts in the same order. It compares
/// the common normal of each list and the normals of the single contacts.
Real normal_difference(const ContactList& p, const ContactList& q) {
  if (p.count != q.count) return 2;
  Real worst = length(p.normal - q.normal);
  for (int i = 0; i < p.count; ++i)
    worst = std::max(worst, length(p.contact[i].normal - q.contact[i].normal));
  return worst;
}

}  // namespace

ReportSection zheng_types(const Run& run) {
  ReportSection section = new_section(run.expected, "Figs 10, 12, 14: contact types", "types");
  for (const Model& m : models(run.expected)) {
    SearchState state;
    m.updated(state);
    const ContactType found[] = {m.direct().type, m.initial().type, m.updated(state).type};
    const bool touching = m.plane<FastCommonPlane>().status == Status::touching;
    const bool same =
        std::all_of(std::begin(found), std::end(found), [&](ContactType t) { return t == m.type; });
    section.rows.push_back(
        {m.name, fmt::format("{}", name_of(m.type)),
         fmt::format("DS {}, FDS {}, updated {}; FCP {}", name_of(found[0]), name_of(found[1]),
                     name_of(found[2]), touching ? "touching" : "apart"),
         verdict(same && touching), ""});
  }
  return section;
}

ReportSection zheng_normals(const Run& run) {
  ReportSection section = new_section(run.expected, "Normals", "normals");
  const Real searches = run.expected.number("normals.searches"),
             planes = run.expected.number("normals.plane_degrees");
  for (const Model& m : models(run.expected)) {
    SearchState state;
    m.updated(state);
    const ContactList direct = m.direct();
    const Real difference =
        std::max(normal_difference(direct, m.initial()), normal_difference(direct, m.updated(state)));
    const Real angle = degrees_between(direct.normal, m.plane<FastCommonPlane>().normal);
    const bool one = has_one_normal(m.type);
    section.rows.push_back({m.name, one ? "the same for all" : "FCP slightly different",
                            fmt::format("FDS {:.1e} from DS; FCP {:.2g} degrees", difference, angle),
                            verdict(difference <= searches && (!one || angle <= planes)),
                            one ? "" : "the angle of FCP is only shown"});
  }
  return section;
}

ReportSection zheng_speed_ups(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section = new_section(e, "Figs 11, 13, 15: speed-ups", "speed_ups");
  constexpr std::string_view methods[] = {"FDS initial", "FDS updated", "FCP", "FCP revised"};
  const std::vector<Model> all = models(e);
  for (const std::string_view group : groups) {
    Plot plot{Plot::Kind::bars,
              fmt::format("Speed-up over direct search, {}", group),
              "contact type",
              "R",
              {},
              false,
              false,
              {}};
    for (const std::string_view method : methods) plot.series.push_back({std::string(method), {}, {}});
    for (const Model& m : all) {
      if (m.group != group) continue;
      SearchState state;
      m.updated(state);
      const std::function<void()> jobs[] = {
          [&] { m.direct(); }, [&] { m.initial(); }, [&] { m.updated(state); },
          [&] { m.plane<FastCommonPlaneClassical>(); }, [&] { m.plane<FastCommonPlane>(); }};
      const std::vector<Real> t = seconds_per_call(jobs, effort(run.quick));
      std::string text = fmt::format("DS {:.2f} us", 1e6 * t[0]);
      for (std::size_t k = 0; k < std::size(methods); ++k) {
        plot.series[k].y.push_back(t[0] / t[k + 1]);
        text += fmt::format(", {} x{:.2f}", methods[k], t[0] / t[k + 1]);
      }
      plot.categories.emplace_back(group == "cut blocks" ? fmt::format("{}", plot.categories.size() + 1)
                                                         : std::string(name_of(m.type)));
      section.rows.push_back({m.name, "-", text, run.verdict_on_times(t[2] < t[0]), "FDS updated before DS"});
    }
    for (std::size_t k = 0; k < std::size(methods); ++k) {
      const Real measured = mean(plot.series[k].y);
      const Real published =
          group == "cut blocks" || k > 1 ? 0 : e.number(fmt::format("speed_ups.mean.{}", group));
      section.rows.push_back({fmt::format("{}, mean, {}", group, methods[k]),
                              published > 0 ? fmt::format("x{:.1f}", published) : "-",
                              fmt::format("x{:.2f}", measured), Verdict::shown,
                              !(published > 0)       ? ""
                              : measured < published ? "below the published value"
                                                     : "not below the published value"});
    }
    std::string file = fmt::format("speed-up-{}", group);
    std::replace(file.begin(), file.end(), ' ', '-');
    section.plots.push_back({file, plot});
  }
  return section;
}

}  // namespace scree::reproduce
