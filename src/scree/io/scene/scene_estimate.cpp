#include "scree/io/scene/scene_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace scree {
namespace {

constexpr double program_mb = 22;  // memory of the program without bodies
constexpr double loose_kb = 2.1;   // memory of an isolated body of any kind

/// Memory and throughput for one kind of body.
struct Cost {
  double dense_kb;
  double rate;  // body-steps per second; 0: not measured
};

Cost cost_of(const World& w, const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return {7, 5.5e6};
    case ShapeKind::polyhedron:
      return {17, 1.1e6};
    case ShapeKind::superquadric: {
      const Superquadric& q = w.shapes.superquadrics[shape.index];
      return {10, q.n1 == 2 && q.n2 == 2 ? 8.5e5 : 7.2e5};
    }
    case ShapeKind::polygon:
      return {10, 2.3e6};
    case ShapeKind::mesh:
      break;
  }
  return {17, 0};
}

}  // namespace

Estimate estimate(const World& w, Real end) {
  Estimate e;
  std::map<int, double> count;  // number of bodies of each shape
  for (int i = 0; i < w.bodies.count(); ++i) ++count[w.bodies.shape[i]];
  for (const Insertion& i : w.insertions) {
    const double remaining = expected_count(i) - i.state.done;
    for (const int s : i.grains.shapes) count[s] += remaining / static_cast<double>(i.grains.shapes.size());
  }
  e.steps = std::max(1.0, std::ceil(end / w.settings.dt - 1e-6));
  e.loose_memory = e.dense_memory = program_mb;
  double time_of_step = 0;
  bool known = w.settings.solver == Solver::explicit_steps;
  for (const auto& [s, bodies] : count) {
    const Cost cost = cost_of(w, w.shapes[s]);
    e.bodies += bodies;
    e.loose_memory += 1e-3 * loose_kb * bodies, e.dense_memory += 1e-3 * cost.dense_kb * bodies;
    known = known && (bodies == 0 || cost.rate > 0);
    if (cost.rate > 0) time_of_step += bodies / cost.rate;
  }
  if (known && time_of_step > 0) e.rate = e.bodies / time_of_step;
  return e;
}

double expected_bodies(const Scene& scene) {
  double bodies = static_cast<double>(scene.bodies.size());
  for (const SceneInsert& i : scene.inserts)
    bodies += std::max<double>(i.insertion.count, static_cast<double>(i.insertion.poses.size()));
  return bodies;
}

double memory_of(double bodies) { return program_mb + 1e-3 * 17 * bodies; }

std::string duration_text(double s) {
  if (s < 120) return fmt::format("{:.2g} s", s);
  if (s < 7200) return fmt::format("{:.0f} min", s / 60);
  if (s < 48 * 3600) return fmt::format("{:.0f} h", s / 3600);
  if (s < 730 * 86400.0) return fmt::format("{:.0f} days", s / 86400);
  return fmt::format("{:.2g} years", s / (365.25 * 86400));
}

}  // namespace scree
