#include "scree/io/scene/scene_notes.hpp"

#include "scree/io/scene/scene_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

/// Initial overlaps of at least this fraction of the smaller body's size are reported.
constexpr Real odd_overlap = 0.01;
constexpr Real large_body = 1, large_wall = 10;  // m: larger lengths may be in mm

/// Collects notes on the parts of a scene.
class Notes {
 public:
  Notes(const Scene& scene, const World& world) : scene_(scene), w_(world), list_(scene.key_notes) {}

  std::vector<std::string> take() {
    note_sizes();
    note_wall_sizes();
    note_walls();
    note_lattices();
    note_curved_bodies();
    note_servos();
    note_bodies_behind_meshes();
    note_overlap();
    note_time();
    return std::move(list_);
  }

 private:
  const Scene& scene_;
  const World& w_;
  std::vector<std::string> list_;

  template <class... Args>
  void add(fmt::format_string<Args...> text, Args&&... args) {
    list_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  void note_sizes() {
    if (scene_.settings.solver == Solver::dda) return;  // bodies of this solver are blocks of rock
    for (const SceneShape& s : scene_.shapes) {
      if (s.file.empty() || s.size || s.equivalent_diameter || s.scale) continue;
      for (const Shape& shape : w_.shapes.all) {
        if (shape.name == s.name && 2 * shape.equivalent_radius > large_body)
          add("{}: the file's body is {:.3g} m in size. Are these millimetres? Give scale = 0.001.",
              s.location, 2 * shape.equivalent_radius);
      }
    }
    for (const SceneInsert& i : scene_.inserts) {
      const std::vector<Real>& sizes = i.insertion.grains.sizes.sizes;
      if (!sizes.empty() && sizes.back() > large_body)
        add("{}: sizes go up to {:.3g} m. Are these millimetres? 10 mm is 0.01.", i.location, sizes.back());
    }
    for (const SceneBody& b : scene_.bodies) {
      if (!b.size || *b.size <= large_body || scene_.planar()) continue;
      add("{}: the size is {:.3g} m. Is this in millimetres? 10 mm is 0.01.", b.location, *b.size);
      return;  // one note is enough
    }
  }

  void note_wall_sizes() {
    for (const SceneWall& wall : scene_.walls) {
      const SceneMesh* mesh = std::get_if<SceneMesh>(&wall.shape);
      if (mesh == nullptr || mesh->scale != 1) continue;
      for (const PlanarPatchSurface& s : w_.walls.planar_patches) {
        if (s.patch != 0 || w_.walls.all[s.wall].name != wall.name) continue;
        const Real size = w_.walls.meshes[s.mesh].size;
        if (size > large_wall)
          add("{}: the mesh is {:.3g} m across. Are these millimetres? Give scale = 0.001.", wall.location,
              size);
      }
    }
  }

  void note_walls() {
    const auto fixed = [](Freedom f) { return f != Freedom::free; };
    if (!w_.walls.all.empty() || length_squared(w_.settings.gravity) == 0 ||
        std::any_of(w_.bodies.freedom.begin(), w_.bodies.freedom.end(), fixed))
      return;
    add("the scene has no walls and no fixed bodies: everything falls forever. [[wall]] alone is a floor.");
  }

  void note_lattices() {
    for (std::size_t i = 0; i < w_.insertions.size(); ++i) {
      const Insertion& s = w_.insertions[i];
      if (s.kind != InsertionKind::lattice || s.count <= lattice_capacity(s)) continue;
      add("{}: the lattice has room for {} of the {} bodies of count. Enlarge the region, or reduce spacing.",
          scene_.inserts[i].location, lattice_capacity(s), s.count);
    }
  }

  /// Adds a note on curved bodies: the damping of the law pressure is designed for planar patches.
  void note_curved_bodies() {
    if (w_.settings.law != LawKind::pressure) return;
    constexpr std::size_t most_planar_patches = 24;
    std::string names;
    for (const Shape& s : w_.shapes.all) {
      if (s.kind != ShapeKind::mesh) continue;
      const std::size_t planar_patches = w_.shapes.meshes[s.index].facets.planar_patches.size();
      if (planar_patches > most_planar_patches)
        names += fmt::format("{}'{}' ({} faces)", names.empty() ? "" : ", ", s.name, planar_patches);
    }
    if (names.empty()) return;
    add("{}: with law = \"pressure\" restitution applies to bodies that touch on a planar face; round bodies "
        "keep more speed, 0.56 instead of 0.2 (docs/explanation/laws.md).",
        names);
  }

  /// Returns the mean of stiffness x mass over the bodies. It determines the largest stable gain of a servo.
  Real mean_stiffness_times_mass() const {
    World sample;
    sample.settings = w_.settings;
    sample.materials = w_.materials;
    sample.shapes = w_.shapes;
    for (const Insertion& i : w_.insertions) {
      if (i.grains.shapes.empty()) continue;
      for (int k = 0; k < std::min(expected_count(i), 100); ++k) {
        const Grain g = i.grains.grain(k, w_.shapes);
        sample.add_body({g.shape, i.material, g.scale, {}, {}, {}, Freedom::free});
      }
    }
    Real sum = 0;
    int count = 0;
    for (const World* world : {&w_, static_cast<const World*>(&sample)}) {
      for (int i = 0; i < world->bodies.count(); ++i) {
        if (world->bodies.freedom[i] != Freedom::free) continue;
        const int m = world->bodies.material[i];
        sum += world->bodies.mass[i] * contact_stiffness(*world, i, world->materials.of(m, m));
        ++count;
      }
    }
    return count > 0 ? sum / count : 0;
  }

  void note_servos() {
    if (w_.motions.servos.empty()) return;
    const Real product = mean_stiffness_times_mass();
    if (product == 0) return;
    const Real stable = 0.1 / std::sqrt(product);
    for (const Servo& s : w_.motions.servos) {
      if (s.gain <= stable) continue;
      add("the servo of wall '{}' has gain = {:.2g} m/s/N, and is stable up to about {:.1g}: with more, the "
          "wall chatters (docs/reference/walls.md).",
          w_.walls.all[s.wall].name, s.gain, stable);
    }
  }

  /// True if the path of a body first meets the mesh from behind.
  static bool falls_through(const FacetMesh& mesh, const Pose& pose, Vec3 position, Vec3 direction) {
    const Vec3 from = inverse_transform(pose, position),
               along = rotate(conjugate(pose.orientation), direction);
    Real nearest = std::numeric_limits<Real>::infinity();
    bool from_behind = false;
    mesh.tree.cast_ray(from, along, [&](int facet) {
      const HalfSpace& plane = mesh.planar_patches[mesh.patch_of[facet]].plane;
      const Real speed = dot(plane.normal, along);
      const Real at = speed != 0 ? -signed_distance(plane, from) / speed : -1;
      if (at < 0 || at >= nearest) return nearest;
      const Vec3 hit = from + at * along;
      for (int c = mesh.facet_begin[facet]; c < mesh.facet_begin[facet + 1]; ++c) {
        if (dot(mesh.edge[c].outward, hit) > mesh.edge[c].offset) return nearest;
      }
      from_behind = speed > 0;
      return nearest = at;
    });
    return from_behind;
  }

  void note_bodies_behind_meshes() {
    for (const PlanarPatchSurface& s : w_.walls.planar_patches) {
      const Wall& wall = w_.walls.all[s.wall];
      if (s.patch != 0 || !wall.present) continue;
      int count = 0, first = -1;
      for (int i = 0; i < w_.bodies.count(); ++i) {
        const Vec3 gravity = w_.settings.gravity,
                   direction = length_squared(gravity) > 0 ? gravity : w_.bodies.velocity[i];
        if (w_.bodies.freedom[i] != Freedom::free || length_squared(direction) == 0) continue;
        if (!falls_through(w_.walls.meshes[s.mesh], wall.pose, w_.bodies.position[i], normalized(direction)))
          continue;
        if (count++ == 0) first = i;
      }
      if (count == 0) continue;
      add("{} of {} bodies lie behind the mesh '{}', the first is the body of {}: they fall through it. Its "
          "triangles must "
          "run counter-clockwise seen from the bodies.",
          count, w_.bodies.count(), wall.name, body_location(scene_, w_, first));
    }
  }

  void note_overlap() {
    const DeepestOverlap deepest = deepest_overlap(w_);
    if (deepest.body_a < 0 || deepest.fraction < odd_overlap) return;
    add("{}: their springs push them apart and add energy.", overlap_text(scene_, w_, deepest));
  }

  void note_time() {
    const Estimate e = estimate(w_, scene_.end);
    constexpr double month = 30 * 86400.0;
    if (e.seconds() > month)
      add("{:.3g} steps for {:.0f} bod{} take about {} on one thread. Check run.end and the step.", e.steps,
          e.bodies, e.bodies == 1 ? "y" : "ies", duration_text(e.seconds()));
  }
};

}  // namespace

