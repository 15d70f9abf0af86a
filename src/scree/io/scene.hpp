// A scene: what a TOML file asks for, as plain data, and the world made of it. docs/reference/scene.md has every key,
// scene_keys.cpp their table.
#pragma once

#include "scree/shape/library.hpp"
#include "scree/world/world.hpp"

#include <filesystem>
#include <optional>

namespace scree {

struct SceneShape {
  std::string name, place;    // place: how messages about it begin
  std::string library, file;  // one of them
  bool hull = false;
  Real merge = 0;            // file: see CleanTolerance
  std::optional<Size> size;  // else one of the next two, or the shape's own
  std::optional<Real> equivalent_diameter, scale;
  LibraryParameters parameters;
  bool has_lengths = false;
  Superquadric round;         // of the library's superquadric and ellipsoid
  int sides = 0;              // in the plane: of a regular polygon
  std::vector<Vec2> corners;  // in the plane: of any other

  bool is_superquadric() const { return library == "superquadric" || library == "ellipsoid"; }
};

struct SceneContactPair {
  std::string place, a, b;
  std::optional<Real> normal_stiffness, tangential_stiffness, layer_stiffness, tangential_damping;
  std::optional<Real> restitution, friction, rolling_friction;
};

struct SceneWall {
  std::string place, name, type, material;
  Vec3 point, normal;                                // plane
  Vec3 lower, upper;                                 // box
  std::vector<std::string> open;                     // box
  std::vector<std::pair<std::string, Real>> remove;  // box: side and time
  Vec3 from, to;                                     // cylinder
  Real radius = 0;                                   // cylinder
  bool closed = true;                                // cylinder
  int sides = 96;                                    // cylinder
  std::vector<Vec2> points;                          // line
  std::string file;                                  // mesh
  Real scale = 1;                                    // mesh
  Real merge = 0;                                    // mesh: see CleanTolerance
  Pose pose;                                         // mesh
  std::optional<Real> appears_at, removed_at;
};

/// A motion of one or more walls: one of the lists has one entry, but for its wall.
struct SceneMotion {
  std::string place, wall, file;  // file: of a table
  Motions motion;
};

struct SceneBody {
  std::string place, shape, material;
  BodyState state;           // but for shape and material
  bool at_corners = false;   // in the plane: its place is where the corners of its shape are
  std::optional<Real> size;  // instead of the scale
  bool has_scale = false;
};

struct SceneInsert {
  std::string place, material;
  std::vector<std::string> shapes;
  std::optional<std::vector<std::string>> inside;  // names of walls; none: those around the region
  std::string inside_place;
  Insertion insertion;  // but for shapes, material and walls
};

struct Scene {
  std::string name;                          // of the file, without its ending
  std::filesystem::path folder;              // files are looked for in it
  std::string resolved_toml, resolved_json;  // with what was set by hand and all defaults
  std::vector<std::string> key_notes;        // about keys that have no effect, or values that are odd

  Real end = 0;
  std::optional<Real> step, skin, history, frames, checkpoints;  // none: auto
  bool surface = false;
  Real step_part = 0;
  bool force_step = false, allow_overlaps = false;
  std::string step_place;
  int threads = 0;
  Real stop_energy = 0, stop_after = 0;
  Real thickness = 0;      // of bodies in the plane; 0: the scene is in space
  WorldSettings settings;  // but for dt
  std::vector<Material> materials;
  std::vector<SceneContactPair> contact_pairs;
  std::vector<SceneShape> shapes;
  std::vector<SceneWall> walls;
  std::vector<SceneMotion> motions;
  std::vector<SceneBody> bodies;
  std::vector<SceneInsert> inserts;

  bool planar() const { return thickness > 0; }
};

/// The sides of the regular polygon of that name in the plane; 1: the disc; 0: there is none.
int planar_library_sides(std::string_view name);

/// Reads and checks a scene. `overrides`: "key=value", see docs/reference/scene.md. Throws an Error with file, line,
/// key, cause and remedy.
Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});
Scene parse_scene(std::string_view text, const std::filesystem::path& file,
                  const std::vector<std::string>& overrides = {});

/// The world at time 0, ready to run: what is there from the beginning is in it, the step is set. Throws an
/// Error like read_scene.
World build(const Scene& scene);

/// The longest stable step for all bodies of a world, also those still to come.
Real critical_step_of_all(const World& world);

/// Of the library that reads scenes, like "3.3.0".
std::string toml_library_version();

}  // namespace scree
