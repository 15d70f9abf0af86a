#include "scree/io/scene/scene_keys.hpp"

#include "scree/contact/algorithms.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

using enum KeyType;
using enum KeyRange;

constexpr SceneTable tables[] = {
    {"run", "Duration, time step, solver and gravity of the run. The key `end` is needed."},
    {"contact", "Contact detection and contact law."},
    {"dda", "Further settings of `run.solver` \"dda\" ([dda.md](../explanation/dda.md))."},
    {"material.NAME",
     "A material of bodies and walls, under a name of your choice. A scene without materials has one called "
     "`default`, which has the defaults below. Where two materials touch, their stiffnesses act in series, "
     "and the smaller friction, rolling friction and restitution apply, unless `[[contact_pair]]` says "
     "otherwise."},
    {"contact_pair[]",
     "Values for the contact of two materials. Keys that are left out follow the rule of `[material.NAME]`."},
    {"shape.NAME",
     "A shape, under a name of your choice: a body of the library or of a file, a sphere, an ellipsoid or a "
     "superquadric; in the plane (`run.dimension` 2) a disc or a convex polygon. Bodies of the library need "
     "no table if the bodies themselves have sizes: `shapes = [\"cube\"]`."},
    {"wall[]",
     "A rigid surface that supports or contains bodies. A plane is solid on the side away from its normal. A "
     "box has six sides, named `NAME.x-`, `NAME.x+`, ...; each is an infinite plane. A cylinder contains "
     "bodies on its inside. A mesh touches bodies on the side from which its triangles appear "
     "counter-clockwise. A line, in the plane, touches bodies on both sides and at its ends "
     "([walls.md](walls.md))."},
    {"motion[]",
     "The motion of a wall. A wall may have several motions, which add up. The name of a box moves all its "
     "sides."},
    {"body[]", "One body."},
    {"masonry[]",
     "Dimension 2: many bodies side by side without gaps, either an arch of equal stones or a wall of bricks "
     "in running bond."},
    {"insert[]",
     "Many bodies: on a lattice, at random positions, as rain, or from a table of poses. A body is placed "
     "only where it touches no other body and its bounding sphere touches no wall; bodies of a table are "
     "placed without these checks. At random positions, no body is placed behind a wall that contains the "
     "bodies (`inside`). `scree check` counts the bodies of a lattice or a table that lie behind a wall."},
    {"output", "Which files are written, and how often."},
};

