#include "scree/io/scene/scene.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/scene/poses.hpp"
#include "scree/io/scene/scene_readers.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <sstream>

namespace scree {
namespace {

void read_run(const SceneReader& t, Scene& scene) {
  scene.end = t.number("end");
  scene.step = t.number_or_auto("step");
  scene.step_fraction = t.number("step_fraction");
  if (scene.step_fraction == 0)
    fail("{} is 0, so the step would be 0. A fraction of 0.2 suits most scenes.",
         t.location("step_fraction"));
  scene.step_location = t.location("step");
  scene.force_step = t.flag("force_step"), scene.allow_overlaps = t.flag("allow_overlaps");
  const int dimension = t.whole("dimension");
  if (dimension != 2 && dimension != 3)
    fail("{} is {}. Scenes are in the plane (2) or in space (3).", t.location("dimension"), dimension);
  if (dimension == 2) scene.thickness = t.number("thickness");
  scene.settings.gravity = in_plane_unless_given(scene, t.vec("gravity"), {0, 0, -9.81});
  scene.settings.integrator = t.text("integrator") == "verlet" ? Integrator::verlet : Integrator::leap_frog;
  if (t.text("solver") == "dda") scene.settings.solver = Solver::dda;
  scene.threads = t.whole("threads");
  scene.stop_energy = t.number("stop_energy");
  scene.stop_after = t.number("stop_after");
}

void read_contact(const SceneReader& t, Scene& scene) {
  WorldSettings& s = scene.settings;
  s.algorithm = t.text("algorithm");
  if (find_algorithm(s.algorithm) == nullptr) {
    std::vector<std::string_view> names;
    for (const Algorithm& a : algorithms) names.push_back(a.name);
    fail("{}: there is no algorithm '{}'; the nearest is '{}'. 'scree list' shows all.",
         t.location("algorithm"), shown(s.algorithm), names[nearest_word(s.algorithm, names)]);
  }
  if (!finds_overlap(s.algorithm) && !t.flag("force_algorithm")) {
    fail(
        "{}: '{}' detects overlaps but not their depth, so bodies would fly apart. Use 'gjk_td', or set "
        "force_algorithm = true.",
        t.location("algorithm"), s.algorithm);
  }
  s.patch = t.text("patch") == "polygon";
  for (const LawKind law : {LawKind::linear, LawKind::hertz_mindlin, LawKind::pressure}) {
    if (t.text("law") == law_name(law)) s.law = law;
  }
  s.quadrature = t.whole("quadrature");
  if (s.quadrature != 1 && s.quadrature != 2 && s.quadrature != 4)
    fail("{} is {}. The quadrature rules have degree 1, 2 or 4.", t.location("quadrature"), s.quadrature);
  s.local_damping = t.number("local_damping");
  scene.skin = t.number_or_auto("skin");
}

void read_dda(const SceneReader& t, Scene& scene) {
  DdaSettings& s = scene.settings.dda;
  s.is_static = t.text("mode") == "static";
  s.displacement_limit = t.number("displacement_limit");
  if (!(s.displacement_limit > 0))
    fail("{} is 0: nothing could move. 0.005 suits most scenes.", t.location("displacement_limit"));
  for (const Detector d :
       {Detector::fast_direct_search, Detector::direct_search, Detector::fast_common_plane}) {
    if (t.text("detector") == detector_names[static_cast<int>(d)]) s.detector = d;
  }
}

Material read_material(const SceneReader& t, std::string name) {
  Material m;
  m.name = std::move(name);
  m.density = t.number("density");
  if (t.has("least_mass")) m.least_mass = t.number("least_mass");
  m.normal_stiffness = t.number("normal_stiffness");
  m.tangential_stiffness = t.number("tangential_stiffness");
  m.young = t.number("young"), m.poisson = t.number("poisson");
  m.layer_stiffness = t.number("layer_stiffness"), m.tangential_damping = t.number("tangential_damping");
  m.restitution = t.number("restitution");
  m.friction = t.number("friction"), m.rolling_friction = t.number("rolling_friction");
  m.cohesion = t.number("cohesion"), m.tension = t.number("tension");
  return m;
}

SceneContactPair read_contact_pair(const SceneReader& t) {
  SceneContactPair p;
  p.location = t.location("materials");
  const std::vector<std::string> names = t.words("materials");
  if (names.size() != 2)
    fail("{} has {} names. Give two; name a material twice for its contact with itself.", p.location,
         names.size());
  p.a = names[0], p.b = names[1];
  p.normal_stiffness = t.maybe_number("normal_stiffness");
  p.tangential_stiffness = t.maybe_number("tangential_stiffness");
  p.layer_stiffness = t.maybe_number("layer_stiffness");
  p.tangential_damping = t.maybe_number("tangential_damping");
  p.restitution = t.maybe_number("restitution");
  p.friction = t.maybe_number("friction");
  p.rolling_friction = t.maybe_number("rolling_friction");
  return p;
}

/// Returns the polygon of a body that gives its own corners; none if the body names a shape.
std::optional<SceneShape> read_corners(const SceneReader& t, const Scene& scene, std::size_t index) {
  if (t.has("shape") == t.has("corners")) {
    fail("{}: a body has {}", t.location(),
         scene.planar() ? "either a shape = \"NAME\", or corners = [[x, y], [x, y], ...]."
                        : "a shape = \"NAME\".");
  }
  if (!t.has("corners")) return {};
  if (!scene.planar()) fail("{} needs a scene in the plane (run.dimension = 2).", t.location("corners"));
  SceneShape s;
  s.name = fmt::format("body[{}]", index), s.location = t.location("corners");
  s.corners = t.points("corners");
  return s;
}

Quat read_angle(const SceneReader& t, const Scene& scene) {
  if (!scene.planar())
    fail("{} needs a scene in the plane (run.dimension = 2). In space give orientation instead.",
         t.location("angle"));
  const Quat given = t.quat("orientation");
  if (given.w != 1)
    fail("{}: the rotation is given twice, also by orientation. Leave one out.", t.location("angle"));
  const Real half = t.number("angle") * std::numbers::pi / 360;
  return {std::cos(half), 0, 0, std::sin(half)};
}

void read_body(const SceneReader& t, Scene& scene, std::size_t index) {
  SceneBody b;
  b.location = t.has("position") ? t.location("position") : t.location();
  const std::optional<SceneShape> own = read_corners(t, scene, index);
  b.shape = own ? own->name : t.text("shape");
  if (t.has("material")) b.material = t.text("material");
  b.at_corners = own && !t.has("position");
  if (!own && !t.has("position"))
    fail("{} has no position. Give the position of its centroid: position = {}.", b.location,
         scene.planar() ? "[x, y]" : "[x, y, z]");
  if (t.has("position")) b.state.pose.position = t.vec("position");
  b.state.pose.orientation = t.has("angle") ? read_angle(t, scene) : t.quat("orientation");
  b.state.velocity = t.vec("velocity"), b.state.spin = t.spin("spin");
  const std::string freedom = t.text("freedom");
  b.state.freedom = freedom == "free"    ? Freedom::free
                    : freedom == "fixed" ? Freedom::fixed
                                         : Freedom::prescribed;
  b.size = t.maybe_number("size");
  b.has_scale = t.has("scale");
  if (b.size && b.has_scale)
    fail("{}: the size is given twice, here and by scale. Leave one out.", t.location("size"));
  if (b.has_scale) b.state.scale = t.number("scale");
  if (own) scene.shapes.push_back(*own);
  scene.bodies.push_back(b);
}

SizeDistribution read_sizes(const SceneReader& t) {
  SizeDistribution d;
  if (!t.has("sizes")) {
    for (const std::string_view key : {"size_rule", "passing"}) {
      if (t.has(key)) fail("{} needs sizes. Give sizes = [...], in m.", t.location(key));
    }
    return d;
  }
  d.sizes = t.numbers("sizes");
  const std::size_t n = d.sizes.size();
  const std::string location = t.location("sizes");
  if (!t.has("size_rule") && n > 2)
    fail("{} has {} entries: give their meaning with size_rule.", location, n);
  const std::string rule = t.has("size_rule") ? t.text("size_rule") : n == 1 ? "fixed" : "uniform";
  const auto needs = [&](std::size_t count) {
    if (n != count) fail("{} has {} entries; size_rule = \"{}\" needs {}.", location, n, rule, count);
  };
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (!(d.sizes[i] < d.sizes[i + 1])) fail("{}: sizes must grow from entry to entry.", location);
  }
  if (t.has("passing") != (rule == "sieve"))
    fail("{}: passing and size_rule = \"sieve\" need each other. Give both or neither.", location);
  if (rule == "fixed") {
    needs(1);
    d.rule = SizeRule::fixed;
  } else if (rule == "uniform") {
    needs(2);
    d.rule = SizeRule::uniform;
  } else if (rule == "halves") {
    needs(3);
    d.rule = SizeRule::halves;
  } else {
    d.rule = SizeRule::sieve, d.passing = t.numbers("passing");
    if (n < 2 || d.passing.size() != n)
      fail("{} has {} entries for {} sizes. Give one per size, and at least two.", t.location("passing"),
           d.passing.size(), n);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (d.passing[i] > d.passing[i + 1])
        fail("{} must not fall from entry to entry.", t.location("passing"));
    }
    if (d.passing.front() != 0 || d.passing.back() != 1)
      fail(
          "{} must begin with 0 and end with 1: no body is smaller than the first size, and all are smaller "
          "than the last.",
          t.location("passing"));
  }
  return d;
}

