#include "step.hpp"

#include "in_turn.hpp"

#include "scree/error.hpp"
#include "scree/io/poses.hpp"
#include "scree/shape/library.hpp"

#include <algorithm>
#include <chrono>
#include <numbers>

#include <malloc.h>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace scree::bench {
namespace {

constexpr Bed all_beds[] = {
    {"cubes", "cubes500.txt", "cube", 0.01, true},
    {"14-vertex grains", "dodecahedra500.txt", "rhombic_dodecahedron", 0.01, false},
    {"spheres", "spheres500.txt", "sphere", 0.01, false},
    {"ellipsoids", "ellipsoids500.txt", "ellipsoid", 0.01, false},
    {"superquadrics", "superquadrics500.txt", "superquadric", 0.01, false},
};

PoseTable read_bed(const Bed& bed, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / bed.file;
  if (!std::filesystem::exists(file)) {
    fail("{}: there is no such bed. Run this in Scree's folder, or give --beds PATH/TO/scenes.",
         file.string());
  }
  PoseTable table = read_pose_table(file, bed.length);
  if (!(table.width > 0)) fail("{}: this is no bed: it has no comment with 'L='.", file.string());
  return table;
}

int add_shape(const Bed& bed, World& w) {
  if (bed.shape == "sphere") return w.shapes.add_sphere("sphere", 0.5 * bed.length);
  const Real of_sphere = std::numbers::pi / 6 * bed.length * bed.length * bed.length;
  if (bed.shape == "ellipsoid" || bed.shape == "superquadric") {
    const Real exponent = bed.shape == "ellipsoid" ? 2 : 8;
    Superquadric s{{1.25, 1, 0.8}, exponent, exponent};
    s.half_length = std::cbrt(of_sphere / volume(s)) * s.half_length;
    return w.shapes.add_superquadric(std::string(bed.shape), s);
  }
  const Size size = bed.by_edge ? Size{Size::By::edge, bed.length} : Size{Size::By::volume, of_sphere};
  return w.shapes.add_polyhedron(std::string(bed.shape), make_polyhedron(library_shape(bed.shape, {}, size)));
}

/// Bytes of the heap in use.
double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

/// Seconds for some steps: of the processor with one thread, of the clock with more.
double seconds_of(World& w, int steps, int threads) {
  const auto run = [&] {
    for (int i = 0; i < steps; ++i) step(w);
  };
  if (threads == 1) return 1e-9 * nanoseconds_of(run);
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::span<const Bed> beds() { return all_beds; }

World tiled_bed(const Bed& bed, const StepOptions& options) {
  const PoseTable table = read_bed(bed, options.folder);
  World w;
  BodyState body;
  body.shape = add_shape(bed, w);
  Material m;
  m.name = "stone", m.density = 2500, m.normal_stiffness = 1e5, m.tangential_stiffness = 8e4;
  m.friction = 0.5, m.restitution = 0.3;
  w.materials.materials.push_back(m);
  w.materials.combine_all(LawKind::linear);
  w.settings.dt = 2e-5;
  const Real width = table.width, whole = options.tiles * width;
  w.walls.add_plane("floor", 0, {{0, 0, 1}, 0});
  w.walls.add_plane("x-", 0, {{1, 0, 0}, 0});
  w.walls.add_plane("y-", 0, {{0, 1, 0}, 0});
  w.walls.add_plane("x+", 0, {{-1, 0, 0}, -whole});
  w.walls.add_plane("y+", 0, {{0, -1, 0}, -whole});
  for (int i = 0; i < options.tiles; ++i) {
    for (int j = 0; j < options.tiles; ++j) {
      for (const Pose& pose : table.poses) {
        body.pose = {pose.position + Vec3{i * width, j * width, 0}, pose.orientation};
        w.add_body(body);
      }
    }
  }
  prepare(w);
  return w;
}

std::vector<StepRow> measure_steps(const std::vector<const Bed*>& chosen, const StepOptions& o) {
#ifdef _OPENMP
  omp_set_num_threads(o.threads);
#endif
  std::vector<World> worlds;
  std::vector<StepRow> rows;
  for (const Bed* bed : chosen) {
    const double before = heap_bytes();
    worlds.push_back(tiled_bed(*bed, o));
    World& w = worlds.back();
    for (int i = 0; i < o.relax; ++i) step(w);
    w.seconds = {};
    StepRow row;
    row.name = bed->name, row.bodies = w.bodies.count();
    row.bytes = (heap_bytes() - before) / row.bodies;
    rows.push_back(std::move(row));
  }
  std::vector<std::vector<double>> seconds(worlds.size());
  for (int round = 0; round < o.rounds; ++round) {
    for (std::size_t k = 0; k < worlds.size(); ++k)
      seconds[k].push_back(seconds_of(worlds[k], o.steps, o.threads));
  }
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    World& w = worlds[k];
    StepRow& row = rows[k];
    std::sort(seconds[k].begin(), seconds[k].end());
    const double work = static_cast<double>(row.bodies) * o.steps;
    row.rate = work / seconds[k][seconds[k].size() / 2];
    row.lowest = work / seconds[k].back(), row.highest = work / seconds[k].front();
    row.pairs = static_cast<double>(w.pairs.pairs.size()) / row.bodies;
    row.contacts = static_cast<double>(w.contacts.touching_count()) / row.bodies;
    row.points = static_cast<double>(w.contacts.point_count()) / row.bodies;
    w.update_ledger();
    const Real lost = w.ledger.damping + w.ledger.friction;
    row.energy_error = lost > 0 ? w.ledger.error(w.first_total) / lost : 0;
    row.hash = w.hash();
    double sum = 0;
    for (const double s : w.seconds) sum += s;
    for (std::size_t p = 0; p < w.seconds.size(); ++p) row.share[p] = sum > 0 ? w.seconds[p] / sum : 0;
  }
  return rows;
}

}  // namespace scree::bench
