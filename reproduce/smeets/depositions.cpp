#include "reproduce/smeets/depositions.hpp"

#include "scree/error.hpp"
#include "scree/world/measure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numbers>
#include <numeric>

namespace scree::reproduce {
namespace {

/// The container, which is the first wall: a box, or an upright cylinder about the z axis.
struct Container {
  Vec3 lower, upper;  // box
  Real radius = 0;    // cylinder

  explicit Container(const Scene& scene) {
    const auto& wall = scene.walls[0].shape;
    if (const SceneBox* box = std::get_if<SceneBox>(&wall)) {
      lower = box->lower;
      upper = box->upper;
    } else {
      radius = std::get<SceneCylinder>(wall).radius;
    }
  }
  Real base_area() const {
    return radius > 0 ? std::numbers::pi * radius * radius : (upper.x - lower.x) * (upper.y - lower.y);
  }
  bool holds(Vec3 p) const {
    if (!(p.z > lower.z)) return false;
    if (radius > 0) return p.x * p.x + p.y * p.y < radius * radius;
    return p.x > lower.x && p.x < upper.x && p.y > lower.y && p.y < upper.y;
  }
};

/// Returns the porosity below the mean height of the topmost layer. This layer consists of the highest
/// bodies. Their number is the one that covers the base if each covers the face of a cube of its volume.
Real porosity_under_top(const World& w, Real base_area) {
  std::vector<Real> tops;
  Real solid = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Real scale = w.bodies.scale[i];
    solid += w.shapes[w.bodies.shape[i]].volume * scale * scale * scale;
    tops.push_back(top_of(w, i));
  }
  if (tops.empty()) return 100;
  std::sort(tops.begin(), tops.end(), std::greater<>());
  const Real side = std::cbrt(solid / static_cast<Real>(tops.size()));
  const auto layer = std::min(tops.size(), static_cast<std::size_t>(std::lround(base_area / (side * side))));
  const Real height =
      std::accumulate(tops.begin(), tops.begin() + static_cast<std::ptrdiff_t>(layer), Real(0)) /
      static_cast<Real>(layer);
  return 100 * (1 - solid / (base_area * height));
}

CaseResult measure(const Scene& scene, const Planes& planes) {
  const World w = run_to_end(scene);
  const Container container(scene);
  int inside = 0;
  Real squares = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    inside += container.holds(w.bodies.position[i]) ? 1 : 0;
    squares += length_squared(w.bodies.velocity[i]) / w.bodies.count();
  }
  const int wanted = w.bodies.count() + remaining_count(w);
  return {{{"packing_factor", packing_factor(w, container.base_area(), planes)},
           {"porosity_under_top", porosity_under_top(w, container.base_area())},
           {"bodies", wanted},
           {"inside", inside},
           {"speed", std::sqrt(squares)},
           {"overlap", w.largest_overlap()}},
          fmt::format("{:016x}", w.hash())};
}

Planes planes_of(const Expected& e, const std::string& table) {
  return {e.number(table + ".planes.from"), e.number(table + ".planes.to"),
          static_cast<int>(e.number(table + ".planes.count"))};
}

Case packing_case(const Run& run, const Plan& plan, const Body* body, int seed) {
  const bool in_cylinder = body == nullptr;
  const Planes planes = planes_of(run.expected, in_cylinder ? "wachs" : "latham");
  Case c;
  c.scene = in_cylinder ? "scenes/smeets/wachs.toml" : "scenes/smeets/latham.toml";
  c.overrides = in_cylinder ? plan.wachs : plan.latham;
  c.overrides.push_back(fmt::format("run.seed={}", seed));
  if (!in_cylinder)
    c.overrides.push_back(fmt::format("insert[0].shapes=[\"{}\"]", fmt::join(body->shapes, "\", \"")));
  c.extra = fmt::format("packing factor, {} planes from {} to {} m; porosity under the top", planes.count,
                        planes.from, planes.to);
  c.run = [planes](const Scene& scene) { return measure(scene, planes); };
  const Scene scene = scene_of(c);
  const Insertion& rain = scene.inserts[0].insertion;
  const Real steps = scene.end / scene.step.value_or(1e-5);
  c.work = rain.count * steps * (in_cylinder ? 1 : body->cost);
  std::string name = in_cylinder ? "wachs" : "latham-" + body->name;
  for (char& letter : name) letter = letter == ' ' ? '-' : letter;
  c.name = fmt::format("{}-seed-{}", name, seed);
  return c;
}

}  // namespace

Real packing_factor(const World& w, Real base_area, const Planes& planes) {
  Real sum = 0;
  for (int k = 0; k < planes.count; ++k) {
    const Real fraction = planes.count > 1 ? static_cast<Real>(k) / (planes.count - 1) : 0;
    const Real height = planes.from + fraction * (planes.to - planes.from);
    Real solid = 0;
    for (int i = 0; i < w.bodies.count(); ++i) {
      const Real scale = w.bodies.scale[i];
      if (w.bodies.position[i].z < height)
        solid += w.shapes[w.bodies.shape[i]].volume * scale * scale * scale;
    }
    sum += 100 * solid / (base_area * height);
  }
  return sum / planes.count;
}

const std::vector<Body>& bodies() {
  static const std::vector<Body> list = {
      {"sphere", {"sphere"}, 0.1},
      {"tetrahedron", {"tetrahedron"}, 1},
      {"icosahedron", {"icosahedron"}, 3},
      {"icosahedron 1", {"icosahedron_1"}, 6},
      {"icosahedron 2", {"icosahedron_2"}, 15},
      {"cube", {"cube"}, 1},
      {"square", {"tetris_o"}, 1},
      {"I", {"tetris_i"}, 1},
      {"L", {"tetris_l"}, 2},
      {"T", {"tetris_t"}, 2},
      {"Z", {"tetris_z"}, 2},
      {"mixture", {"tetris_o", "tetris_i", "tetris_l", "tetris_t", "tetris_z"}, 2},
  };
  return list;
}

Packings packings_of(const Run& run, const Plan& plan, const std::vector<std::string>& wanted) {
  std::vector<Case> cases;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, const Body* body) {
    if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;
    if (std::find(plan.left_out.begin(), plan.left_out.end(), name) != plan.left_out.end()) return;
    for (int seed = 1; seed <= plan.seeds; ++seed)
      cases.push_back(packing_case(run, plan, body, seed)), names.push_back(name);
  };
  add("wachs", nullptr);
  for (const Body& body : bodies()) add(body.name, &body);
  const std::vector<CaseResult> results = run_cases(cases, run.folder / "cases");
  Packings packings;
  for (std::size_t i = 0; i < cases.size(); ++i) packings[names[i]].push_back(results[i]);
  return packings;
}

std::vector<Real> values_of(const std::vector<CaseResult>& results, const std::string& name) {
  std::vector<Real> values;
  for (const CaseResult& r : results) values.push_back(r.values.at(name));
  return values;
}

std::string text_of(const Sample& s) {
  return s.count > 1 ? fmt::format("{:.2f} +- {:.2f}", s.mean, s.deviation) : fmt::format("{:.2f}", s.mean);
}

}  // namespace scree::reproduce