void read_region(const SceneReader& t, const Scene& scene, Insertion& i) {
  i.lower = t.vec("lower"), i.upper = t.vec("upper");
  for (int c = 0; c < 3; ++c) {
    const bool may_be_planar = i.kind == InsertionKind::rain || (scene.planar() && c == 2);
    const bool is_planar = may_be_planar && i.lower[c] == i.upper[c];
    if (!(i.lower[c] < i.upper[c]) && !is_planar) {
      fail("{} does not lie above lower along {}. Exchange or correct them.", t.location("upper"), "xyz"[c]);
    }
  }
}

/// Reads the grid of points of the rain: columns, rows, stride and scatter.
void read_grid(const SceneReader& t, Insertion& i) {
  if (!t.has("grid")) {
    for (const std::string_view key : {"stride", "scatter"}) {
      if (t.has(key)) fail("{} applies only with grid, which is not given.", t.location(key));
    }
    return;
  }
  const std::vector<Real> grid = t.numbers("grid");
  const auto fits = [](Real n) { return n == std::floor(n) && n <= 10'000; };
  if (grid.size() != 2 || !fits(grid[0]) || !fits(grid[1]))
    fail("{} must be two whole numbers up to 10000: columns along x, rows along y.", t.location("grid"));
  i.columns = static_cast<int>(grid[0]), i.rows = static_cast<int>(grid[1]);
  if (t.has("stride")) i.stride = t.whole("stride");
  if (t.has("scatter")) i.scatter = t.number("scatter");
  if (std::gcd(i.stride, i.columns * i.rows) != 1)
    fail(
        "{} would skip points of the grid: it has a common factor with their number, {}. Give another value, "
        "or leave it out.",
        t.location("stride"), i.columns * i.rows);
}

/// Throws an Error unless exactly one of two keys is given.
void need_one(const SceneReader& t, std::string_view key, std::string_view other) {
  if (t.has(key) == t.has(other)) fail("{}: give either {} or {}.", t.location(), key, other);
}

SceneInsert read_insert(const SceneReader& t, const Scene& scene, std::uint64_t seed) {
  SceneInsert s;
  Insertion& i = s.insertion;
  s.location = t.location();
  if (t.has("material")) s.material = t.text("material");
  s.shapes = t.words("shapes");
  if (s.shapes.empty()) fail("{} is empty. Name a shape.", t.location("shapes"));
  const std::string type = t.text("type");
  i.kind = type == "lattice"  ? InsertionKind::lattice
           : type == "random" ? InsertionKind::random
           : type == "rain"   ? InsertionKind::rain
                              : InsertionKind::table;
  GrainSource& g = i.grains;
  g.in_turn = t.text("order") == "in_turn";
  g.by_mass = t.text("shares_by") == "mass";
  g.shares.assign(s.shapes.size(), 1);
  if (t.has("shares")) {
    g.shares = t.numbers("shares");
    if (g.shares.size() != s.shapes.size())
      fail("{} has {} entries for {} shapes. Give one per shape.", t.location("shares"), g.shares.size(),
           s.shapes.size());
    if (!(*std::max_element(g.shares.begin(), g.shares.end()) > 0))
      fail("{} are all 0.", t.location("shares"));
    if (g.in_turn)
      fail("{}: with order = \"in_turn\" all shapes appear equally often. Leave shares out.",
           t.location("shares"));
  }
  g.sizes = read_sizes(t);
  g.seed = t.has("seed") ? static_cast<std::uint64_t>(t.whole("seed")) : seed;
  i.state.random = Random(g.seed);
  i.start = t.number("start");
  i.velocity = t.vec("velocity"), i.spin = t.spin("spin");
  if (t.has("count")) i.count = t.whole("count");
  if (i.kind == InsertionKind::table) {
    try {
      i.poses = read_pose_table(scene.folder / t.text("file"), t.number("length_unit")).poses;
    } catch (const Error& error) { fail("{}: {}", t.location("file"), error.what()); }
    return s;
  }
  read_region(t, scene, i);
  if (scene.planar() && (i.lower.z != 0 || i.upper.z != 0))
    fail("{} lies outside the plane: its z must be 0, like the z of lower.", t.location("upper"));
  i.thickness = scene.thickness;
  i.random_orientation = t.flag("random_orientation");
  if (t.has("inside")) s.inside = t.words("inside"), s.inside_location = t.location("inside");
  if (t.has("spacing")) i.spacing = t.number("spacing");
  if (i.kind == InsertionKind::random) {
    need_one(t, "count", "solid_fraction");
    if (t.has("solid_fraction")) i.solid_fraction = t.number("solid_fraction");
    if (i.count == 0 && i.solid_fraction == 0)
      fail("{} is 0: no body would be placed.", t.location("solid_fraction"));
  }
  if (i.kind == InsertionKind::rain) {
    if (i.count == 0) fail("{} has no count. Give the number of bodies.", s.location);
    need_one(t, "rate", "interval");
    i.interval = t.has("rate") ? 1 / t.number("rate") : t.number("interval");
    read_grid(t, i);
  }
  return s;
}

/// Reads the entries of a list of tables, each with its reader.
template <class Read>
void each(const toml::table& scene, const std::string& file, std::string_view name, Read read) {
  const toml::array* list = scene[name].as_array();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    read(SceneReader(*list->get(i)->as_table(), fmt::format("{}[{}]", name, i), file), i);
  }
}

