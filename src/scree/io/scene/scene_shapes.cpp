// The shapes of a scene: tables [shape.NAME], in 3D and in 2D.

#include "scree/error.hpp"
#include "scree/io/scene/scene_readers.hpp"
#include "scree/text.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Reads the parameters of library bodies. Refuses those that the body does not have.
void read_parameters(const SceneReader& t, SceneShape& s) {
  const LibraryEntry* entry = find_in_library(s.library);
  const std::string_view used = entry != nullptr ? entry->parameters : "";
  for (const std::string_view key : {"lengths", "sides", "height", "level", "vertices", "aspect", "seed"}) {
    if (!t.has(key) || used.find(key) != std::string_view::npos) continue;
    fail("{} does not go with '{}', which {}. Leave it out.", t.location(key),
         s.library.empty() ? s.file : s.library,
         used.empty() ? "has no parameters" : fmt::format("is set by {}", used));
  }
  LibraryParameters& p = s.parameters;
  s.has_lengths = t.has("lengths");
  if (s.has_lengths) p.lengths = t.vec("lengths");
  if (t.has("sides")) p.sides = t.whole("sides");
  if (t.has("height")) p.height = t.number("height");
  if (t.has("level")) p.level = t.whole("level");
  if (t.has("vertices")) p.vertices = t.whole("vertices");
  if (t.has("aspect")) p.aspect = t.vec("aspect");
  if (t.has("seed")) p.seed = static_cast<std::uint64_t>(t.whole("seed"));
}

/// Reads the half lengths and exponents of a superquadric. The other shapes have neither.
void read_round(const SceneReader& t, SceneShape& s) {
  for (const std::string_view key : {"half_lengths", "exponents"}) {
    if (t.has(key) && !s.is_superquadric()) {
      fail("{} does not go with '{}', only with superquadric and ellipsoid. Leave it out.", t.location(key),
           s.library.empty() ? s.file : s.library);
    }
  }
  if (t.has("exponents") && s.library == "ellipsoid")
    fail("{}: an ellipsoid has the exponents 2 and 2. Leave it out, or use superquadric.",
         t.location("exponents"));
  if (t.has("half_lengths")) s.round.half_length = t.vec("half_lengths"), s.has_lengths = true;
  if (!t.has("exponents")) return;
  const std::vector<Real> n = t.numbers("exponents");
  if (n.size() != 2)
    fail("{} must be two numbers: along the third axis, and across it.", t.location("exponents"));
  s.round.n1 = n[0], s.round.n2 = n[1];
}

void check_in_library(const SceneShape& s) {
  std::vector<std::string_view> names = {"sphere", "ellipsoid", "superquadric"};
  for (const LibraryEntry& entry : library()) names.push_back(entry.name);
  if (std::find(names.begin(), names.end(), s.library) != names.end()) return;
  fail("{}: there is no shape '{}' in the library; the nearest name is '{}'. 'scree list' shows all.",
       s.location, shown(s.library), names[nearest_word(s.library, names)]);
}

}  // namespace

SceneShape read_planar_shape(const SceneReader& t, std::string name) {
  SceneShape s;
  s.name = std::move(name), s.location = t.location();
  for (const std::string_view key : {"file", "merge", "edge", "volume", "scale", "lengths", "half_lengths",
                                     "exponents", "height", "level", "vertices", "aspect"}) {
    if (t.has(key)) fail("{} is for bodies in space. Leave it out in the plane.", t.location(key));
  }
  s.library = t.has("library") ? t.text("library") : "polygon";
  s.sides = planar_library_sides(s.library);
  if (s.sides == 0 && s.library != "polygon") {
    fail(
        "{}: there is no '{}' in the plane. Use disc, triangle, square, pentagon, hexagon, octagon, or "
        "polygon with corners or sides.",
        t.location("library"), shown(s.library));
  }
  for (const std::string_view key : {"sides", "corners"}) {
    if (t.has(key) && s.sides > 0) fail("{} goes with polygon only. Leave it out.", t.location(key));
  }
  if (s.sides == 0 && t.has("sides") == t.has("corners"))
    fail("{}: a polygon has either corners = [[x, y], [x, y], ...] or sides = 5.", s.location);
  if (t.has("sides")) {
    s.sides = t.whole("sides");
    if (s.sides < 3) fail("{} is {}. A polygon has at least three.", t.location("sides"), s.sides);
  }
  if (t.has("corners")) s.corners = t.points("corners");
  if (t.has("diameter") && t.has("equivalent_diameter"))
    fail("{}: the size is given twice. Leave one out.", t.location("diameter"));
  if (t.has("diameter")) s.size = Size{Size::By::diameter, t.number("diameter")};
  s.equivalent_diameter = t.maybe_number("equivalent_diameter");
  return s;
}

SceneShape read_shape(const SceneReader& t, std::string name) {
  SceneShape s;
  s.name = std::move(name), s.location = t.location();
  if (t.has("corners")) fail("{} needs a scene in the plane (run.dimension = 2).", t.location("corners"));
  if (t.has("library") == t.has("file")) {
    fail("{} must have either library = \"cube\" (a name of 'scree list') or file = \"rock.obj\".",
         s.location);
  }
  if (t.has("library")) {
    s.library = t.text("library"), s.location = t.location("library");
    check_in_library(s);
  }
  if (t.has("file")) s.file = t.text("file"), s.location = t.location("file");
  s.hull = t.flag("hull"), s.merge = read_merge(t);
  if (t.has("merge") && s.file.empty())
    fail("{} applies only to shapes from files. Leave it out.", t.location("merge"));
  read_parameters(t, s);
  read_round(t, s);
  int sizes = 0;
  for (const std::string_view key : {"edge", "volume", "diameter", "equivalent_diameter", "scale"}) {
    if (t.has(key) && ++sizes > 1) fail("{}: the size is given twice. Leave one out.", t.location(key));
  }
  if (t.has("edge")) {
    const LibraryEntry* entry = find_in_library(s.library);
    if (entry == nullptr || entry->edge.empty()) {
      fail("{}: this shape has no edge to scale by. Give volume, diameter or equivalent_diameter.",
           t.location("edge"));
    }
    s.size = Size{Size::By::edge, t.number("edge")};
  }
  if (t.has("volume")) s.size = Size{Size::By::volume, t.number("volume")};
  if (t.has("diameter")) s.size = Size{Size::By::diameter, t.number("diameter")};
  s.equivalent_diameter = t.maybe_number("equivalent_diameter");
  s.scale = t.maybe_number("scale");
  if (s.scale && s.file.empty())
    fail("{} applies only to shapes from files. Give edge or volume here.", t.location("scale"));
  return s;
}

int planar_library_sides(std::string_view name) {
  constexpr std::pair<std::string_view, int> names[] = {{"disc", 1},     {"triangle", 3}, {"square", 4},
                                                        {"pentagon", 5}, {"hexagon", 6},  {"octagon", 8}};
  for (const auto& [known, sides] : names) {
    if (name == known) return sides;
  }
  return 0;
}

}  // namespace scree
