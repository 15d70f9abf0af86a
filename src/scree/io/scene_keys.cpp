#include "scree/io/scene_keys.hpp"

#include "scree/contact/algorithms.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

using enum KeyType;
using enum KeyRange;

constexpr SceneTable tables[] = {
    {"run", "How long, how fine, and what acts on all bodies. Needed: `end`."},
    {"contact", "How contacts are found and how they answer."},
    {"dda", "What `run.solver` \"dda\" takes besides ([dda.md](../explanation/dda.md))."},
    {"material.NAME",
     "What bodies and walls are made of, under a name of your choice. Without any, there is one called "
     "`default`, made of the defaults below. Two materials that touch: stiffnesses in series, the smaller "
     "friction, rolling friction and restitution, unless `[[contact_pair]]` says otherwise."},
    {"contact_pair[]", "Two materials that touch in their own way. What is left out follows the rule above."},
    {"shape.NAME",
     "A shape, under a name of your choice: from the library, a file, a sphere, an ellipsoid or a "
     "superquadric; in the plane (`run.dimension` 2) a disc or a convex polygon. Bodies of the library "
     "need no table where sizes are given with the bodies: `shapes = [\"cube\"]`."},
    {"wall[]",
     "What holds bodies in. A plane is solid on the side away from its normal. A box has six sides, named "
     "`NAME.x-`, `NAME.x+`, ...; each is a plane without end. A cylinder holds bodies inside; a mesh touches "
     "them on the side from which its triangles run counter-clockwise; a line, in the plane, touches them on "
     "both sides and at its ends ([walls.md](walls.md))."},
    {"motion[]",
     "How a wall moves. A wall may have several motions: they add. The name of a box moves all its sides."},
    {"body[]", "One body."},
    {"masonry[]",
     "Dimension 2: many bodies laid beside each other without gaps. An arch of equal stones; a wall of "
     "bricks in running bond."},
    {"insert[]",
     "Many bodies: on a lattice, at random places, as rain, or from a table of poses. None comes where it "
     "would touch another body or its bounding sphere a wall (those of a table are taken as they are), and "
     "at "
     "random places none behind a wall that contains them (`inside`). `scree check` counts those of a "
     "lattice "
     "or a table that lie behind a wall."},
    {"output", "What is written, and how often."},
};