/// Reads all tables of a kind that has names, like [material.NAME].
template <class Read>
void each_named(const toml::table& scene, const std::string& file, std::string_view name, Read read) {
  const toml::table* tables = scene[name].as_table();
  if (tables == nullptr) return;
  for (const auto& [key, node] : *tables) {
    read(SceneReader(*node.as_table(), fmt::format("{}.{}", name, key.str()), file), std::string(key.str()));
  }
}

}  // namespace

Scene parse_scene(std::string_view text, const std::filesystem::path& path,
                  const std::vector<std::string>& overrides) {
  const std::string file = path.string();
  Scene scene;
  const toml::table t = checked_scene(text, file, overrides, &scene.key_notes);
  scene.name = path.stem().string();
  scene.folder = path.parent_path();
  std::ostringstream as_toml, as_json;
  as_toml << t, as_json << toml::json_formatter(t);
  scene.resolved_toml = as_toml.str(), scene.resolved_json = as_json.str();
  std::ranges::move(key_notes(t, file), std::back_inserter(scene.key_notes));

  const SceneReader run(*t["run"].as_table(), "run", file);
  read_run(run, scene);
  read_contact({*t["contact"].as_table(), "contact", file}, scene);
  read_dda({*t["dda"].as_table(), "dda", file}, scene);
  const SceneReader output(*t["output"].as_table(), "output", file);
  scene.history = output.number_or_auto("history");
  scene.frames = output.number_or_auto("frames");
  scene.checkpoints = output.number_or_auto("checkpoints");
  scene.surface = output.flag("surface");
  each_named(t, file, "material", [&](const SceneReader& r, std::string name) {
    scene.materials.push_back(read_material(r, std::move(name)));
    if (scene.settings.solver != Solver::dda &&
        (scene.materials.back().cohesion > 0 || scene.materials.back().tension > 0))
      fail("{} is for run.solver = \"dda\". Leave it out, or choose that solver.",
           r.location(scene.materials.back().cohesion > 0 ? "cohesion" : "tension"));
    if (scene.settings.law == LawKind::pressure && scene.materials.back().rolling_friction > 0)
      fail("{} does not go with law = \"pressure\". Leave it out.", r.location("rolling_friction"));
  });
  if (scene.materials.empty()) {
    scene.materials.emplace_back();
    scene.materials[0].name = "default";
  }
  each(t, file, "contact_pair",
       [&](const SceneReader& r, std::size_t) { scene.contact_pairs.push_back(read_contact_pair(r)); });
  each_named(t, file, "shape", [&](const SceneReader& r, std::string name) {
    scene.shapes.push_back(scene.planar() ? read_planar_shape(r, std::move(name))
                                          : read_shape(r, std::move(name)));
  });
  each(t, file, "wall",
       [&](const SceneReader& r, std::size_t i) { scene.walls.push_back(read_wall(r, scene, i)); });
  each(t, file, "motion",
       [&](const SceneReader& r, std::size_t) { scene.motions.push_back(read_motion(r)); });
  each(t, file, "body", [&](const SceneReader& r, std::size_t i) { read_body(r, scene, i); });
  each(t, file, "masonry", [&](const SceneReader& r, std::size_t i) { read_masonry(r, scene, i); });
  each(t, file, "insert", [&](const SceneReader& r, std::size_t i) {
    const std::uint64_t seed = static_cast<std::uint64_t>(run.whole("seed")) * 1000 + i;
    scene.inserts.push_back(read_insert(r, scene, seed));
  });
  if (scene.bodies.empty() && scene.inserts.empty())
    fail("{}: the scene has no bodies. Add [[body]] or [[insert]].", file);
  return scene;
}

Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse_scene(read_file(file), file, overrides);
}

std::string toml_library_version() {
  return fmt::format("{}.{}.{}", TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH);
}

}  // namespace scree