constexpr SceneKey keys[] = {
    // table, name, type, unit, fallback, range, choices, only, text
    {"run", "end", number, "s", "needed", positive, "", "", "Time at which the run ends"},
    {"run", "step", number_or_auto, "s", "\"auto\"", positive, "", "",
     "Time step; auto: `step_fraction` times the critical step, or 0.001 s with the solver dda"},
    {"run", "step_fraction", number, "", "0.2", fraction, "", "",
     "Fraction of the critical step that `step = \"auto\"` uses"},
    {"run", "force_step", flag, "", "false", any, "", "",
     "Run even if the step is longer than the critical step"},
    {"run", "allow_overlaps", flag, "", "false", any, "", "",
     "Run even if bodies overlap at the beginning by more than 5 % of the size of the smaller one"},
    {"run", "dimension", whole, "", "3", positive, "", "",
     "2: polygons and discs in the plane, between lines; every z is 0, and bodies rotate about z"},
    {"run", "thickness", number, "m", "1.0", positive, "", "", "dimension 2: thickness of all bodies"},
    {"run", "gravity", vector, "m/s2", "[0.0, 0.0, -9.81]", any, "", "",
     "Acceleration of all free bodies; default in dimension 2: [0.0, -9.81, 0.0]"},
    {"run", "seed", whole, "", "1", not_negative, "", "", "Random seed"},
    {"run", "threads", whole, "", "0", not_negative, "", "",
     "Number of threads; 0: one per core, but at least 200 bodies per thread. Results do not depend on this "
     "number"},
    {"run", "integrator", word, "", "\"verlet\"", any, "verlet|leap_frog", "",
     "Time integration; leap_frog: velocities between the steps, as in Smeets et al. 2015"},
    {"run", "solver", word, "", "\"explicit\"", any, "explicit|dda", "",
     "Time stepping; dda: implicit steps of rigid blocks, discontinuous deformation analysis "
     "([dda.md](../explanation/dda.md))"},
    {"run", "stop_energy", number, "J", "0.0", not_negative, "", "",
     "The run stops when the mean kinetic energy of a free body is below this value and the forces are in "
     "balance; 0: never"},
    {"run", "stop_after", number, "s", "0.0", not_negative, "", "",
     "`stop_energy` does not stop the run before this time"},

    {"contact", "algorithm", text, "", "\"gjk_td\"", any, "", "",
     "Contact detection of two polyhedra: a name of `scree list`"},
    {"contact", "force_algorithm", flag, "", "false", any, "", "",
     "Run even with an algorithm that does not find the penetration depth (gjk, gjk_johnson)"},
    {"contact", "patch", word, "", "\"polygon\"", any, "polygon|point", "",
     "Contact points of two faces: the corners of the region in which they overlap, or one point"},
    {"contact", "law", word, "", "\"linear\"", any, "linear|hertz_mindlin|pressure", "",
     "Contact law. linear and hertz_mindlin: springs and dashpots; pressure: a pressure on the polygons in "
     "which facets meet, the only law for concave bodies"},
    {"contact", "quadrature", whole, "", "2", positive, "", "",
     "law pressure: degree of the polynomials that are integrated exactly: 1, 2 or 4"},
    {"contact", "local_damping", number, "", "0.0", fraction, "", "",
     "Cundall's local damping: this fraction of every force acts against the motion"},
    {"contact", "skin", number_or_auto, "m", "\"auto\"", positive, "", "",
     "Bodies nearer than this distance are listed as neighbours; the value affects only the speed of the "
     "program"},

    {"dda", "mode", word, "", "\"dynamic\"", any, "dynamic|static", "",
     "static: velocities are set to 0 after every step, so that bodies come to rest on the shortest path"},
    {"dda", "displacement_limit", number, "", "0.005", fraction, "", "",
     "Largest displacement of a corner in a step, as a fraction of the size of the model; longer steps are "
     "halved"},
    {"dda", "detector", word, "", "\"fast_direct_search\"", any,
     "fast_direct_search|direct_search|fast_common_plane", "",
     "Contact detection; fast_common_plane only in dimension 3"},

    {"material.NAME", "density", number, "kg/m3", "2650.0", positive, "", "", "Density"},
    {"material.NAME", "least_mass", number, "kg", "", positive, "", "",
     "Least mass of a body: lighter bodies are made denser, up to this mass, so that a few small grains do "
     "not determine the time step of all bodies"},
    {"material.NAME", "normal_stiffness", number, "N/m", "1e5", positive, "", "",
     "law linear: force per overlap"},
    {"material.NAME", "tangential_stiffness", number, "N/m", "8e4", not_negative, "", "",
     "law linear: force per tangential displacement"},
    {"material.NAME", "young", number, "Pa", "1e8", positive, "", "", "law hertz_mindlin: Young's modulus"},
    {"material.NAME", "poisson", number, "", "0.25", poisson, "", "", "law hertz_mindlin: Poisson's ratio"},
    {"material.NAME", "layer_stiffness", number, "Pa/m", "3e7", positive, "", "",
     "law pressure: pressure per overlap"},
    {"material.NAME", "tangential_damping", number, "kg/(m2 s)", "4e6", not_negative, "", "",
     "law pressure: shear stress per sliding speed, limited by friction"},
    {"material.NAME", "restitution", number, "", "0.5", fraction, "", "",
     "Speed after an impact divided by the speed before it. Values below 0.01 act as 0.01, since stronger "
     "damping only shortens the time step. With the law pressure the value applies to planar faces; round "
     "bodies keep more speed. With 1, contacts conserve energy"},
    {"material.NAME", "friction", number, "", "0.5", not_negative, "", "",
     "Coulomb's coefficient of friction"},
    {"material.NAME", "cohesion", number, "Pa", "0.0", not_negative, "", "",
     "solver dda: shear stress that joints bear in addition to friction until they break. It applies only to "
     "joints that exist at the beginning"},
    {"material.NAME", "tension", number, "Pa", "0.0", not_negative, "", "",
     "solver dda: tensile stress that joints bear until they break. It applies only to joints that exist at "
     "the beginning"},
    {"material.NAME", "rolling_friction", number, "", "0.0", not_negative, "", "",
     "Largest rolling torque divided by normal force and radius"},

    {"contact_pair[]", "materials", words, "", "needed", any, "", "", "Names of the two materials"},
    {"contact_pair[]", "normal_stiffness", number, "N/m", "", positive, "", "",
     "law linear: force per overlap"},
    {"contact_pair[]", "tangential_stiffness", number, "N/m", "", not_negative, "", "",
     "law linear: force per tangential displacement"},
    {"contact_pair[]", "layer_stiffness", number, "Pa/m", "", positive, "", "",
     "law pressure: pressure per overlap"},
    {"contact_pair[]", "tangential_damping", number, "kg/(m2 s)", "", not_negative, "", "",
     "law pressure: shear stress per sliding speed"},
    {"contact_pair[]", "restitution", number, "", "", fraction, "", "", "As for materials"},
    {"contact_pair[]", "friction", number, "", "", not_negative, "", "", "As for materials"},
    {"contact_pair[]", "rolling_friction", number, "", "", not_negative, "", "", "As for materials"},

    {"shape.NAME", "library", text, "", "", any, "", "",
     "A name of `scree list`, or sphere, ellipsoid, superquadric; dimension 2: disc, triangle, square, "
     "pentagon, hexagon, octagon, polygon"},
    {"shape.NAME", "file", file, "", "", any, "", "",
     "An .obj or .stl file; its path is relative to the scene"},
    {"shape.NAME", "hull", flag, "", "false", any, "", "", "Use the convex hull of the file's vertices"},
    {"shape.NAME", "merge", number, "", "", fraction, "", "",
     "file: neighbouring faces become one face if they lie within this fraction of the size of one plane, up "
     "to 0.1. By default only faces that are coplanar to the rounding of the file's numbers are merged "
     "([shape-files.md](shape-files.md))"},
    {"shape.NAME", "corners", points, "m", "", any, "", "",
     "dimension 2, polygon: its corners, counter-clockwise"},
    {"shape.NAME", "edge", number, "m", "", positive, "", "", "Sets the size: length of an edge (library)"},
    {"shape.NAME", "volume", number, "m3", "", positive, "", "", "Sets the size: volume"},
    {"shape.NAME", "diameter", number, "m", "", positive, "", "",
     "Sets the size: diameter of the bounding sphere about the centroid"},
    {"shape.NAME", "equivalent_diameter", number, "m", "", positive, "", "",
     "Sets the size: diameter of the sphere of equal volume; dimension 2: diameter of the disc of equal "
     "area"},
    {"shape.NAME", "scale", number, "", "", positive, "", "", "Scale factor of the shape (file)"},
    {"shape.NAME", "lengths", vector, "m", "", positive, "", "", "box: its edge lengths"},
    {"shape.NAME", "half_lengths", vector, "m", "", positive, "", "",
     "ellipsoid, superquadric: half lengths a, b, c along the axes; default: 1 each"},
    {"shape.NAME", "exponents", numbers, "", "", positive, "", "",
     "superquadric: n1 along the third axis and n2 across it, from 2 (default) to 1000; larger values make "
     "it boxier"},
    {"shape.NAME", "sides", whole, "", "", positive, "", "",
     "prism: number of sides of its base; polygon: number of sides of a regular polygon"},
    {"shape.NAME", "height", number, "", "", positive, "", "",
     "prism: height divided by the edge of its base"},
    {"shape.NAME", "level", whole, "", "", not_negative, "", "", "icosphere: level of subdivision, 0 to 4"},
    {"shape.NAME", "vertices", whole, "", "", positive, "", "", "random: number of vertices"},
    {"shape.NAME", "aspect", vector, "", "", positive, "", "", "random: stretch factors along x, y, z"},
    {"shape.NAME", "seed", whole, "", "", not_negative, "", "", "random: another seed gives another body"},

    {"wall[]", "name", text, "", "", any, "", "", "Name in history.csv; default: `wall1`, `wall2`, ..."},
    {"wall[]", "type", word, "", "\"plane\"", any, "plane|box|cylinder|mesh|line", "", "Kind of wall"},
    {"wall[]", "material", text, "", "", any, "", "",
     "Name of the material; may be left out if there is only one"},
    {"wall[]", "appears_at", number, "s", "", not_negative, "", "",
     "Time at which the wall appears; default: it is present from the beginning"},
    {"wall[]", "removed_at", number, "s", "", not_negative, "", "", "Time at which the wall disappears"},
    {"wall[]", "point", vector, "m", "[0.0, 0.0, 0.0]", any, "", "plane", "any point of the plane"},
    {"wall[]", "normal", vector, "", "[0.0, 0.0, 1.0]", any, "", "plane",
     "points towards the bodies and may have any length; default in dimension 2: [0.0, 1.0, 0.0]"},
    {"wall[]", "lower", vector, "m", "needed", any, "", "box", "corner with the least x, y, z"},
    {"wall[]", "upper", vector, "m", "needed", any, "", "box", "corner with the greatest x, y, z"},
    {"wall[]", "open", words, "", "[\"z+\"]", any, "", "box",
     "sides that are missing: x-, x+, y-, ...; default in dimension 2: [\"y+\"]"},
    {"wall[]", "remove", times, "s", "", not_negative, "", "box",
     "times at which single sides disappear: {\"x+\" = 1.5}"},
    {"wall[]", "points", points, "m", "needed", any, "", "line",
     "dimension 2: corners of the line from end to end; the line is closed if the last corner repeats the "
     "first"},
    {"wall[]", "from", vector, "m", "needed", any, "", "cylinder", "one end of the axis"},
    {"wall[]", "to", vector, "m", "needed", any, "", "cylinder", "the other end of the axis"},
    {"wall[]", "radius", number, "m", "needed", positive, "", "cylinder", "radius"},
    {"wall[]", "closed", flag, "", "true", any, "", "cylinder", "has planar ends, like a drum"},
    {"wall[]", "sides", whole, "", "96", positive, "", "cylinder",
     "law pressure: number of planar strips that form the surface, at least 8"},
    {"wall[]", "file", file, "", "needed", any, "", "mesh",
     "an .stl or .obj file; its path is relative to the scene"},
    {"wall[]", "scale", number, "", "1.0", positive, "", "mesh", "scale factor of the file"},
    {"wall[]", "merge", number, "", "", fraction, "", "mesh",
     "neighbouring faces become one face if they lie within this fraction of the size of one plane, as for "
     "shapes"},
    {"wall[]", "position", vector, "m", "[0.0, 0.0, 0.0]", any, "", "mesh",
     "position of the origin of the file"},
    {"wall[]", "orientation", quaternion, "", "[1.0, 0.0, 0.0, 0.0]", any, "", "mesh",
     "rotation of the mesh: w, x, y, z"},

    {"motion[]", "wall", text, "", "needed", any, "", "", "Name of the wall"},
    {"motion[]", "type", word, "", "\"phase\"", any, "phase|table|vibration|servo", "",
     "phase: constant velocity and spin; table: poses at given times; servo: moves until it presses with a "
     "given force"},
    {"motion[]", "begin", number, "s", "0.0", not_negative, "", "phase|vibration|servo",
     "time at which the motion begins"},
    {"motion[]", "end", number, "s", "", positive, "", "phase|vibration|servo",
     "time at which the motion ends; default: never"},
    {"motion[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "phase", "velocity of the wall"},
    {"motion[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "phase",
     "angular velocity, along the axis of rotation"},
    {"motion[]", "center", vector, "m", "[0.0, 0.0, 0.0]", any, "", "phase|table",
     "a point of the axis of rotation"},
    {"motion[]", "carried", flag, "", "false", any, "", "phase",
     "`center` is a point in the frame of the wall and moves with it"},
    {"motion[]", "axis", vector, "", "[0.0, 0.0, 1.0]", any, "", "table", "axis of rotation"},
    {"motion[]", "file", file, "", "needed", any, "", "table",
     "lines of time x y z angle, in s, m and rad, relative to the first pose; lines that begin with # are "
     "skipped"},
    {"motion[]", "amplitude", vector, "m", "needed", any, "", "vibration", "amplitude and direction"},
    {"motion[]", "frequency", number, "Hz", "needed", positive, "", "vibration", "frequency"},
    {"motion[]", "phase", number, "rad", "0.0", any, "", "vibration", "phase angle at the beginning"},
    {"motion[]", "direction", vector, "", "needed", any, "", "servo", "direction in which the wall presses"},
    {"motion[]", "force", number, "N", "needed", not_negative, "", "servo",
     "force with which the wall shall press"},
    {"motion[]", "gain", number, "m/s/N", "needed", positive, "", "servo",
     "speed of the wall per newton that is missing from `force`"},
    {"motion[]", "fastest", number, "m/s", "needed", positive, "", "servo", "largest speed of the wall"},

    {"body[]", "shape", text, "", "", any, "", "", "Name of the shape; needed unless `corners` is given"},
    {"body[]", "corners", points, "m", "", any, "", "",
     "dimension 2, instead of a shape: corners of a polygon, counter-clockwise"},
    {"body[]", "material", text, "", "", any, "", "",
     "Name of the material; may be left out if there is only one"},
    {"body[]", "position", vector, "m", "", any, "", "",
     "Position of the centroid; needed unless `corners` is given. By default a body with `corners` lies "
     "where its corners are"},
    {"body[]", "angle", number, "degrees", "", any, "", "",
     "dimension 2: counter-clockwise rotation of the shape, instead of `orientation`"},
    {"body[]", "orientation", quaternion, "", "[1.0, 0.0, 0.0, 0.0]", any, "", "",
     "Rotation of the shape from its orientation in the file or the library: w, x, y, z"},
    {"body[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "", "Initial velocity"},
    {"body[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "", "Initial angular velocity"},
    {"body[]", "freedom", word, "", "\"free\"", any, "free|fixed|prescribed", "",
     "prescribed: keeps its velocity and spin, even when other bodies touch it"},
    {"body[]", "scale", number, "", "", positive, "", "", "Scale factor of the shape"},
    {"body[]", "size", number, "m", "", positive, "", "",
     "Diameter of the sphere of equal volume, instead of `scale`"},

    {"masonry[]", "type", word, "", "needed", any, "arch|bricks", "", "Kind of masonry"},
    {"masonry[]", "material", text, "", "", any, "", "",
     "Name of the material; may be left out if there is only one"},
    {"masonry[]", "center", vector, "m", "[0.0, 0.0, 0.0]", any, "", "arch", "centre of the circle"},
    {"masonry[]", "radius", number, "m", "needed", positive, "", "arch",
     "distance from the centre to the middle of the ring"},
    {"masonry[]", "depth", number, "m", "needed", positive, "", "arch",
     "depth of the ring, along the radius"},
    {"masonry[]", "opening", number, "degrees", "180.0", positive, "", "arch",
     "angle from springing to springing"},
    {"masonry[]", "count", whole, "", "needed", positive, "", "arch",
     "number of stones; their joints are radial"},
    {"masonry[]", "lower", vector, "m", "[0.0, 0.0, 0.0]", any, "", "bricks",
     "lower left corner of the wall"},
    {"masonry[]", "brick", numbers, "m", "needed", positive, "", "bricks", "[width, height] of a brick"},
    {"masonry[]", "columns", whole, "", "needed", positive, "", "bricks", "number of bricks in a course"},
    {"masonry[]", "courses", whole, "", "needed", positive, "", "bricks",
     "number of courses; every other course is shifted by half a brick and has half bricks at its ends"},

    {"insert[]", "type", word, "", "needed", any, "lattice|random|rain|table", "",
     "Pattern of the positions"},
    {"insert[]", "shapes", words, "", "needed", any, "", "", "Names of the shapes"},
    {"insert[]", "shares", numbers, "", "", not_negative, "", "",
     "Shares of the shapes, which need not add up to 1; default: equal shares"},
    {"insert[]", "shares_by", word, "", "\"number\"", any, "number|mass", "",
     "Quantity that the shares divide: the number of bodies or their mass"},
    {"insert[]", "order", word, "", "\"random\"", any, "random|in_turn", "",
     "in_turn: each body has the next shape of the list"},
    {"insert[]", "size_rule", word, "", "", any, "fixed|uniform|sieve|halves", "",
     "fixed: one size; uniform: [least, greatest] by number; sieve: with `passing`; halves: [least, D50, "
     "greatest], half of the bodies below D50. Default: fixed for one size, uniform for two"},
    {"insert[]", "sizes", numbers, "m", "", positive, "", "",
     "Diameters of the spheres of equal volume; default: the shapes' own sizes"},
    {"insert[]", "passing", numbers, "", "", fraction, "", "",
     "sieve: fraction of the mass that is smaller than each size, from 0 to 1"},
    {"insert[]", "material", text, "", "", any, "", "",
     "Name of the material; may be left out if there is only one"},
    {"insert[]", "lower", vector, "m", "needed", any, "", "lattice|random|rain",
     "corner of the region with the least x, y, z"},
    {"insert[]", "upper", vector, "m", "needed", any, "", "lattice|random|rain",
     "corner of the region with the greatest x, y, z"},
    {"insert[]", "inside", words, "", "", any, "", "random|rain",
     "names of the walls that contain the bodies. No body is placed behind one of these walls. The default "
     "is all walls whose free side contains the middle of the region. [] means no walls"},
    {"insert[]", "spacing", number, "m", "", positive, "", "lattice",
     "distance between centres; default: diameter of the largest bounding sphere"},
    {"insert[]", "count", whole, "", "", positive, "", "lattice|random|rain",
     "number of bodies; lattice: largest number, by default as many as the lattice has points"},
    {"insert[]", "solid_fraction", number, "", "", fraction, "", "random",
     "fraction of the region that the bodies fill, instead of `count`"},
    {"insert[]", "start", number, "s", "0.0", not_negative, "", "",
     "Time at which the bodies appear; rain: time of the first body"},
    {"insert[]", "rate", number, "1/s", "", positive, "", "rain", "number of bodies per second"},
    {"insert[]", "interval", number, "s", "", positive, "", "rain",
     "time between two bodies, instead of `rate`"},
    {"insert[]", "grid", numbers, "", "", positive, "", "rain",
     "[columns, rows] of a grid of points over the region. The rain uses them in a fixed sequence, row by "
     "row, back and forth. A body whose point is occupied waits, and so do the bodies after it. Default: "
     "random positions"},
    {"insert[]", "stride", whole, "", "", positive, "", "rain",
     "number of grid points from one body to the next, by default 1. A larger stride allows faster rain "
     "without waiting"},
    {"insert[]", "scatter", number, "m", "", not_negative, "", "rain",
     "largest random displacement of a body from its grid point, along x and along y. With the default 0, "
     "bodies from the same point fall on top of each other"},
    {"insert[]", "file", file, "", "needed", any, "", "table",
     "one body per line: x y z qw qx qy qz; lines that begin with # are skipped; the path is relative to the "
     "scene"},
    {"insert[]", "length_unit", number, "m", "1.0", positive, "", "table",
     "length of one unit in the file (0.001 for mm)"},
    {"insert[]", "random_orientation", flag, "", "true", any, "", "lattice|random|rain",
     "random orientations; false: the orientation of the file or the library"},
    {"insert[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "", "Initial velocity"},
    {"insert[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "", "Initial angular velocity"},
    {"insert[]", "seed", whole, "", "", not_negative, "", "",
     "Seed of this entry; default: derived from `run.seed`"},

    {"output", "history", number_or_auto, "s", "\"auto\"", positive, "", "",
     "Time between two rows of history.csv; auto: 200 rows in all"},
    {"output", "frames", number_or_auto, "s", "\"auto\"", positive, "", "",
     "Time between two frames for ParaView; auto: 100 frames in all"},
    {"output", "checkpoints", number_or_auto, "s", "\"auto\"", positive, "", "",
     "Time between two checkpoints; auto: 20 in all"},
    {"output", "surface", flag, "", "false", any, "", "",
     "Frames also contain the faces of all bodies: large files, for small runs only"},
};

// An entry is deleted in the version after the one that renamed the key.
constexpr RenamedKey renamed[] = {
    {"run", "step_part", "step_fraction"},
};

constexpr ChangeableKey changeable[] = {
    {"run", "end", "A run may continue for longer"},
    {"run", "threads", "Results do not depend on the number of threads"},
    {"run", "force_step", "The key only permits the step that `run.step` gives"},
    {"contact", "force_algorithm", "The key only permits the algorithm that `contact.algorithm` names"},
};

std::string_view range_text(KeyRange range) {
  switch (range) {
    case any:
      return "";
    case positive:
      return ", greater than 0";
    case not_negative:
      return ", 0 or more";
    case fraction:
      return ", from 0 to 1";
    case poisson:
      return ", above -1 and up to 0.5";
  }
  return "";
}

std::string with_commas(std::string_view list) {
  std::string text;
  for (const char c : list) text += c == '|' ? std::string(", ") : std::string(1, c);
  return text;
}

std::string heading(std::string_view table) {
  if (table.ends_with("[]")) return fmt::format("[[{}]]", table.substr(0, table.size() - 2));
  return fmt::format("[{}]", table);
}

}  // namespace

std::span<const SceneTable> scene_tables() { return tables; }
std::span<const SceneKey> scene_keys() { return keys; }
std::span<const RenamedKey> renamed_keys() { return renamed; }
std::span<const ChangeableKey> changeable_keys() { return changeable; }

bool may_change(const SceneKey& key) {
  for (const ChangeableKey& c : changeable) {
    if (c.table == key.table && c.name == key.name) return true;
  }
  return false;
}

std::string changeable_key_names() {
  std::string names;
  const std::size_t count = std::size(changeable);
  for (std::size_t i = 0; i < count; ++i) {
    names += i == 0 ? "" : i + 1 == count ? " and " : ", ";
    names += fmt::format("{}.{}", changeable[i].table, changeable[i].name);
  }
  return names;
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find('|'));
    if (first == word) return true;
    list.remove_prefix(std::min(list.size(), first.size() + 1));
  }
  return false;
}

std::string expectation(const SceneKey& key, bool planar) {
  const std::string in_unit = key.unit.empty() ? "" : fmt::format(" in {}", key.unit);
  const auto numeric = [&](std::string_view kind) {
    return fmt::format("{}{}{}", kind, in_unit, range_text(key.range));
  };
  switch (key.type) {
    case number:
      return numeric("a number");
    case number_or_auto:
      return numeric("\"auto\" or a number");
    case whole:
      return numeric("a whole number");
    case flag:
      return "true or false";
    case text:
      return "text in quotes";
    case file:
      return "a file name in quotes";
    case word:
      return "one of " + with_commas(key.choices);
    case vector:
      return numeric(planar ? "two numbers [x, y]" : "three numbers [x, y, z]");
    case spin:
      return numeric(planar ? "a number" : "three numbers [x, y, z]");
    case points:
      return numeric("points [[x, y], [x, y], ...]: x and y of each corner");
    case quaternion:
      return "four numbers [w, x, y, z], not all 0";
    case numbers:
      return numeric("a list of numbers");
    case words:
      return "a list of texts in quotes";
    case times:
      return numeric("a table of numbers");
  }
  return "";
}

std::string scene_keys_page() {
  std::string page =
      "# Scene files\n\n"
      "This page lists every key of a scene file. `scree check --keys` generates it from the table that also "
      "checks scenes. [Your first scene](../tutorials/first-scene.md) is the introduction.\n"
      "All values are in SI units. Write numbers without units. Scree rejects every key that is not in these "
      "tables.\n"
      "In the plane (`run.dimension = 2`, [how-to](../how-to/simulate-in-the-plane.md)) vectors may have two "
      "numbers [x, y], and a "
      "spin is one number.\n"
      "`scree run scene.toml --set material.rock.friction=0.3 --set insert[0].count=50` changes keys for one "
      "run.\n";
  for (const SceneTable& table : tables) {
    page += fmt::format("\n## {}\n\n{}\n\n| key | value | default | meaning |\n|---|---|---|---|\n",
                        heading(table.name), table.text);
    for (const SceneKey& key : keys) {
      if (key.table != table.name) continue;
      const std::string fallback = key.fallback.empty()       ? ""
                                   : key.fallback == "needed" ? "needed"
                                                              : fmt::format("`{}`", key.fallback);
      const std::string only = key.only.empty() ? "" : fmt::format("{}: ", with_commas(key.only));
      page +=
          fmt::format("| `{}` | {} | {} | {}{} |\n", key.name, expectation(key), fallback, only, key.text);
    }
  }
  page +=
      "\n## Keys that may change when a run is resumed\n\n"
      "`scree run SCENE --resume` compares every other key, and the content of every file that a key names, "
      "with the scene that the run was started with.\n\n| key | why it may change |\n|---|---|\n";
  for (const ChangeableKey& c : changeable)
    page += fmt::format("| `{}.{}` | {} |\n", c.table, c.name, c.reason);
  return page;
}

}  // namespace scree
