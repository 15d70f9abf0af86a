// A scene: the content of a TOML file as plain data, and the world built from it. docs/reference/scene.md
// describes every key; scene_keys.cpp has the table of the keys.
#pragma once

#include "scree/shape/library.hpp"
#include "scree/world/world.hpp"

#include <filesystem>
#include <optional>
#include <variant>

namespace scree {

struct SceneShape {
  std::string name, location;  // `location` begins messages about the shape
  std::string library, file;   // exactly one of the two is given
  bool hull = false;
  Real merge = 0;            // tolerance for a file, see CleanTolerance
  std::optional<Size> size;  // empty: the next two members or the shape itself give the size
  std::optional<Real> equivalent_diameter, scale;
  LibraryParameters parameters;
  bool has_lengths = false;
  Superquadric round;         // superquadric or ellipsoid of the library
  int sides = 0;              // 2D: number of sides of a regular polygon
  std::vector<Vec2> corners;  // 2D: corners of any other polygon

  bool is_superquadric() const { return library == "superquadric" || library == "ellipsoid"; }
};

struct SceneContactPair {
  std::string location, a, b;
  std::optional<Real> normal_stiffness, tangential_stiffness, layer_stiffness, tangential_damping;
  std::optional<Real> restitution, friction, rolling_friction;
};

struct ScenePlane {
  Vec3 point, normal;
};

struct SceneBox {
  Vec3 lower, upper;
  std::vector<std::string> open;                     // sides that are missing
  std::vector<std::pair<std::string, Real>> remove;  // sides, each with the time at which it disappears
};

struct SceneCylinder {
  Vec3 from, to;
  Real radius = 0;
  bool closed = true;
  int sides = 96;
};

struct SceneMesh {
  std::string file;
  Real scale = 1;
  Real merge = 0;  // see CleanTolerance
  Pose pose;
};

struct SceneLine {
  std::vector<Vec2> points;
};

struct SceneWall {
  std::string location, name, material;
  std::variant<ScenePlane, SceneBox, SceneCylinder, SceneMesh, SceneLine> shape;
  std::optional<Real> appears_at, removed_at;
};

/// Motion of one or more walls. Exactly one list of `motion` has an entry. This entry is complete except for
/// its wall.
struct SceneMotion {
  std::string location, wall, file;  // `file`: file of a table
  Motions motion;
};

struct SceneBody {
  std::string location, shape, material;
  BodyState state;           // everything except shape and material
  bool at_corners = false;   // 2D: true if no position is given; the corners then fix it
  std::optional<Real> size;  // instead of the scale
  bool has_scale = false;
};

struct SceneInsert {
  std::string location, material;
  std::vector<std::string> shapes;
  std::optional<std::vector<std::string>> inside;  // names of walls; none: all walls around the region
  std::string inside_location;
  Insertion insertion;  // everything except shapes, material and walls
};

struct Scene {
  std::string name;                          // name of the file without its extension
  std::filesystem::path folder;              // folder to which file names are relative
  std::string resolved_toml, resolved_json;  // with overrides and all defaults
  std::vector<std::string> key_notes;        // remarks about old names, keys without effect, unusual values

  Real end = 0;
  std::optional<Real> step, skin, history, frames, checkpoints;  // none: auto
  bool surface = false;
  Real step_fraction = 0;
  bool force_step = false, allow_overlaps = false;
  std::string step_location;
  int threads = 0;
  Real stop_energy = 0, stop_after = 0;
  Real thickness = 0;      // thickness of 2D bodies; 0: the scene is 3D
  WorldSettings settings;  // everything except dt
  std::vector<Material> materials;
  std::vector<SceneContactPair> contact_pairs;
  std::vector<SceneShape> shapes;
  std::vector<SceneWall> walls;
  std::vector<SceneMotion> motions;
  std::vector<SceneBody> bodies;
  std::vector<SceneInsert> inserts;

  bool planar() const { return thickness > 0; }
};

/// Returns the number of sides of the regular polygon of that name; 1 for the disc, 0 for an unknown name.
int planar_library_sides(std::string_view name);

/// Reads and checks a scene. `overrides` are "key=value", see docs/reference/scene.md. Throws an Error with
/// file, line, key, cause and remedy.
Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});
Scene parse_scene(std::string_view text, const std::filesystem::path& file,
                  const std::vector<std::string>& overrides = {});

/// Returns the world at time 0, ready to run. It contains everything that is present from the beginning, and
/// its time step is set. Throws an Error like read_scene.
World build(const Scene& scene);

/// Returns the longest time step that is stable for all bodies of a world, including pending bodies.
Real critical_step_of_all(const World& world);

/// Returns the version of the library that reads scenes, like "3.3.0".
std::string toml_library_version();

}  // namespace scree
