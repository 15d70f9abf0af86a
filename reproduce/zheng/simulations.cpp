// Block walls and falling tetrahedra by discontinuous deformation analysis. Measures the cost of the searches
// on the pairs of a simulation, and checks that the blocks come to rest.

#include "reproduce/timing.hpp"
#include "reproduce/zheng/zheng.hpp"
#include "scree/contact/common_plane/fast_common_plane.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/dda/step.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

#include <fmt/format.h>

#include <map>
#include <numbers>

namespace scree::reproduce {
namespace {

World world_of(const Expected& e, Real stiffness) {
  World w;
  Material m;
  m.name = "rock";
  m.density = e.number("density"),
  m.friction = std::tan(e.number("friction_degrees") * std::numbers::pi / 180);
  m.normal_stiffness = m.tangential_stiffness = stiffness;
  w.materials.materials.push_back(m);
  w.materials.combine_all(LawKind::linear);
  w.materials.of(0, 0).damping_ratio = e.number("damping_ratio");
  w.settings.solver = Solver::dda;
  w.settings.dt = e.number("step");
  w.walls.add_plane("floor", 0, make_half_space({0, 0, 1}, {}));
  return w;
}

/// Builds a wall of courses of blocks. Each course is half a block shorter at both ends than the one below,
/// so the top course is a single block.
World block_wall(const Expected& e, int courses) {
  World w = world_of(e, e.number("walls.stiffness"));
  const Vec3 size{1, 0.5, 0.5};
  const int shape =
      w.shapes.add_polyhedron("block", make_polyhedron(library_shape("box", {.lengths = size})));
  for (int c = 0; c < courses; ++c) {
    for (int i = 0; i < courses - c; ++i) {
      const Vec3 at{size.x * (i + 0.5 * c), 0, size.z * (c + 0.5)};
      w.add_body({shape, 0, 1, {at, {}}, {}, {}});
    }
  }
  prepare_solver(w);
  return w;
}

/// Places a cubic grid of tetrahedra above the floor of a box. The grid has `along` tetrahedra per edge, each
/// in a random orientation.
World loose_tetrahedra(const Expected& e, int along) {
  World w = world_of(e, e.number("tetrahedra.stiffness"));
  for (const Vec3 inward : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    w.walls.add_plane("side", 0, make_half_space(inward, -1.0 * inward));
  const Polyhedron body = make_polyhedron(library_shape("tetrahedron"));
  const Real scale = std::cbrt(e.number("tetrahedra.volume") / body.mass.volume);
  const int shape = w.shapes.add_polyhedron("tetrahedron", body);
  const Real spacing = e.number("tetrahedra.spacing");
  Random random(1);
  for (int k = 0; k < along * along * along; ++k) {
    const int x = k % along, y = k / along % along, z = k / along / along;
    const Real middle = 0.5 * (along - 1);
    const Vec3 at{spacing * (x - middle), spacing * (y - middle), 0.5 + spacing * z};
    w.add_body({shape, 0, scale, {at, random.rotation()}, {}, {}});
  }
  prepare_solver(w);
  return w;
}

/// Times the searches on all neighbouring pairs in all steps, and compares their results.
class Searches {
 public:
  Real direct = 0, fast = 0, plane = 0;
  std::int64_t pairs = 0, different = 0;

  /// Runs the searches in turn on all current neighbouring pairs. Another search starts in each step.
  void look(const World& w) {
    near_.clear();
    for (const ListedPair& p : w.pairs.pairs) {
      if (p.kind != PairKind::polyhedron_polyhedron) continue;
      const Vec3 between = w.bodies.position[p.b] - w.bodies.position[p.a];
      const Real reach = w.bodies.radius[p.a] + w.bodies.radius[p.b] + w.dda.tolerance;
      if (length_squared(between) > reach * reach) continue;
      const Quat back = conjugate(w.bodies.orientation[p.a]);
      near_.push_back({view_of(w, p.a),
                       view_of(w, p.b),
                       {rotate(back, between), back * w.bodies.orientation[p.b]},
                       &known_[{p.a, p.b}]});
    }
    const Real within = w.dda.tolerance;
    for (int turn = 0; turn < 3; ++turn) {
      const int which = (turn + turns_) % 3;
      const Real start = processor_seconds();
      for (Near& n : near_) {
        if (which == 0) n.direct_type = DirectSearch::find(n.a, n.b, n.b_in_a, within).type;
        if (which == 1)
          n.fast_type = FastDirectSearch::update(n.a, n.b, n.b_in_a, within, n.known->state).type;
        if (which == 2) FastCommonPlaneClassical::collide(n.a, n.b, n.b_in_a, n.known->cache);
      }
      (which == 0 ? direct : which == 1 ? fast : plane) += processor_seconds() - start;
    }
    ++turns_;
    pairs += static_cast<std::int64_t>(near_.size());
    for (const Near& n : near_) different += n.direct_type == n.fast_type ? 0 : 1;
  }

 private:
  struct Known {
    SearchState state;
    Cache cache;
  };
  struct Near {
    PolyhedronView a, b;
    Pose b_in_a;
    Known* known;
    ContactType direct_type{}, fast_type{};
  };
  static PolyhedronView view_of(const World& w, int body) {
    return view(w.shapes.polyhedra[w.shapes[w.bodies.shape[body]].index], w.bodies.scale[body]);
  }
  std::map<std::pair<int, int>, Known> known_;
  std::vector<Near> near_;
  int turns_ = 0;
};

void add_speed_ups(const Run& run, const std::string& what, const std::string& fds, const std::string& fcp,
                   const World& w, const Searches& s, ReportSection& section) {
  section.rows.push_back({what + ", FDS over DS", fds, fmt::format("x{:.2f}", s.direct / s.fast),
                          run.verdict_on_times(s.fast < s.direct), "faster"});
  section.rows.push_back(
      {what + ", FCP over DS", fcp, fmt::format("x{:.2f}", s.direct / s.plane), Verdict::shown, ""});
  section.rows.push_back({what + ", types of DS and FDS", "the same",
                          fmt::format("{} pairs, {} with another type", s.pairs, s.different),
                          verdict(s.different == 0), ""});
  const SearchPaths& p = w.dda.paths;
  section.rows.push_back({what + ", how pairs were searched", "-",
                          fmt::format("{} from scratch, {} updated; {} of them proven separated, {} too deep",
                                      p.initial, p.updated, p.excluded, p.deep),
                          Verdict::shown, ""});
  section.rows.push_back({what + ", rounds settled", "-",
                          fmt::format("{:.2f} rounds per step, {} of {} not converged",
                                      static_cast<Real>(w.dda.rounds) / static_cast<Real>(w.dda.substeps),
                                      w.dda.unconverged, w.dda.substeps),
                          verdict(w.dda.unconverged == 0), ""});
}

ReportSection new_section(const Expected& e, std::string title, const std::string& key) {
  return {std::move(title), e.text(key + ".text"), {}, e.texts(key + ".notes"), {}};
}

}  // namespace

ReportSection zheng_walls(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section = new_section(e, "Figs 16, 17: block walls", "walls");
  Plot plot{Plot::Kind::lines,
            "Vertical displacement of the top block",
            "time, s",
            "micrometres",
            {},
            false,
            false,
            {},
            false};
  const int steps = run.quick ? 100 : 1000;
  for (const int courses : {5, 10, 15}) {
    World w = block_wall(e, courses);
    Searches searches;
    const int top = w.bodies.count() - 1;
    const Real first = w.bodies.position[top].z;
    PlotSeries series{fmt::format("{} blocks", w.bodies.count()), {}, {}};
    for (int i = 0; i < steps; ++i) {
      advance(w);
      searches.look(w);
      series.x.push_back(w.time), series.y.push_back(1e6 * (w.bodies.position[top].z - first));
    }
    const std::string what = series.name;
    add_speed_ups(run, what, "about x5", "about x2.5", w, searches, section);
    const Real half = series.y[series.y.size() / 2], last = series.y.back();
    section.rows.push_back(
        {what + ", top block", "converges",
         fmt::format("{:.4f} micrometres, {:.1e} of it in the second half", last, (last - half) / last),
         verdict(std::abs(last - half) <= e.number("walls.converged") * std::abs(last)), ""});
    plot.series.push_back(std::move(series));
  }
  section.plots.push_back({"top-block", plot});
  return section;
}

ReportSection zheng_tetrahedra(const Run& run) {
  const Expected& e = run.expected;
  ReportSection section = new_section(e, "Fig. 18: falling tetrahedra", "tetrahedra");
  const int steps = run.quick ? 350 : 3000;
  for (const int along : {4, 5, 6}) {
    if (run.quick && along > 4) break;
    World w = loose_tetrahedra(e, along);
    Searches searches;
    for (int i = 0; i < steps; ++i) {
      advance(w);
      searches.look(w);
    }
    const std::string what = fmt::format("{} tetrahedra", w.bodies.count());
    add_speed_ups(run, what, "x5 to x6", "above x3", w, searches, section);
    int lost = 0;
    for (const Vec3 p : w.bodies.position) lost += std::abs(p.x) > 1 || std::abs(p.y) > 1 || p.z < 0 ? 1 : 0;
    section.rows.push_back(
        {what + ", at the end", "-",
         fmt::format("{} contacts, mean speed {:.2g} m/s, {} outside", w.contacts.touching_count(),
                     std::sqrt(2 * w.ledger.kinetic / (w.bodies.mass[0] * w.bodies.count())), lost),
         verdict(lost == 0), ""});
  }
  return section;
}

}  // namespace scree::reproduce
