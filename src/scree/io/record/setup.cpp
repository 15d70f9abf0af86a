#include "scree/io/record/setup.hpp"

#include "scree/error.hpp"
#include "scree/math/hash.hpp"
#include "scree/text.hpp"
#include "scree/world/state/fields.hpp"

#include <fmt/format.h>

#include <map>

namespace scree {
namespace {

/// Marks a member that is not in the setup because the state contains it or other members determine it.
template <class Member>
struct NoSetup {
  using Type = Member;
};
template <class Struct, class Member>
constexpr NoSetup<Member> no_setup(Member Struct::*) {
  return {};
}

/// Members of a struct of the setup, in order. Compilation fails if a struct has a member that is not listed.
template <class T>
inline constexpr auto setup_fields = fields<T>;

template <>
inline constexpr auto setup_fields<DdaSettings> = std::make_tuple(field("is_static", &DdaSettings::is_static),
                                                                  field("displacement_limit",
                                                                        &DdaSettings::displacement_limit),
                                                                  field("detector", &DdaSettings::detector));
template <>
inline constexpr auto setup_fields<WorldSettings> = std::make_tuple(
    field("dt", &WorldSettings::dt), field("gravity", &WorldSettings::gravity),
    field("law", &WorldSettings::law), field("algorithm", &WorldSettings::algorithm),
    field("patch", &WorldSettings::patch), field("local_damping", &WorldSettings::local_damping),
    field("quadrature", &WorldSettings::quadrature), field("integrator", &WorldSettings::integrator),
    field("solver", &WorldSettings::solver), field("dda", &WorldSettings::dda));

template <>
inline constexpr auto setup_fields<Material> = std::make_tuple(
    field("name", &Material::name), field("density", &Material::density),
    field("least_mass", &Material::least_mass), field("normal_stiffness", &Material::normal_stiffness),
    field("tangential_stiffness", &Material::tangential_stiffness), field("young", &Material::young),
    field("poisson", &Material::poisson), field("layer_stiffness", &Material::layer_stiffness),
    field("tangential_damping", &Material::tangential_damping), field("restitution", &Material::restitution),
    field("friction", &Material::friction), field("rolling_friction", &Material::rolling_friction),
    field("cohesion", &Material::cohesion), field("tension", &Material::tension));
template <>
inline constexpr auto setup_fields<ContactProperties> = std::make_tuple(
    field("normal_stiffness", &ContactProperties::normal_stiffness),
    field("tangential_stiffness", &ContactProperties::tangential_stiffness),
    field("young", &ContactProperties::young), field("shear", &ContactProperties::shear),
    field("layer_stiffness", &ContactProperties::layer_stiffness),
    field("tangential_damping", &ContactProperties::tangential_damping),
    field("sphere_damping_ratio", &ContactProperties::sphere_damping_ratio),
    field("restitution", &ContactProperties::restitution), field("friction", &ContactProperties::friction),
    field("rolling_friction", &ContactProperties::rolling_friction),
    field("damping_ratio", &ContactProperties::damping_ratio),
    field("cohesion", &ContactProperties::cohesion), field("tension", &ContactProperties::tension));
template <>
inline constexpr auto setup_fields<MaterialTable> =
    std::make_tuple(field("materials", &MaterialTable::materials), field("pairs", &MaterialTable::pairs));

template <>
inline constexpr auto setup_fields<Shape> = std::make_tuple(
    field("name", &Shape::name), field("kind", &Shape::kind), field("index", &Shape::index),
    field("volume", &Shape::volume), field("inertia", &Shape::inertia),
    field("bounding_radius", &Shape::bounding_radius), field("equivalent_radius", &Shape::equivalent_radius),
    field("cube_edge", &Shape::cube_edge), field("half_extent", &Shape::half_extent),
    field("body_in_input", &Shape::body_in_input), field("lever", &Shape::lever),
    field("thickness", &Shape::thickness));
template <>
inline constexpr auto setup_fields<Superquadric> = std::make_tuple(field("half_length",
                                                                         &Superquadric::half_length),
                                                                   field("n1", &Superquadric::n1),
                                                                   field("n2", &Superquadric::n2));
template <>
inline constexpr auto setup_fields<HalfSpace> = std::make_tuple(field("normal", &HalfSpace::normal),
                                                                field("offset", &HalfSpace::offset));

template <>
inline constexpr auto setup_fields<Wall> = std::make_tuple(field("name", &Wall::name),
                                                           field("material", &Wall::material),
                                                           no_setup(&Wall::pose), no_setup(&Wall::velocity),
                                                           no_setup(&Wall::spin), no_setup(&Wall::present),
                                                           field("appears_at", &Wall::appears_at),
                                                           field("removed_at", &Wall::removed_at),
                                                           no_setup(&Wall::force), no_setup(&Wall::torque));
template <>
inline constexpr auto setup_fields<PlaneSurface> = std::make_tuple(field("wall", &PlaneSurface::wall),
                                                                   field("plane", &PlaneSurface::plane));
template <>
inline constexpr auto setup_fields<Cylinder> = std::make_tuple(field("point", &Cylinder::point),
                                                               field("axis", &Cylinder::axis),
                                                               field("radius", &Cylinder::radius),
                                                               field("from", &Cylinder::from),
                                                               field("to", &Cylinder::to));
template <>
inline constexpr auto setup_fields<CylinderSurface> =
    std::make_tuple(field("wall", &CylinderSurface::wall), field("cylinder", &CylinderSurface::cylinder),
                    field("sides", &CylinderSurface::sides));
template <>
inline constexpr auto setup_fields<LineJoint> = std::make_tuple(field("joined", &LineJoint::joined),
                                                                field("neighbour", &LineJoint::neighbour),
                                                                field("length", &LineJoint::length),
                                                                field("left", &LineJoint::left));
template <>
inline constexpr auto setup_fields<LineSegment> = std::make_tuple(field("end", &LineSegment::end),
                                                                  field("left", &LineSegment::left),
                                                                  field("joint", &LineSegment::joint));
template <>
inline constexpr auto setup_fields<LineSurface> = std::make_tuple(field("wall", &LineSurface::wall),
                                                                  field("segment", &LineSurface::segment));
template <>
inline constexpr auto setup_fields<Walls> = std::make_tuple(
    field("all", &Walls::all), field("planes", &Walls::planes), field("cylinders", &Walls::cylinders),
    no_setup(&Walls::planar_patches),  // the meshes determine them
    no_setup(&Walls::meshes),          // each mesh has its own line
    field("lines", &Walls::lines));

template <>
inline constexpr auto setup_fields<MotionPhase> = std::make_tuple(
    field("wall", &MotionPhase::wall), field("begin", &MotionPhase::begin), field("end", &MotionPhase::end),
    field("velocity", &MotionPhase::velocity), field("spin", &MotionPhase::spin),
    field("center", &MotionPhase::center), field("carried", &MotionPhase::carried));
template <>
inline constexpr auto setup_fields<MotionTable::Entry> = std::make_tuple(
    field("time", &MotionTable::Entry::time), field("position", &MotionTable::Entry::position),
    field("angle", &MotionTable::Entry::angle));
template <>
inline constexpr auto setup_fields<MotionTable> = std::make_tuple(field("wall", &MotionTable::wall),
                                                                  field("axis", &MotionTable::axis),
                                                                  field("center", &MotionTable::center),
                                                                  field("entries", &MotionTable::entries));
template <>
inline constexpr auto setup_fields<Vibration> = std::make_tuple(field("wall", &Vibration::wall),
                                                                field("amplitude", &Vibration::amplitude),
                                                                field("frequency", &Vibration::frequency),
                                                                field("phase", &Vibration::phase),
                                                                field("begin", &Vibration::begin),
                                                                field("end", &Vibration::end));
template <>
inline constexpr auto setup_fields<Servo> = std::make_tuple(
    field("wall", &Servo::wall), field("direction", &Servo::direction), field("force", &Servo::force),
    field("gain", &Servo::gain), field("fastest", &Servo::fastest), field("begin", &Servo::begin),
    field("end", &Servo::end));
template <>
inline constexpr auto setup_fields<Motions> = std::make_tuple(field("phases", &Motions::phases),
                                                              field("tables", &Motions::tables),
                                                              field("vibrations", &Motions::vibrations),
                                                              field("servos", &Motions::servos));

template <>
inline constexpr auto setup_fields<SizeDistribution> =
    std::make_tuple(field("rule", &SizeDistribution::rule), field("sizes", &SizeDistribution::sizes),
                    field("passing", &SizeDistribution::passing));
template <>
inline constexpr auto setup_fields<GrainSource> = std::make_tuple(field("shapes", &GrainSource::shapes),
                                                                  field("shares", &GrainSource::shares),
                                                                  field("by_mass", &GrainSource::by_mass),
                                                                  field("in_turn", &GrainSource::in_turn),
                                                                  field("sizes", &GrainSource::sizes),
                                                                  field("seed", &GrainSource::seed));
template <>
inline constexpr auto setup_fields<Insertion> = std::make_tuple(
    field("kind", &Insertion::kind), field("grains", &Insertion::grains),
    field("material", &Insertion::material), field("lower", &Insertion::lower),
    field("upper", &Insertion::upper), field("count", &Insertion::count),
    field("solid_fraction", &Insertion::solid_fraction), field("spacing", &Insertion::spacing),
    field("start", &Insertion::start), field("interval", &Insertion::interval),
    field("columns", &Insertion::columns), field("rows", &Insertion::rows),
    field("stride", &Insertion::stride), field("scatter", &Insertion::scatter),
    field("poses", &Insertion::poses), field("inside", &Insertion::inside),
    field("random_orientation", &Insertion::random_orientation), field("velocity", &Insertion::velocity),
    field("spin", &Insertion::spin), field("thickness", &Insertion::thickness), no_setup(&Insertion::state));

template <>
inline constexpr auto setup_fields<World> = std::make_tuple(
    field("settings", &World::settings), no_setup(&World::shapes),  // each shape has its own line
    field("materials", &World::materials), no_setup(&World::bodies), field("walls", &World::walls),
    field("insertions", &World::insertions), field("motions", &World::motions), no_setup(&World::pairs),
    no_setup(&World::contacts), no_setup(&World::dda), no_setup(&World::ledger),
    no_setup(&World::contact_energy), no_setup(&World::first_total), no_setup(&World::time),
    no_setup(&World::steps), no_setup(&World::failed_queries), no_setup(&World::failures),
    no_setup(&World::deep_contacts), no_setup(&World::first_deep), no_setup(&World::watch),
    no_setup(&World::seconds));

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Adds a value, field by field.
template <class T>
void add(Hash& hash, const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    hash.add(static_cast<Real>(value));
  } else if constexpr (is_number<T>) {
    hash.add(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, Vec2>) {
    hash.add(value.x);
    hash.add(value.y);
  } else if constexpr (std::is_array_v<T>) {
    for (const auto& x : value) add(hash, x);
  } else if constexpr (requires { value.size(); }) {
    hash.add(static_cast<std::uint64_t>(value.size()));
    for (const auto& x : value) add(hash, x);
  } else {
    static_assert(lists_all_fields<T>(setup_fields<T>), "list all fields of this struct");
    const auto member = [&](const auto& f) {
      if constexpr (requires { f.member; }) add(hash, value.*f.member);
    };
    std::apply([&](const auto&... f) { (member(f), ...); }, setup_fields<T>);
  }
}

template <class... Values>
std::string content(const Values&... values) {
  Hash hash;
  (add(hash, values), ...);
  return fmt::format("content {:016x}", hash.value());
}

/// Text of the setup, built line by line.
class Lines {
 public:
  template <class T>
  void add(const std::string& name, const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      line(name, value ? "true" : "false");
    } else if constexpr (std::is_enum_v<T>) {
      line(name, shown(value));
    } else if constexpr (is_number<T>) {
      line(name, fmt::to_string(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      line(name, on_one_line(value));
    } else if constexpr (std::is_same_v<T, Vec3>) {
      line(name, fmt::format("{} {} {}", value.x, value.y, value.z));
    } else if constexpr (std::is_same_v<T, LineSegment>) {
      line(name, fmt::format("from {} {} to {} {}, {}", value.end[0].x, value.end[0].y, value.end[1].x,
                             value.end[1].y, content(value)));
    } else if constexpr (requires { value.size(); }) {
      add_list(name, value);
    } else {
      static_assert(lists_all_fields<T>(setup_fields<T>), "list all fields of this struct");
      const auto member = [&](const auto& f) {
        if constexpr (requires { f.member; })
          add(name.empty() ? f.name : name + "." + f.name, value.*f.member);
      };
      std::apply([&](const auto&... f) { (member(f), ...); }, setup_fields<T>);
    }
  }
  void line(const std::string& name, const std::string& value) {
    text_ += fmt::format("{} = {}\n", name, value);
  }
  std::string text() && { return std::move(text_); }

 private:
  static std::string shown(LawKind law) { return std::string(law_name(law)); }
  static std::string shown(Detector d) { return std::string(detector_names[static_cast<int>(d)]); }
  static std::string shown(Integrator i) { return i == Integrator::verlet ? "verlet" : "leap_frog"; }
  static std::string shown(Solver s) { return s == Solver::dda ? "dda" : "explicit"; }
  static std::string shown(InsertionKind kind) {
    constexpr const char* names[] = {"lattice", "random", "rain", "table"};
    return names[static_cast<int>(kind)];
  }
  static std::string shown(SizeRule rule) {
    constexpr const char* names[] = {"own", "fixed", "uniform", "sieve", "halves"};
    return names[static_cast<int>(rule)];
  }

  template <class T>
  void add_list(const std::string& name, const std::vector<T>& values) {
    constexpr std::size_t longest = 16;  // longer lists are written as a hash
    constexpr bool is_bulk = std::is_same_v<T, Pose> || std::is_same_v<T, MotionTable::Entry>;
    if constexpr (is_number<T>) {
      if (values.size() <= longest) return line(name, fmt::format("[{}]", fmt::join(values, ", ")));
    }
    if constexpr (is_number<T> || is_bulk) {
      line(name, fmt::format("{} entries, {}", values.size(), content(values)));
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) add(fmt::format("{}[{}]", name, i), values[i]);
      line(name + ".size", fmt::to_string(values.size()));
    }
  }

