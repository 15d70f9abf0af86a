// Builds a world from a scene: replaces names by numbers, makes shapes, and adds everything that is present
// from the beginning.

#include "scree/dda/step.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/io/scene/scene_notes.hpp"
#include "scree/shape/clean/clean.hpp"
#include "scree/shape/facet_mesh.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/text.hpp"
#include "scree/world/insert/wall_sides.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

/// Returns the index of a name in the list. If the name is not in the list, throws an Error that suggests the
/// nearest one.
int find_name(const std::vector<std::string_view>& names, const std::string& name,
              const std::string& location, std::string_view what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  fail("{}: there is no {} '{}'; the nearest is '{}'.", location, what, shown(name),
       names[nearest_word(name, names)]);
}

bool is_round(std::string_view name) {
  return name == "sphere" || name == "ellipsoid" || name == "superquadric";
}

/// Reads the table of a motion. Each line contains: time x y z angle.
std::vector<MotionTable::Entry> read_motion_table(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  std::vector<MotionTable::Entry> entries;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = next_line(rest);
    ++number;
    const auto location = [&] { return fmt::format("{}, line {}", file.string(), number); };
    Real value[5];
    int count = 0;
    for (std::string_view word = next_word(line); !word.empty() && word[0] != '#'; word = next_word(line)) {
      if (count == 5) fail("{}: there are more than five numbers: time x y z angle.", location());
      value[count++] = parse_number(word, location);
    }
    if (count == 0) continue;
    if (count < 5) fail("{}: there are {} numbers instead of five: time x y z angle.", location(), count);
    if (!entries.empty() && !(value[0] > entries.back().time))
      fail("{}: the time must be later than in the line before.", location());
    entries.push_back({value[0], {value[1], value[2], value[3]}, value[4]});
  }
  if (entries.size() < 2)
    fail("{}: a motion needs at least two lines of the form: time x y z angle.", file.string());
  return entries;
}

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {}

  World build() {
    world_.settings = scene_.settings;
    add_materials();
    for (const SceneShape& s : scene_.shapes) add_shape(s);
    for (const SceneWall& wall : scene_.walls) add_wall(wall);
    for (const SceneMotion& motion : scene_.motions) add_motion(motion);
    for (const SceneBody& body : scene_.bodies) add_body(body);
    for (const SceneInsert& insert : scene_.inserts) add_insertion(insert);
    if (scene_.settings.law == LawKind::pressure) check_layers();
    set_step();
    insert_due(world_);
    check_insertions();
    set_skin();
    prepare_solver(world_);
    check_overlaps();
    return std::move(world_);
  }

 private:
  const Scene& scene_;
  World world_;
  std::vector<bool> sized_;  // per shape: true if the scene gives its size

  void add_materials() {
    MaterialTable& table = world_.materials;
    table.materials = scene_.materials;
    table.combine_all(scene_.settings.law);
    for (const SceneContactPair& p : scene_.contact_pairs) {
      const int a = material(p.a, p.location), b = material(p.b, p.location);
      ContactProperties properties = table.of(a, b);
      if (p.normal_stiffness) properties.normal_stiffness = *p.normal_stiffness;
      if (p.tangential_stiffness) properties.tangential_stiffness = *p.tangential_stiffness;
      if (p.layer_stiffness) properties.layer_stiffness = *p.layer_stiffness;
      if (p.tangential_damping) properties.tangential_damping = *p.tangential_damping;
      if (p.restitution) properties.restitution = *p.restitution;
      if (p.friction) properties.friction = *p.friction;
      if (p.rolling_friction) properties.rolling_friction = *p.rolling_friction;
      table.set(a, b, properties, scene_.settings.law);
    }
  }

  int material(const std::string& name, const std::string& location) const {
    if (name.empty()) {
      if (scene_.materials.size() == 1) return 0;
      fail("{}: there are {} materials. Name one: material = \"{}\".", location, scene_.materials.size(),
           scene_.materials[0].name);
    }
    std::vector<std::string_view> names;
    for (const Material& m : scene_.materials) names.push_back(m.name);
    return find_name(names, name, location, "material");
  }

  int add_shape(const SceneShape& s) {
    try {
      const int index = scene_.planar()         ? add_planar(s)
                        : s.library == "sphere" ? add_sphere(s)
                        : s.is_superquadric()   ? add_superquadric(s)
                                                : add_polyhedron(s);
      sized_.push_back(s.size || s.equivalent_diameter || s.scale || s.has_lengths || !s.file.empty() ||
                       !s.corners.empty());
      return index;
    } catch (const Error& error) { fail("{}: {}", s.location, error.what()); }
  }

  int add_planar(const SceneShape& s) {
    if (s.sides == 1) {
      const Real diameter = s.size ? s.size->value : s.equivalent_diameter.value_or(1);
      return world_.shapes.add_disc(s.name, 0.5 * diameter, scene_.thickness);
    }
    std::vector<Vec2> corners = s.corners;
    for (int i = 0; i < s.sides; ++i) {  // one side is horizontal, at the bottom
      const Real angle = 2 * std::numbers::pi * (i - 0.5) / s.sides - 0.5 * std::numbers::pi;
      corners.push_back({0.5 * std::cos(angle), 0.5 * std::sin(angle)});
    }
    const Polygon as_given = make_polygon(corners);
    Real factor = 1;
    if (s.size) factor = 0.5 * s.size->value / as_given.bounding_radius;
    if (s.equivalent_diameter)
      factor = 0.5 * *s.equivalent_diameter * std::sqrt(std::numbers::pi / as_given.area);
    for (Vec2& c : corners) c = factor * c;
    return world_.shapes.add_polygon(s.name, make_polygon(corners), scene_.thickness);
  }

  int add_sphere(const SceneShape& s) {
    Real radius = 0.5;
    if (s.equivalent_diameter) radius = 0.5 * *s.equivalent_diameter;
    if (s.size && s.size->by == Size::By::diameter) radius = 0.5 * s.size->value;
    if (s.size && s.size->by == Size::By::volume) radius = std::cbrt(s.size->value / volume(Sphere{}));
    return world_.shapes.add_sphere(s.name, radius);
  }

  int add_superquadric(const SceneShape& s) {
    if (scene_.settings.law == LawKind::pressure)
      fail("superquadrics have no facets for law = \"pressure\". Use an icosphere, or another law.");
    Superquadric round = make_superquadric(s.round.half_length, s.round.n1, s.round.n2);
    Real factor = 1;
    if (s.equivalent_diameter)
      factor = std::cbrt(volume(Sphere{0.5 * *s.equivalent_diameter}) / volume(round));
    if (s.size && s.size->by == Size::By::diameter) factor = 0.5 * s.size->value / bounding_radius(round);
    if (s.size && s.size->by == Size::By::volume) factor = std::cbrt(s.size->value / volume(round));
    round.half_length = factor * round.half_length;
    return world_.shapes.add_superquadric(s.name, round);
  }

  int add_polyhedron(const SceneShape& s) {
    Surface surface;
    if (s.file.empty()) {
      const LibraryEntry* entry = find_in_library(s.library);
      const Size unit{entry != nullptr && entry->edge.empty() ? Size::By::diameter : Size::By::edge, 1};
      surface = library_shape(s.library, s.parameters, s.size.value_or(unit));
    } else {
      ReadOptions options;
      options.hull = s.hull, options.merge = s.merge;
      surface = read_surface(scene_.folder / s.file, options).surface;
      const MassProperties mass = integrate_mass(surface);
      Real radius = 0;
      for (const Vec3 v : surface.vertices) radius = std::max(radius, length(v - mass.centroid));
      if (s.scale) scale(surface, *s.scale);
      if (s.size && s.size->by == Size::By::volume) scale(surface, std::cbrt(s.size->value / mass.volume));
      if (s.size && s.size->by == Size::By::diameter) scale(surface, s.size->value / (2 * radius));
    }
    if (s.equivalent_diameter) {
      const Real wanted = volume(Sphere{0.5 * *s.equivalent_diameter});
      scale(surface, std::cbrt(wanted / integrate_mass(surface).volume));
    }
    if (scene_.settings.law == LawKind::pressure)
      return world_.shapes.add_mesh(s.name, make_facet_body(surface));
    return world_.shapes.add_polyhedron(s.name, make_polyhedron(surface));
  }

  /// Returns the index of the shape that has this name in the scene or in the library.
  int shape(const std::string& name, const std::string& location) {
    std::vector<std::string_view> names;
    for (const Shape& s : world_.shapes.all) names.push_back(s.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    const int sides = planar_library_sides(name);
    const bool in_library = scene_.planar() ? sides > 0 : is_round(name) || find_in_library(name) != nullptr;
    if (in_library) {
      SceneShape s;
      s.name = s.library = name;
      s.location = location;
      s.sides = sides;
      return add_shape(s);
    }
    if (scene_.planar())
      fail(
          "{}: there is no 2D shape '{}'. Define it in [shape.NAME], or use disc, "
          "triangle, square, pentagon, hexagon, octagon.",
          location, shown(name));
    for (const std::string_view round : {"sphere", "ellipsoid", "superquadric"}) names.push_back(round);
    for (const LibraryEntry& entry : library()) names.push_back(entry.name);
    fail(
        "{}: there is no shape '{}'; the nearest is '{}'. Use a shape with a table [shape.NAME], or one of "
        "the library.",
        location, shown(name), names[nearest_word(name, names)]);
  }

  void check_sized(int shape, const std::string& location) const {
    if (sized_[shape]) return;
    fail("{}: the shape '{}' has no size. Give one here, or in [shape.{}].", location,
         world_.shapes[shape].name, world_.shapes[shape].name);
  }

  void add_wall(const SceneWall& wall) {
    const int m = material(wall.material, wall.location);
    std::visit([&](const auto& shape) { add_wall(wall, m, shape); }, wall.shape);
  }

  void add_wall(const SceneWall& wall, int material, const ScenePlane& plane) {
    add_plane(wall, wall.name, material, plane.normal, plane.point, wall.removed_at);
  }

  void add_wall(const SceneWall& wall, int material, const SceneBox& box) {
    std::vector<std::string_view> sides = {"x-", "x+", "y-", "y+", "z-", "z+"};
    if (scene_.planar()) sides.resize(4);
    const auto is_open = [&](std::string_view side) {
      return std::find(box.open.begin(), box.open.end(), side) != box.open.end();
    };
    for (const std::string& side : box.open) find_name(sides, side, wall.location + ".open", "side");
    for (const auto& [side, time] : box.remove) {
      find_name(sides, side, wall.location + ".remove", "side");
      if (is_open(side))
        fail("{}.remove: the side '{}' is open from the beginning. Leave it out here or in open.",
             wall.location, side);
    }
    for (int s = 0; s < static_cast<int>(sides.size()); ++s) {
      if (is_open(sides[s])) continue;
      Vec3 normal;
      normal[s / 2] = s % 2 == 0 ? 1 : -1;
      std::optional<Real> removed_at = wall.removed_at;
      for (const auto& [side, time] : box.remove) {
        if (side == sides[s]) removed_at = time;
      }
      add_plane(wall, fmt::format("{}.{}", wall.name, sides[s]), material, normal,
                s % 2 == 0 ? box.lower : box.upper, removed_at);
    }
  }

  void add_wall(const SceneWall& wall, int material, const SceneCylinder& c) {
    check_new_name(wall, wall.name);
    set_times(wall, world_.walls.add_cylinder(wall.name, material, c.from, c.to, c.radius, c.closed, c.sides),
              wall.removed_at);
  }

  void add_wall(const SceneWall& wall, int material, const SceneMesh& mesh) {
    check_new_name(wall, wall.name);
    Surface surface = read_wall_surface(scene_.folder / mesh.file);
    if (mesh.merge > 0) widen_rounding(surface, mesh.merge);
    scale(surface, mesh.scale);
    const int index = world_.walls.add_mesh(wall.name, material, make_facet_mesh(surface));
    world_.walls.all[index].pose = mesh.pose;
    set_times(wall, index, wall.removed_at);
  }

  void add_wall(const SceneWall& wall, int material, const SceneLine& line) {
    check_new_name(wall, wall.name);
    try {
      set_times(wall, world_.walls.add_line(wall.name, material, make_polyline(line.points)),
                wall.removed_at);
    } catch (const Error& error) { fail("{}: {}", wall.location, error.what()); }
  }

  void add_plane(const SceneWall& wall, const std::string& name, int material, Vec3 normal, Vec3 point,
                 std::optional<Real> removed_at) {
    check_new_name(wall, name);
    set_times(wall, world_.walls.add_plane(name, material, make_half_space(normal, point)), removed_at);
  }

  void check_new_name(const SceneWall& wall, const std::string& name) const {
    for (const Wall& other : world_.walls.all) {
      if (other.name == name)
        fail("{}: there are two walls '{}'. Give each its own name.", wall.location, name);
    }
  }

  void set_times(const SceneWall& wall, int index, std::optional<Real> removed_at) {
    Wall& added = world_.walls.all[index];
    if (removed_at) added.removed_at = *removed_at;
    if (wall.appears_at) {
      added.appears_at = *wall.appears_at;
      added.present = *wall.appears_at <= 0;
    }
    if (!(added.appears_at < added.removed_at))
      fail("{}: the wall is removed before it appears. Correct appears_at or removed_at.", wall.location);
  }

  /// Adds the motion to the wall that it names, or to all sides if the wall is a box.
  void add_motion(const SceneMotion& m) {
    Motions motion = m.motion;
    for (MotionTable& table : motion.tables) table.entries = read_motion_table(scene_.folder / m.file);
    bool found = false;
    for (int wall = 0; wall < static_cast<int>(world_.walls.all.size()); ++wall) {
      const std::string& name = world_.walls.all[wall].name;
      if (name != m.wall && !name.starts_with(m.wall + ".")) continue;
      found = true;
      const auto give = [wall](auto& from, auto& to) {
        for (auto one : from) {
          one.wall = wall;
          to.push_back(one);
        }
      };
      give(motion.phases, world_.motions.phases);
      give(motion.tables, world_.motions.tables);
      give(motion.vibrations, world_.motions.vibrations);
      give(motion.servos, world_.motions.servos);
    }
    if (found) return;
    std::vector<std::string_view> names;
    for (const Wall& wall : world_.walls.all) names.push_back(wall.name);
    if (names.empty()) fail("{}: there are no walls to move.", m.location);
    find_name(names, m.wall, m.location, "wall");
  }

  void check_inside(Vec3 position, const std::string& location, std::string_view what) const {
    if (!clear_of_walls(world_, position, 0))
      fail("{}: {} lies outside, behind a wall. Move it, or the wall.", location, what);
  }

  void add_body(const SceneBody& body) {
    BodyState state = body.state;
    state.shape = shape(body.shape, body.location);
    state.material = material(body.material, body.location);
    const Shape& s = world_.shapes[state.shape];
    if (body.size) {
      state.scale = 0.5 * *body.size / s.equivalent_radius;
    } else {
      check_sized(state.shape, body.location);
    }
    state.pose.orientation = state.pose.orientation * s.body_in_input.orientation;
    if (body.at_corners) state.pose.position = s.body_in_input.position;
    if (state.freedom == Freedom::free)
      check_inside(state.pose.position, body.location, "the centre of the body");
    world_.add_body(state);
  }

  void add_insertion(const SceneInsert& insert) {
    Insertion i = insert.insertion;
    i.material = material(insert.material, insert.location);
    for (const std::string& name : insert.shapes) {
      i.grains.shapes.push_back(shape(name, insert.location));
      if (i.grains.sizes.rule == SizeRule::own) check_sized(i.grains.shapes.back(), insert.location);
    }
    const Real widest = 2 * i.grains.largest_radius(world_.shapes);
    if (i.kind == InsertionKind::lattice) {
      if (i.spacing == 0) i.spacing = widest * (1 + 1e-9);
      if (i.spacing < widest)
        fail(
            "{}: a spacing of {} m is less than the largest bounding sphere, {:.4g} m across. Raise it, or "
            "leave it out.",
            insert.location, i.spacing, widest);
      for (int c = 0; c < (scene_.planar() ? 2 : 3); ++c) {
        if (i.upper[c] - i.lower[c] < i.spacing * (1 - 1e-9))
          fail(
              "{}: the region is {:.4g} m wide along {}, less than the spacing of {:.4g} m{}: nothing fits. "
              "Make "
              "it larger, or the bodies smaller.",
              insert.location, i.upper[c] - i.lower[c], "xyz"[c], i.spacing, sizes_text(i));
      }
    }
    if (i.kind == InsertionKind::table) {
      for (const Pose& pose : i.poses)
        check_inside(pose.position, insert.location,
                     fmt::format("the body at {} {} {}", pose.position.x, pose.position.y, pose.position.z));
    } else {
      check_inside(0.5 * (i.lower + i.upper), insert.location, "the middle of the region");
    }
    i.inside = insert.inside ? walls_named(*insert.inside, insert.inside_location)
                             : walls_around(world_, middle_of(i));
    if (i.columns > 0) {
      for (const OutsidePoints& p : points_outside(world_, i)) {
        fail(
            "{}: {} of {} points of the grid lie behind the wall '{}', which contains the bodies; the first "
            "is "
            "at {:.4g} {:.4g} {:.4g}. Make the region smaller, or name other walls: inside = [...].",
            insert.location, p.count, p.of, world_.walls.all[p.wall].name, p.first.x, p.first.y, p.first.z);
      }
    }
    world_.insertions.push_back(std::move(i));
  }

  /// Returns the walls of these names; the name of a box stands for all its sides.
  std::vector<int> walls_named(const std::vector<std::string>& named, const std::string& location) const {
    std::vector<std::string_view> names;
    for (const Wall& wall : world_.walls.all) names.push_back(wall.name);
    std::vector<int> walls;
    for (const std::string& name : named) {
      const std::size_t before = walls.size();
      for (int wall = 0; wall < static_cast<int>(names.size()); ++wall) {
        if (names[wall] == name || names[wall].starts_with(name + ".")) walls.push_back(wall);
      }
      if (walls.size() > before) continue;
      if (names.empty()) fail("{}: the scene has no walls. Leave it out.", location);
      find_name(names, name, location, "wall");
    }
    for (const LineSurface& line : world_.walls.lines) {
      if (std::find(walls.begin(), walls.end(), line.wall) != walls.end())
        fail("{}: the wall '{}' is a line, which has no inside. Leave it out.", location, names[line.wall]);
    }
    return walls;
  }

  /// Returns the sizes of an insertion as " for sizes up to 10 m", with a hint if they look like millimetres.
  static std::string sizes_text(const Insertion& i) {
    if (i.grains.sizes.rule == SizeRule::own) return {};
    const Real largest = i.grains.sizes.largest();
    return fmt::format(" for sizes up to {:.4g} m{}", largest,
                       largest > 1 ? " (sizes are in m: 10 mm is 0.01)" : "");
  }

  /// Returns advice for an insertion that found no space. It proposes a region for all bodies, computed from
  /// the solid fraction that the insertion reached.
  std::string larger_region_text(const Insertion& s) const {
    const std::string otherwise = "Make the region larger, or ask for fewer bodies.";
    if (s.state.done == 0 || s.kind != InsertionKind::random) return otherwise;
    Real wanted = s.solid_fraction * s.region_volume();
    if (s.solid_fraction > 0) {
      return fmt::format(
          "Ask for a solid fraction up to {:.2g}, or let the bodies settle and continue with them.",
          0.9 * s.state.volume / s.region_volume());
    }
    for (int k = 0; k < s.count; ++k) {
      const Grain g = s.grains.grain(k, world_.shapes);
      wanted += world_.shapes[g.shape].volume * world_.shapes[g.shape].volume_factor(g.scale);
    }
    const Vec3 gravity = scene_.settings.gravity;
    int axis = scene_.planar() ? 1 : 2;
    for (int c = 0; c < 3; ++c) {
      if (std::abs(gravity[c]) > std::abs(gravity[axis])) axis = c;
    }
    const Real height = s.upper[axis] - s.lower[axis], needed = 1.15 * height * wanted / s.state.volume;
    return fmt::format(
        "A region of {:.3g} m along {} instead of {:.3g} m would do: {}.", needed, "xyz"[axis], height,
        gravity[axis] > 0 ? fmt::format("lower.{} = {:.3g}", "xyz"[axis], s.upper[axis] - needed)
                          : fmt::format("upper.{} = {:.3g}", "xyz"[axis], s.lower[axis] + needed));
  }

  void set_step() {
    if (scene_.settings.solver == Solver::dda) {
      world_.settings.dt = scene_.step.value_or(0.001);
      return;
    }
    const Real critical = critical_step_of_all(world_);
    if (!scene_.step && !std::isfinite(critical))
      fail("{}: no body is free, so there is no critical step. Give step in s.", scene_.step_location);
    const Real dt = scene_.step.value_or(scene_.step_fraction * critical);
    if (dt > critical && !scene_.force_step) {
      fail(
          "{}: {:.4g} s is longer than the critical step of {:.4g} s: the bodies would fly apart. Give at "
          "most {:.2g}, or \"auto\", or set force_step = true.",
          scene_.step_location, dt, critical, 0.5 * critical);
    }
    world_.settings.dt = dt;
  }

  /// Refuses bodies that are too thin for their stiffness: a body that falls by its size must not sink
  /// through half the solid behind a facet.
  void check_layers() const {
    const Real gravity = length(scene_.settings.gravity);
    const auto check = [&](int shape, int material, Real scale, const std::string& location) {
      const Shape& s = world_.shapes[shape];
      if (s.kind != ShapeKind::mesh) return;
      const FacetBody& body = world_.shapes.meshes[s.index];
      const ContactProperties& p = world_.materials.of(material, material);
      const Real volume = scale * scale * scale * s.volume,
                 mass = volume * world_.materials.materials[material].density_of(volume);
      const Real stiffness = p.layer_stiffness * scale * scale * body.largest_patch;
      const Real energy = 4 * mass * gravity * scale * s.bounding_radius;  // twice the energy of that fall
      const Real sinks = std::sqrt(energy / stiffness), half = 0.5 * scale * body.thinnest_layer;
      if (sinks <= half) return;
      fail(
          "{}: '{}' is {:.3g} m thick at its thinnest point, and sinks {:.3g} m into other bodies when it "
          "falls by its size. Contacts deeper than half of the thickness are lost. Raise layer_stiffness "
          "above {:.2g} Pa/m, or make the shape thicker.",
          location, s.name, 2 * half, sinks, p.layer_stiffness * (sinks / half) * (sinks / half));
    };
    for (int i = 0; i < world_.bodies.count(); ++i)
      check(world_.bodies.shape[i], world_.bodies.material[i], world_.bodies.scale[i],
            scene_.bodies[i].location);
    for (std::size_t i = 0; i < world_.insertions.size(); ++i) {
      const Insertion& s = world_.insertions[i];
      for (const int shape : s.grains.shapes)
        check(shape, s.material, s.grains.smallest_scale(world_.shapes[shape]), scene_.inserts[i].location);
    }
  }

  void check_insertions() const {
    for (std::size_t i = 0; i < world_.insertions.size(); ++i) {
      const Insertion& s = world_.insertions[i];
      if (s.kind == InsertionKind::rain || s.start > 0 || s.state.finished) continue;
      fail("{}: after {} bodies (solid fraction {:.3f}) there was no space for the next{}. {}",
           scene_.inserts[i].location, s.state.done, s.state.volume / s.region_volume(),
           s.state.done == 0 ? sizes_text(s) : "", larger_region_text(s));
    }
  }

  /// Refuses deep overlaps. Their springs would store energy that no motion has supplied, and would throw the
  /// bodies apart.
  void check_overlaps() const {
    if (scene_.allow_overlaps) return;
    const auto check = [&](const World& w) {
      const DeepestOverlap deepest = deepest_overlap(w);
      if (deepest.body_a < 0 || deepest.fraction <= deep_overlap) return;
      fail("{}: they would be shot apart. Move one of them, or set run.allow_overlaps = true.",
           overlap_text(scene_, w, deepest));
    };
    if (scene_.settings.solver == Solver::explicit_steps) return check(world_);
    World copy = world_;  // the solver dda finds its contacts only within the first step
    find_forces_now(copy);
    check(copy);
  }

  void set_skin() {
    if (scene_.skin) {
      world_.pairs.skin = *scene_.skin;
      return;
    }
    if (world_.bodies.count() > 0) return;  // prepare() chooses the step
    Real smallest = std::numeric_limits<Real>::infinity();
    for (const Insertion& i : world_.insertions) {
      for (const int s : i.grains.shapes) {
        const Shape& shape = world_.shapes[s];
        smallest = std::min(smallest, i.grains.smallest_scale(shape) * shape.bounding_radius);
      }
    }
    world_.pairs.skin = 0.1 * smallest;
  }
};

}  // namespace

World build(const Scene& scene) { return Builder(scene).build(); }

Real critical_step_of_all(const World& w) {
  // World with the smallest body of each pending kind.
  World sample;
  sample.settings = w.settings;
  sample.materials = w.materials;
  sample.shapes = w.shapes;
  for (const Insertion& i : w.insertions) {
    for (const int s : i.grains.shapes) {
      sample.add_body({s, i.material, i.grains.smallest_scale(w.shapes[s]), {}, {}, {}, Freedom::free});
    }
  }
  return std::min(critical_step(w), critical_step(sample));
}

}  // namespace scree