BodySizes body_sizes(const World& w) {
  BodySizes sizes{std::numeric_limits<Real>::infinity(), 0};
  const auto include = [&](Real size) {
    sizes.smallest = std::min(sizes.smallest, size), sizes.largest = std::max(sizes.largest, size);
  };
  for (int i = 0; i < w.bodies.count(); ++i)
    include(2 * w.bodies.scale[i] * w.shapes[w.bodies.shape[i]].equivalent_radius);
  for (const Insertion& i : w.insertions) {
    if (i.state.finished) continue;
    if (i.grains.sizes.rule != SizeRule::own) {
      include(i.grains.sizes.smallest());
      include(i.grains.sizes.largest());
    } else {
      for (const int s : i.grains.shapes) include(2 * w.shapes[s].equivalent_radius);
    }
  }
  return sizes;
}

std::vector<std::string> scene_notes(const Scene& scene, const World& world) {
  return Notes(scene, world).take();
}

std::string body_location(const Scene& scene, const World& w, int body) {
  const int given = static_cast<int>(scene.bodies.size());
  if (body < given) return scene.bodies[body].location;
  int end = given;
  for (std::size_t i = 0; i < w.insertions.size(); ++i) {
    const int begin = end;
    end += w.insertions[i].state.done;
    if (body < end) return fmt::format("{}, body {}", scene.inserts[i].location, body - begin + 1);
  }
  return fmt::format("body {}", body);
}

std::string overlap_text(const Scene& scene, const World& w, const DeepestOverlap& o) {
  const bool wall = o.body_b < 0;
  const Real percent = 100 * o.fraction;
  return fmt::format("{} overlaps {} by {:.2g} m at the beginning, {} % of {} size",
                     body_location(scene, w, o.body_a),
                     wall ? fmt::format("the wall '{}'", w.walls.all[-1 - o.body_b].name)
                          : "the body of " + body_location(scene, w, o.body_b),
                     o.depth, percent < 10 ? fmt::format("{:.2g}", percent) : fmt::format("{:.0f}", percent),
                     wall ? "its" : "the smaller one's");
}

}  // namespace scree