  std::string text_;
};

/// Describes the geometry of a shape in its own frame, and adds all of it to a hash.
std::string describe(Hash& hash, const Polyhedron& p) {
  for (int v = 0; v < p.vertex_count(); ++v) hash.add(p.vertex(v));
  add(hash, p.topology.face_begin);
  add(hash, p.topology.origin);
  add(hash, p.face_normal);
  add(hash, p.face_offset);
  return fmt::format("{} vertices, {} faces", p.vertex_count(), p.face_count());
}

std::string describe(Hash& hash, const FacetBody& body) {
  const Mesh& m = body.mesh;
  add(hash, m.vertices);
  add(hash, m.topology.face_begin);
  add(hash, m.topology.origin);
  add(hash, body.begin);
  add(hash, body.corner);
  add(hash, body.normal);
  add(hash, body.offset);
  add(hash, body.layer);
  return fmt::format("mesh of {} vertices, {} faces, {} facets", m.vertex_count(), m.face_count(),
                     body.facet_count());
}

std::string describe(Hash& hash, const Polygon& p) {
  add(hash, p.vertices);
  add(hash, p.edge_normal);
  return fmt::format("polygon of {} corners", p.vertex_count());
}

std::string describe(Hash& hash, const Shapes& shapes, const Shape& s) {
  add(hash, s);
  switch (s.kind) {
    case ShapeKind::sphere:
      return s.planar() ? "disc" : "sphere";
    case ShapeKind::polyhedron:
      return describe(hash, shapes.polyhedra[s.index]);
    case ShapeKind::mesh:
      return describe(hash, shapes.meshes[s.index]);
    case ShapeKind::superquadric:
      add(hash, shapes.superquadrics[s.index]);
      return "superquadric";
    case ShapeKind::polygon:
      return describe(hash, shapes.polygons[s.index]);
  }
  return {};
}

/// Returns a map from the names of a setup to their values.
std::map<std::string_view, std::string_view> by_name(std::string_view setup) {
  std::map<std::string_view, std::string_view> values;
  while (!setup.empty()) {
    const std::string_view line = next_line(setup);
    const std::size_t equals = line.find(" = ");
    if (equals != std::string_view::npos) values[line.substr(0, equals)] = line.substr(equals + 3);
  }
  return values;
}

}  // namespace

std::string setup_of(const World& w) {
  Lines lines;
  lines.add("", w);
  for (std::size_t i = 0; i < w.shapes.all.size(); ++i) {
    const Shape& s = w.shapes.all[i];
    const std::string name = fmt::format("shapes[{}]", i);
    Hash hash;
    const std::string geometry = describe(hash, w.shapes, s);
    lines.add(name + ".name", s.name);
    lines.line(name,
               fmt::format("{}, radius {} m, content {:016x}", geometry, s.bounding_radius, hash.value()));
  }
  for (const PlanarPatchSurface& s : w.walls.planar_patches) {
    if (s.patch != 0) continue;  // writes one line per mesh
    const FacetMesh& m = w.walls.meshes[s.mesh];
    lines.line(
        fmt::format("walls.meshes[{}]", s.mesh),
        fmt::format("of wall {}, {} vertices, {} facets, {}", s.wall, m.vertices.size(), m.facet_count(),
                    content(m.vertices, m.facet_begin, m.corner, m.patch_of, m.solid_of)));
  }
  return std::move(lines).text();
}

void check_same_setup(const std::string& file, std::string_view saved, std::string_view now) {
  const auto before = by_name(saved), after = by_name(now);
  const auto refuse = [&](std::string_view name, const std::string& difference) {
    fail(
        "{}: the checkpoint belongs to another setup: {} {}. Load it into a world that the same program "
        "makes from the same scene and files.",
        file, name, difference);
  };
  for (const auto& [name, value] : before) {
    const auto found = after.find(name);
    if (found == after.end())
      refuse(name, fmt::format("is '{}' in the checkpoint and missing in the world", value));
    if (found->second != value)
      refuse(name, fmt::format("is '{}' in the checkpoint and '{}' in the world", value, found->second));
  }
  for (const auto& [name, value] : after) {
    if (!before.contains(name))
      refuse(name, fmt::format("is '{}' in the world and missing in the checkpoint", value));
  }
}

}  // namespace scree