constexpr SceneKey keys[] = {
    // table, name, type, unit, fallback, range, choices, only, text
    {"run", "end", number, "s", "needed", positive, "", "", "when the run ends"},
    {"run", "step", number_or_auto, "s", "\"auto\"", positive, "", "",
     "time step; auto: `step_part` of the critical step, 0.001 s with the solver dda"},
    {"run", "step_part", number, "", "0.2", part, "", "", "what auto takes of the critical step"},
    {"run", "force_step", flag, "", "false", any, "", "",
     "run even with a step longer than the critical one"},
    {"run", "allow_overlaps", flag, "", "false", any, "", "",
     "run even with bodies that overlap at the beginning by more than 5 % of the smaller one's size"},
    {"run", "dimension", whole, "", "3", positive, "", "",
     "2: polygons and discs in the plane, between lines; every z is 0, bodies turn about z"},
    {"run", "thickness", number, "m", "1.0", positive, "", "", "dimension 2: of all bodies"},
    {"run", "gravity", vector, "m/s2", "[0.0, 0.0, -9.81]", any, "", "",
     "acceleration of all free bodies; dimension 2: [0.0, -9.81, 0.0] unless given"},
    {"run", "seed", whole, "", "1", not_negative, "", "", "of all that is random"},
    {"run", "threads", whole, "", "0", not_negative, "", "",
     "0: as many as there are cores and work for, 200 bodies each; results do not depend on it"},
    {"run", "integrator", word, "", "\"verlet\"", any, "verlet|leap_frog", "",
     "leap_frog: velocities between the steps, as in Smeets et al. 2015"},
    {"run", "solver", word, "", "\"explicit\"", any, "explicit|dda", "",
     "dda: implicit steps of rigid blocks, discontinuous deformation analysis "
     "([dda.md](../explanation/dda.md))"},
    {"run", "stop_energy", number, "J", "0.0", not_negative, "", "",
     "stop when the mean kinetic energy of a free body is below this and forces are in balance; 0: never"},
    {"run", "stop_after", number, "s", "0.0", not_negative, "", "", "not before this time"},

    {"contact", "algorithm", text, "", "\"gjk_td\"", any, "", "",
     "how two polyhedra are compared: a name of `scree list`"},
    {"contact", "force_algorithm", flag, "", "false", any, "", "",
     "run even with an algorithm that does not find how deep bodies overlap (gjk, gjk_johnson)"},
    {"contact", "patch", word, "", "\"polygon\"", any, "polygon|point", "",
     "faces touch at the corners of their overlap, or at one point"},
    {"contact", "law", word, "", "\"linear\"", any, "linear|hertz_mindlin|pressure", "",
     "springs and dashpots; pressure: over the polygons in which facets meet, the only law for concave "
     "bodies"},
    {"contact", "quadrature", whole, "", "2", positive, "", "",
     "law pressure: degree up to which polynomials are integrated exactly, 1, 2 or 4"},
    {"contact", "local_damping", number, "", "0.0", part, "", "",
     "Cundall's: this part of every force acts against the motion"},
    {"contact", "skin", number_or_auto, "m", "\"auto\"", positive, "", "",
     "bodies nearer than this are listed as neighbours; changes the speed only"},

    {"dda", "mode", word, "", "\"dynamic\"", any, "dynamic|static", "",
     "static: velocities are forgotten after every step, so bodies go to rest on the shortest way"},
    {"dda", "displacement_limit", number, "", "0.005", part, "", "",
     "how far a corner may go in a step, as a part of the model; longer steps are halved"},
    {"dda", "detector", word, "", "\"fast_direct_search\"", any,
     "fast_direct_search|direct_search|fast_common_plane", "",
     "what finds the contacts; fast_common_plane in space only"},

    {"material.NAME", "density", number, "kg/m3", "2650.0", positive, "", "", ""},
    {"material.NAME", "least_mass", number, "kg", "", positive, "", "",
     "of a body: smaller ones are made denser, up to this mass, so that a few small grains do not set "
     "the step of all"},
    {"material.NAME", "normal_stiffness", number, "N/m", "1e5", positive, "", "", "law linear"},
    {"material.NAME", "tangential_stiffness", number, "N/m", "8e4", not_negative, "", "", "law linear"},
    {"material.NAME", "young", number, "Pa", "1e8", positive, "", "", "law hertz_mindlin: Young's modulus"},
    {"material.NAME", "poisson", number, "", "0.25", poisson, "", "", "law hertz_mindlin: Poisson's ratio"},
    {"material.NAME", "layer_stiffness", number, "Pa/m", "3e7", positive, "", "",
     "law pressure: pressure per overlap"},
    {"material.NAME", "tangential_damping", number, "kg/(m2 s)", "4e6", not_negative, "", "",
     "law pressure: stress per sliding speed, up to friction"},
    {"material.NAME", "restitution", number, "", "0.5", part, "", "",
     "speed after over speed before an impact; below 0.01 bodies are damped as with 0.01, since stronger "
     "damping "
     "only shortens the step. With law pressure it holds for flat faces; round bodies keep more speed"},
    {"material.NAME", "friction", number, "", "0.5", not_negative, "", "", "Coulomb's coefficient"},
    {"material.NAME", "cohesion", number, "Pa", "0.0", not_negative, "", "",
     "solver dda: shear that joints hold besides friction until they break; joints that are there at the "
     "beginning"},
    {"material.NAME", "tension", number, "Pa", "0.0", not_negative, "", "",
     "solver dda: the same across the joint"},
    {"material.NAME", "rolling_friction", number, "", "0.0", not_negative, "", "",
     "torque over normal force and radius"},

    {"contact_pair[]", "materials", words, "", "needed", any, "", "", "the two, by name"},
    {"contact_pair[]", "normal_stiffness", number, "N/m", "", positive, "", "", "law linear"},
    {"contact_pair[]", "tangential_stiffness", number, "N/m", "", not_negative, "", "", "law linear"},
    {"contact_pair[]", "layer_stiffness", number, "Pa/m", "", positive, "", "", "law pressure"},
    {"contact_pair[]", "tangential_damping", number, "kg/(m2 s)", "", not_negative, "", "", "law pressure"},
    {"contact_pair[]", "restitution", number, "", "", part, "", "", ""},
    {"contact_pair[]", "friction", number, "", "", not_negative, "", "", ""},
    {"contact_pair[]", "rolling_friction", number, "", "", not_negative, "", "", ""},

    {"shape.NAME", "library", text, "", "", any, "", "",
     "a name of `scree list`, or sphere, ellipsoid, superquadric; dimension 2: disc, triangle, square, "
     "pentagon, "
     "hexagon, octagon, polygon"},
    {"shape.NAME", "file", file, "", "", any, "", "", "an .obj or .stl file, beside the scene"},
    {"shape.NAME", "hull", flag, "", "false", any, "", "", "take the convex hull of the file's vertices"},
    {"shape.NAME", "merge", number, "", "", part, "", "",
     "file: neighbouring faces within this part of the size of one plane become one face, up to 0.1; unless "
     "given only faces that are coplanar to the rounding of the file's numbers "
     "([shape-files.md](shape-files.md))"},
    {"shape.NAME", "corners", points, "m", "", any, "", "",
     "dimension 2, polygon: its corners, counter-clockwise"},
    {"shape.NAME", "edge", number, "m", "", positive, "", "", "size by the edge (library)"},
    {"shape.NAME", "volume", number, "m3", "", positive, "", "", "size by the volume"},
    {"shape.NAME", "diameter", number, "m", "", positive, "", "", "size by the sphere about the centroid"},
    {"shape.NAME", "equivalent_diameter", number, "m", "", positive, "", "",
     "size by the sphere of equal volume; dimension 2: the disc of equal area"},
    {"shape.NAME", "scale", number, "", "", positive, "", "", "size by a factor (file)"},
    {"shape.NAME", "lengths", vector, "m", "", positive, "", "", "box: its lengths"},
    {"shape.NAME", "half_lengths", vector, "m", "", positive, "", "",
     "ellipsoid, superquadric: a, b, c; 1 each unless given"},
    {"shape.NAME", "exponents", numbers, "", "", positive, "", "",
     "superquadric: n1 along the third axis, n2 across it; 2 (unless given) to 1000, larger is boxier"},
    {"shape.NAME", "sides", whole, "", "", positive, "", "",
     "prism: sides of its base; polygon: a regular one of so many sides"},
    {"shape.NAME", "height", number, "", "", positive, "", "", "prism: height per edge of its base"},
    {"shape.NAME", "level", whole, "", "", not_negative, "", "", "icosphere: 0 to 4"},
    {"shape.NAME", "vertices", whole, "", "", positive, "", "", "random: how many"},
    {"shape.NAME", "aspect", vector, "", "", positive, "", "", "random: stretch along x, y, z"},
    {"shape.NAME", "seed", whole, "", "", not_negative, "", "", "random: another seed, another body"},

    {"wall[]", "name", text, "", "", any, "", "", "for history.csv; `wall1`, `wall2`, ... unless given"},
    {"wall[]", "type", word, "", "\"plane\"", any, "plane|box|cylinder|mesh|line", "", ""},
    {"wall[]", "material", text, "", "", any, "", "", "by name; may be left out when there is only one"},
    {"wall[]", "appears_at", number, "s", "", not_negative, "", "",
     "when it comes; it is there unless given"},
    {"wall[]", "removed_at", number, "s", "", not_negative, "", "", "when it disappears"},
    {"wall[]", "point", vector, "m", "[0.0, 0.0, 0.0]", any, "", "plane", "any point of the plane"},
    {"wall[]", "normal", vector, "", "[0.0, 0.0, 1.0]", any, "", "plane",
     "towards the bodies; of any length; dimension 2: [0.0, 1.0, 0.0] unless given"},
    {"wall[]", "lower", vector, "m", "needed", any, "", "box", "corner with the least x, y, z"},
    {"wall[]", "upper", vector, "m", "needed", any, "", "box", "corner with the greatest x, y, z"},
    {"wall[]", "open", words, "", "[\"z+\"]", any, "", "box",
     "sides that are not there: x-, x+, y-, ...; dimension 2: [\"y+\"] unless given"},
    {"wall[]", "remove", times, "s", "", not_negative, "", "box",
     "when single sides disappear: {\"x+\" = 1.5}"},
    {"wall[]", "points", points, "m", "needed", any, "", "line",
     "dimension 2: corners of the line from end to end; closed when the last is the first again"},
    {"wall[]", "from", vector, "m", "needed", any, "", "cylinder", "one end of the axis"},
    {"wall[]", "to", vector, "m", "needed", any, "", "cylinder", "the other end"},
    {"wall[]", "radius", number, "m", "needed", positive, "", "cylinder", ""},
    {"wall[]", "closed", flag, "", "true", any, "", "cylinder", "with flat ends, as a drum"},
    {"wall[]", "sides", whole, "", "96", positive, "", "cylinder",
     "law pressure: flat strips of which it consists, 8 at least"},
    {"wall[]", "file", file, "", "needed", any, "", "mesh", "an .stl or .obj file, beside the scene"},
    {"wall[]", "scale", number, "", "1.0", positive, "", "mesh", "a factor for the file"},
    {"wall[]", "merge", number, "", "", part, "", "mesh",
     "faces this near to one plane become one, as for shapes"},
    {"wall[]", "position", vector, "m", "[0.0, 0.0, 0.0]", any, "", "mesh",
     "where the origin of the file goes"},
    {"wall[]", "orientation", quaternion, "", "[1.0, 0.0, 0.0, 0.0]", any, "", "mesh",
     "turns it: w, x, y, z"},

    {"motion[]", "wall", text, "", "needed", any, "", "", "by name"},
    {"motion[]", "type", word, "", "\"phase\"", any, "phase|table|vibration|servo", "",
     "phase: constant velocity and turn; table: places at times; servo: moves until it presses with a force"},
    {"motion[]", "begin", number, "s", "0.0", not_negative, "", "phase|vibration|servo", ""},
    {"motion[]", "end", number, "s", "", positive, "", "phase|vibration|servo", "for ever unless given"},
    {"motion[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "phase", ""},
    {"motion[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "phase", "along the axis of the turn"},
    {"motion[]", "center", vector, "m", "[0.0, 0.0, 0.0]", any, "", "phase|table", "a point of the axis"},
    {"motion[]", "carried", flag, "", "false", any, "", "phase",
     "the centre is a place of the wall, in its own frame, and moves with it"},
    {"motion[]", "axis", vector, "", "[0.0, 0.0, 1.0]", any, "", "table", "of the turn"},
    {"motion[]", "file", file, "", "needed", any, "", "table",
     "lines of time x y z angle, in s, m and rad, from the first place; lines with # are skipped"},
    {"motion[]", "amplitude", vector, "m", "needed", any, "", "vibration", ""},
    {"motion[]", "frequency", number, "Hz", "needed", positive, "", "vibration", ""},
    {"motion[]", "phase", number, "rad", "0.0", any, "", "vibration", ""},
    {"motion[]", "direction", vector, "", "needed", any, "", "servo", "in which the wall presses"},
    {"motion[]", "force", number, "N", "needed", not_negative, "", "servo", "to reach"},
    {"motion[]", "gain", number, "m/s/N", "needed", positive, "", "servo", "speed per missing force"},
    {"motion[]", "fastest", number, "m/s", "needed", positive, "", "servo", "limit of the speed"},

    {"body[]", "shape", text, "", "", any, "", "", "by name; needed, or corners"},
    {"body[]", "corners", points, "m", "", any, "", "",
     "dimension 2, instead of a shape: a polygon, counter-clockwise"},
    {"body[]", "material", text, "", "", any, "", "", "by name; may be left out when there is only one"},
    {"body[]", "position", vector, "m", "", any, "", "",
     "of the centroid; needed, except with corners: it lies where they are unless given"},
    {"body[]", "angle", number, "degrees", "", any, "", "",
     "dimension 2: turns the shape, counter-clockwise, instead of orientation"},
    {"body[]", "orientation", quaternion, "", "[1.0, 0.0, 0.0, 0.0]", any, "", "",
     "turns the shape from how its file or the library has it: w, x, y, z"},
    {"body[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "", ""},
    {"body[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "", ""},
    {"body[]", "freedom", word, "", "\"free\"", any, "free|fixed|prescribed", "",
     "prescribed: keeps its velocity and spin, whatever touches it"},
    {"body[]", "scale", number, "", "", positive, "", "", "a factor for the shape"},
    {"body[]", "size", number, "m", "", positive, "", "", "instead: diameter of the sphere of equal volume"},

    {"masonry[]", "type", word, "", "needed", any, "arch|bricks", "", ""},
    {"masonry[]", "material", text, "", "", any, "", "", "by name; may be left out when there is only one"},
    {"masonry[]", "center", vector, "m", "[0.0, 0.0, 0.0]", any, "", "arch", "of its circle"},
    {"masonry[]", "radius", number, "m", "needed", positive, "", "arch",
     "from the centre to the middle of the ring"},
    {"masonry[]", "depth", number, "m", "needed", positive, "", "arch", "of the ring, along the radius"},
    {"masonry[]", "opening", number, "degrees", "180.0", positive, "", "arch", "from springing to springing"},
    {"masonry[]", "count", whole, "", "needed", positive, "", "arch",
     "of the stones; their joints are radial"},
    {"masonry[]", "lower", vector, "m", "[0.0, 0.0, 0.0]", any, "", "bricks",
     "lower left corner of the wall"},
    {"masonry[]", "brick", numbers, "m", "needed", positive, "", "bricks", "[width, height] of a brick"},
    {"masonry[]", "columns", whole, "", "needed", positive, "", "bricks", "bricks in a course"},
    {"masonry[]", "courses", whole, "", "needed", positive, "", "bricks",
     "one upon the other, every other one moved by half a brick, with half bricks at its ends"},

    {"insert[]", "type", word, "", "needed", any, "lattice|random|rain|table", "", ""},
    {"insert[]", "shapes", words, "", "needed", any, "", "", "by name"},
    {"insert[]", "shares", numbers, "", "", not_negative, "", "",
     "of the shapes, equal unless given; need not add up to 1"},
    {"insert[]", "shares_by", word, "", "\"number\"", any, "number|mass", "", "what the shares are parts of"},
    {"insert[]", "order", word, "", "\"random\"", any, "random|in_turn", "",
     "in_turn: one shape after the other"},
    {"insert[]", "size_rule", word, "", "", any, "fixed|uniform|sieve|halves", "",
     "fixed: one size; uniform: [least, greatest] by number; sieve: with `passing`; halves: [least, D50, "
     "greatest], half of the bodies below D50. Unless given: fixed for one size, uniform for two"},
    {"insert[]", "sizes", numbers, "m", "", positive, "", "",
     "diameters of the spheres of equal volume; the shapes' own sizes unless given"},
    {"insert[]", "passing", numbers, "", "", part, "", "",
     "sieve: part of the mass smaller than each size, from 0 to 1"},
    {"insert[]", "material", text, "", "", any, "", "", "by name; may be left out when there is only one"},
    {"insert[]", "lower", vector, "m", "needed", any, "", "lattice|random|rain",
     "of the region: corner with the least x, y, z"},
    {"insert[]", "upper", vector, "m", "needed", any, "", "lattice|random|rain",
     "corner with the greatest x, y, z"},
    {"insert[]", "inside", words, "", "", any, "", "random|rain",
     "walls that contain the bodies, by name: none comes behind one of them. Unless given those whose free "
     "side holds the middle of the region; []: none"},
    {"insert[]", "spacing", number, "m", "", positive, "", "lattice",
     "between centres; the largest bounding sphere, unless given"},
    {"insert[]", "count", whole, "", "", positive, "", "lattice|random|rain",
     "how many; lattice: at most, as many as there are places unless given"},
    {"insert[]", "solid_fraction", number, "", "", part, "", "random",
     "instead of count: the part of the region to be solid"},
    {"insert[]", "start", number, "s", "0.0", not_negative, "", "",
     "when they come, or the first of the rain"},
    {"insert[]", "rate", number, "1/s", "", positive, "", "rain", "bodies a second"},
    {"insert[]", "interval", number, "s", "", positive, "", "rain", "instead: time between two bodies"},
    {"insert[]", "grid", numbers, "", "", positive, "", "rain",
     "[columns, rows]: places over the region in a fixed sequence, row by row, to and fro; a body whose "
     "place "
     "is taken waits, and the others behind it. At random places unless given"},
    {"insert[]", "stride", whole, "", "", positive, "", "rain",
     "each body comes so many places of the grid after the one before, 1 unless given: faster rain without "
     "waiting"},
    {"insert[]", "scatter", number, "m", "", not_negative, "", "rain",
     "how far beside its place of the grid a body may come, along x and y, at random; 0 unless given: bodies "
     "of one place then fall on top of each other"},
    {"insert[]", "file", file, "", "needed", any, "", "table",
     "one body a line: x y z qw qx qy qz; lines with # are skipped; beside the scene"},
    {"insert[]", "length_unit", number, "m", "1.0", positive, "", "table",
     "what a length of 1 in the file is"},
    {"insert[]", "random_orientation", flag, "", "true", any, "", "lattice|random|rain",
     "else as the file or the library has the shape"},
    {"insert[]", "velocity", vector, "m/s", "[0.0, 0.0, 0.0]", any, "", "", ""},
    {"insert[]", "spin", spin, "rad/s", "[0.0, 0.0, 0.0]", any, "", "", ""},
    {"insert[]", "seed", whole, "", "", not_negative, "", "",
     "of its own; follows from `run.seed` unless given"},

    {"output", "history", number_or_auto, "s", "\"auto\"", positive, "", "",
     "between two rows of history.csv; auto: 200 rows in all"},
    {"output", "frames", number_or_auto, "s", "\"auto\"", positive, "", "",
     "between two frames for ParaView; auto: 100 frames in all"},
    {"output", "checkpoints", number_or_auto, "s", "\"auto\"", positive, "", "",
     "between two checkpoints; auto: 20 in all"},
    {"output", "surface", flag, "", "false", any, "", "",
     "frames with the faces of all bodies too: large, for small runs"},
};

constexpr ChangeableKey changeable[] = {
    {"run", "end", "a run may go on for longer"},
    {"run", "threads", "results do not depend on it"},
    {"run", "force_step", "it permits a step, which `run.step` says"},
    {"contact", "force_algorithm", "it permits an algorithm, which `contact.algorithm` says"},
};

std::string_view range_text(KeyRange range) {
  switch (range) {
    case any:
      return "";
    case positive:
      return ", greater than 0";
    case not_negative:
      return ", 0 or more";
    case part:
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
      "Every key of a scene, made by `scree check --keys` from the table that checks scenes. "
      "[Your first scene](../tutorials/first-scene.md) is the way in.\n"
      "Units are SI; numbers are written without them. A key that is not in these tables is refused.\n"
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
      "`scree run SCENE --resume` compares every other key with the scene that the run was begun with, and "
      "the content of every file "
      "that a key names.\n\n| key | why it may change |\n|---|---|\n";
  for (const ChangeableKey& c : changeable)
    page += fmt::format("| `{}.{}` | {} |\n", c.table, c.name, c.reason);
  return page;
}

}  // namespace scree
