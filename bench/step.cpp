#include "step.hpp"

#include "in_turn.hpp"

#include "scree/error.hpp"
#include "scree/io/scene/poses.hpp"
#include "scree/parallel.hpp"
#include "scree/shape/library.hpp"

#include <algorithm>
#include <chrono>
#include <numbers>

#include <malloc.h>

namespace scree::bench {
namespace {

constexpr Bed all_beds[] = {
    {"cubes", "cubes500.txt", "cube", 0.01, true},
    {"14-vertex grains", "dodecahedra500.txt", "rhombic_dodecahedron", 0.01, false},
    {"spheres", "spheres500.txt", "sphere", 0.01, false},
    {"ellipsoids", "ellipsoids500.txt", "ellipsoid", 0.01, false},
    {"superquadrics", "superquadrics500.txt", "superquadric", 0.01, false},
};

constexpr Bed bed_under_pressure = {"pressure law", "cubes500.txt", "cube",           0.01,
                                    true,           BedKind::space, LawKind::pressure};

constexpr Bed all_planar_beds[] = {
    {"in the plane", "polygons500.txt", "", 0.01, true, BedKind::plane},
    {"as prisms", "polygons500.txt", "", 0.01, true, BedKind::prisms},
};

PoseTable read_bed(const Bed& bed, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / bed.file;
  if (!std::filesystem::exists(file)) {
    fail("{}: there is no such bed. Run this in Scree's folder, or give --beds PATH/TO/scenes.",
         file.string());
  }
  PoseTable table = read_pose_table(file, bed.length);
  if (!(table.width > 0)) fail("{}: this is not a bed: it has no comment with 'L='.", file.string());
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
  const Surface surface = library_shape(bed.shape, {}, size);
  if (bed.law == LawKind::pressure)
    return w.shapes.add_mesh(std::string(bed.shape), make_facet_body(surface));
  return w.shapes.add_polyhedron(std::string(bed.shape), make_polyhedron(surface));
}

/// Adds the square or the hexagon of the planar beds, or its prism. Returns the index of the shape.
int add_planar_shape(const Bed& bed, int sides, World& w) {
  const Real edge = (sides == 4 ? 1 : 0.62) * bed.length,
             radius = 0.5 * edge / std::sin(std::numbers::pi / sides);
  std::vector<Vec2> corners;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * std::numbers::pi * (i - 0.5) / sides - 0.5 * std::numbers::pi;
    corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  const std::string name = sides == 4 ? "square" : "hexagon";
  if (bed.kind == BedKind::plane) return w.shapes.add_polygon(name, make_polygon(corners), bed.length);
  Surface prism;
  for (const Real z : {-0.5 * bed.length, 0.5 * bed.length}) {
    for (const Vec2 c : corners) prism.vertices.push_back({c.x, c.y, z});
  }
  std::vector<int> bottom, top;
  for (int i = 0; i < sides; ++i) bottom.push_back(sides - 1 - i), top.push_back(sides + i);
  prism.add_face(bottom), prism.add_face(top);
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    prism.add_face({i, next, next + sides, i + sides});
  }
  return w.shapes.add_polyhedron(name, make_polyhedron(prism));
}

/// Adds the walls of the box and sets gravity, which acts along y in the planar beds.
void add_box(World& w, Real width, bool planar) {
  if (planar) w.settings.gravity = {0, -9.81, 0};
  w.walls.add_plane("floor", 0, {planar ? Vec3{0, 1, 0} : Vec3{0, 0, 1}, 0});
  w.walls.add_plane("x-", 0, {{1, 0, 0}, 0});
  if (!planar) w.walls.add_plane("y-", 0, {{0, 1, 0}, 0});
  w.walls.add_plane("x+", 0, {{-1, 0, 0}, -width});
  if (!planar) w.walls.add_plane("y+", 0, {{0, -1, 0}, -width});
}

/// Returns the number of bytes of the heap that are in use.
double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

/// Returns the seconds that `steps` steps take: processor time with one thread, wall-clock time with more.
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
std::span<const Bed> planar_beds() { return all_planar_beds; }
const Bed& pressure_bed() { return bed_under_pressure; }

World tiled_bed(const Bed& bed, const StepOptions& options) {
  const PoseTable table = read_bed(bed, options.folder);
  const bool planar = bed.kind != BedKind::space;
  World w;
  std::vector<int> shapes;  // shapes that the bodies have in turn
  if (planar) {
    for (const int sides : {4, 6}) shapes.push_back(add_planar_shape(bed, sides, w));
  } else {
    shapes.push_back(add_shape(bed, w));
  }
  Material m;
  m.name = "stone", m.density = 2500, m.normal_stiffness = 1e5, m.tangential_stiffness = 8e4;
  m.friction = 0.5, m.restitution = 0.3;
  w.materials.materials.push_back(m);
  w.settings.law = bed.law;
  w.materials.combine_all(bed.law);
  w.settings.dt = 2e-5;
  const Real width = table.width;
  add_box(w, options.tiles * width, planar);
  BodyState body;
  for (int i = 0; i < options.tiles; ++i) {
    for (int j = 0; j < (planar ? 1 : options.tiles); ++j) {
      for (std::size_t n = 0; n < table.poses.size(); ++n) {
        body.shape = shapes[n % shapes.size()];
        body.pose = table.poses[n];
        body.pose.position += {i * width, j * width, 0};
        // The orientations in tables of 3D beds refer to the bodies' own frames, in tables of planar beds to
        // the input frames.
        if (planar)
          body.pose.orientation = body.pose.orientation * w.shapes[body.shape].body_in_input.orientation;
        w.add_body(body);
      }
    }
  }
  prepare(w);
  return w;
}

std::vector<StepRow> measure_steps(const std::vector<const Bed*>& chosen, const StepOptions& o) {
  set_thread_count(o.threads);
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
