#include "packing.hpp"

#include "in_turn.hpp"

#include "scree/error.hpp"
#include "scree/io/record/history.hpp"
#include "scree/io/record/run_summary.hpp"
#include "scree/parallel.hpp"
#include "scree/world/measure.hpp"

#include <algorithm>

namespace scree::bench {
namespace {

const SceneBox& box_of(const Scene& scene) {
  for (const SceneWall& wall : scene.walls) {
    if (const SceneBox* box = std::get_if<SceneBox>(&wall.shape)) return *box;
  }
  fail("{}.toml: the scene has no wall of type box, in which the packing is measured.", scene.name);
}

void measure_bed(const World& w, const SceneBox& box, PackingRow& row) {
  Real mean = 0;
  for (const Vec3& p : w.bodies.position) mean += p.z / w.bodies.count();
  row.porosity = 1 - solid_fraction(w, box.lower, {box.upper.x, box.upper.y, mean});
  row.coordination = coordination_number(w);
}

void measure_heap(const World& w, PackingRow& row) {
  std::vector<Real> distances;
  Real mass = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Vec3 p = w.bodies.position[i];
    distances.push_back(std::sqrt(p.x * p.x + p.y * p.y));
    row.center_height += w.bodies.mass[i] * p.z, mass += w.bodies.mass[i];
    row.top = std::max(row.top, top_of(w, i));
  }
  row.center_height /= mass;
  const auto nine_tenths = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 9 / 10);
  std::nth_element(distances.begin(), nine_tenths, distances.end());
  row.reach = *nine_tenths;
}

}  // namespace

PackingRow measure_packing(const Scene& scene) {
  set_thread_count(1);
  const SceneBox& box = box_of(scene);
  World w = build(scene);
  PackingRow row;
  row.algorithm = scene.settings.algorithm;
  Real opened = scene.end;
  for (const Wall& wall : w.walls.all) opened = std::min(opened, wall.removed_at);
  const auto run_until = [&](Real time) {
    row.seconds += 1e-9 * nanoseconds_of([&] {
                     while (w.time + w.settings.dt < time) step(w);
                   });
  };
  run_until(opened);
  measure_bed(w, box, row);
  run_until(scene.end);
  measure_heap(w, row);
  w.update_ledger();
  row.energy_error = ledger_error(w);
  row.steps = w.steps, row.failed = w.failed_queries;
  return row;
}

}  // namespace scree::bench
