// A run continues only with the scene that it was started with. The test changes every key of the table in
// turn. The change must be refused unless the table lists the key as changeable. Worlds are compared as well,
// because a world made in code has no scene. Each key must therefore change the setup of the world that it
// builds, unless it is listed here with a reason.

#include "scree/io/scene/same_scene.hpp"

#include "scree/file.hpp"
#include "scree/io/record/checkpoint.hpp"
#include "scree/io/scene/scene_check.hpp"
#include "scree/run/run_scene.hpp"
#include "scree/shape/read/obj.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <limits>
#include <map>
#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;

/// Scenes that together set every key of the table, by default or by override.
const std::map<std::string, std::string> bases = {
    {"space", R"(
[run]
end = 1
step = 1e-6
[material.rock]
least_mass = 1e-9
[material.steel]
[[contact_pair]]
materials = ["rock", "steel"]
normal_stiffness = 2e4
tangential_stiffness = 1e4
layer_stiffness = 1e7
tangential_damping = 1e6
restitution = 0.3
friction = 0.2
rolling_friction = 0.1
[shape.ball]
library = "sphere"
diameter = 0.02
[shape.crate]
library = "box"
lengths = [0.01, 0.02, 0.03]
[shape.bar]
library = "prism"
sides = 5
height = 2
edge = 0.01
[shape.ico]
library = "icosphere"
level = 1
equivalent_diameter = 0.02
[shape.blob]
library = "random"
vertices = 12
aspect = [1, 1, 2]
seed = 1
volume = 1e-6
[shape.egg]
library = "ellipsoid"
half_lengths = [0.01, 0.01, 0.02]
[shape.pebble]
library = "superquadric"
exponents = [3, 4]
diameter = 0.02
[shape.rock]
file = "rock.obj"
scale = 0.01
[[wall]]
name = "floor"
material = "steel"
point = [0, 0, -2]
appears_at = 0.1
removed_at = 0.5
[[wall]]
name = "sides"
type = "box"
material = "steel"
lower = [-4, -4, -1]
upper = [4, 4, 4]
open = ["z+"]
remove = {"x+" = 0.3}
[[wall]]
name = "tube"
type = "cylinder"
material = "steel"
from = [0, 0, -3]
to = [0, 0, 5]
radius = 8
[[wall]]
name = "sheet"
type = "mesh"
material = "steel"
file = "sheet.obj"
scale = 1
position = [0, 0, -0.5]
[[motion]]
wall = "floor"
begin = 0.1
end = 0.2
velocity = [0, 0, 0.1]
spin = [0, 0, 0.1]
center = [0.1, 0, 0]
[[motion]]
wall = "sheet"
type = "table"
file = "motion.txt"
[[motion]]
wall = "tube"
type = "vibration"
amplitude = [0.001, 0, 0]
frequency = 10
[[motion]]
wall = "sides.x-"
type = "servo"
direction = [1, 0, 0]
force = 2
gain = 0.1
fastest = 1
[[body]]
shape = "crate"
material = "rock"
position = [0.5, 0.5, 0.5]
scale = 1.5
[[body]]
shape = "ball"
material = "rock"
position = [0.7, 0.5, 0.5]
size = 0.03
[[insert]]
type = "lattice"
shapes = ["rock", "blob"]
material = "rock"
sizes = [0.02]
lower = [0, 0, 0]
upper = [0.2, 0.2, 0.1]
count = 4
[[insert]]
type = "lattice"
shapes = ["bar", "pebble"]
shares = [1, 2]
material = "rock"
lower = [0.3, 0, 0]
upper = [0.5, 0.2, 0.2]
spacing = 0.1
seed = 7
[[insert]]
type = "random"
shapes = ["ball", "egg", "ico"]
material = "rock"
sizes = [0.01, 0.02, 0.04]
size_rule = "sieve"
passing = [0, 0.3, 1]
solid_fraction = 0.001
lower = [0, 0.4, 0]
upper = [0.2, 0.6, 0.2]
[[insert]]
type = "rain"
shapes = ["ball"]
material = "rock"
count = 9
rate = 10
lower = [-0.5, -0.5, 0.5]
upper = [-0.3, -0.3, 0.6]
grid = [4, 2]
stride = 3
scatter = 0.01
[[insert]]
type = "rain"
shapes = ["ball"]
material = "rock"
count = 9
interval = 0.01
lower = [-0.5, -0.5, 0.8]
upper = [-0.3, -0.3, 0.9]
[[insert]]
type = "table"
shapes = ["ball"]
material = "rock"
file = "poses.txt"
length_unit = 0.01
)"},
    {"plain", R"(
[run]
end = 1
[[wall]]
[[body]]
shape = "crystal"
position = [0, 0, 0.5]
[shape.crystal]
library = "cube"
edge = 0.1
)"},
    {"pressure", R"(
[run]
end = 1
step = 1e-6
[contact]
law = "pressure"
[shape.nut]
file = "notched.obj"
scale = 0.01
[[body]]
shape = "nut"
position = [0, 0, 0.5]
)"},
    {"planar", R"(
[run]
dimension = 2
end = 1
step = 1e-6
[shape.tile]
corners = [[0, 0], [0.1, 0], [0.1, 0.1]]
[shape.nut]
library = "polygon"
sides = 7
equivalent_diameter = 0.1
[[wall]]
name = "ground"
type = "line"
points = [[-9, -1], [9, -1], [9, -2]]
[[body]]
shape = "tile"
position = [5, 5]
angle = 10
[[body]]
corners = [[3, 5], [3.1, 5], [3.1, 5.1]]
[[masonry]]
type = "arch"
radius = 5
depth = 0.5
count = 9
[[masonry]]
type = "bricks"
lower = [0, 7]
brick = [0.3, 0.1]
columns = 3
courses = 2
)"},
    {"dda", R"(
[run]
solver = "dda"
end = 1
step = 1e-4
[material.stone]
cohesion = 1e3
tension = 1e3
[[wall]]
[[body]]
shape = "cube"
size = 0.1
position = [0, 0, 1]
)"},
};

/// A change of a key: the scene and the overrides, the changed key first. If the keys of a table depend on
/// the change, the text of the table is replaced instead.
struct Change {
  std::string base;
  std::vector<std::string> set = {};
  std::string from = {}, to = {};

  std::string shown() const { return set.empty() ? to : set[0]; }
};

const std::map<std::string, Change> by_hand = {
    {"run.step", {"plain", {"run.step=1e-5"}}},
    {"run.step_fraction", {"plain", {"run.step_fraction=0.1"}}},
    {"run.dimension",
     {"plain",
      {"run.dimension=2", "shape.crystal={library='square', diameter=0.1}", "body[0].position=[0,1]",
       "wall[0].normal=[0,1]"}}},
    {"run.thickness", {"planar", {"run.thickness=2"}}},
    {"run.solver", {"plain", {"run.solver=dda"}}},
    {"contact.algorithm", {"space", {"contact.algorithm=fast_common_plane"}}},
    {"contact.quadrature", {"pressure", {"contact.quadrature=4"}}},
    {"contact.skin", {"space", {"contact.skin=0.001"}}},
    {"material.NAME.cohesion", {"dda", {"material.stone.cohesion=2e3"}}},
    {"material.NAME.tension", {"dda", {"material.stone.tension=2e3"}}},
    {"contact_pair[].materials", {"space", {"contact_pair[0].materials=['rock', 'rock']"}}},
    {"shape.NAME.library", {"plain", {"shape.crystal.library='octahedron'"}}},
    {"shape.NAME.file", {"space", {"shape.rock.file='other.obj'"}}},
    {"shape.NAME.merge", {"space", {"shape.rock.merge=1e-6"}}},
    {"shape.NAME.hull", {"pressure", {"shape.nut.hull=true"}}},
    {"wall[].name", {"plain", {"wall[0].name='ground'"}}},
    {"wall[].type", {"plain", {"wall[0].type='box'", "wall[0].lower=[-9,-9,0]", "wall[0].upper=[9,9,9]"}}},
    {"wall[].material", {"space", {"wall[2].material='rock'"}}},
    {"wall[].open", {"space", {"wall[1].open=['z-']"}}},
    {"wall[].remove", {"space", {"wall[1].remove={\"x+\"=0.4}"}}},
    {"wall[].merge", {"space", {"wall[3].merge=1e-6"}}},
    {"wall[].file", {"space", {"wall[3].file='other.obj'"}}},
    {"motion[].wall", {"space", {"motion[0].wall='tube'"}}},
    {"motion[].type",
     {"space",
      {},
      "type = \"vibration\"\namplitude = [0.001, 0, 0]\nfrequency = 10",
      "velocity = [0, 0, 0]"}},
    {"motion[].file", {"space", {"motion[1].file='slower.txt'"}}},
    {"body[].shape", {"space", {"body[0].shape='bar'"}}},
    {"body[].material", {"space", {"body[0].material='steel'"}}},
    {"masonry[].type",
     {"planar",
      {},
      "type = \"arch\"\nradius = 5\ndepth = 0.5\ncount = 9",
      "type = \"bricks\"\nbrick = [1, 1]\ncolumns = 2\ncourses = 2"}},
    {"masonry[].opening", {"planar", {"masonry[0].opening=179"}}},
    {"masonry[].material", {"planar", {"masonry[0].material='default'"}}},
    {"insert[].type", {"space", {"insert[0].type='random'"}}},
    {"insert[].shapes", {"space", {"insert[0].shapes=['blob', 'rock']"}}},
    {"insert[].size_rule", {"space", {"insert[0].size_rule='uniform'", "insert[0].sizes=[0.01,0.02]"}}},
    {"insert[].passing", {"space", {"insert[2].passing=[0, 0.31, 1]"}}},
    {"insert[].material", {"space", {"insert[0].material='steel'"}}},
    {"insert[].inside", {"space", {"insert[2].inside=['tube']"}}},
    {"insert[].grid", {"space", {"insert[3].grid=[5, 2]"}}},
    {"insert[].stride", {"space", {"insert[3].stride=5"}}},
    {"insert[].file", {"space", {"insert[5].file='shifted.txt'"}}},
    {"output.history", {"space", {"output.history=0.01"}}},
    {"output.frames", {"space", {"output.frames=0.01"}}},
    {"output.checkpoints", {"space", {"output.checkpoints=0.01"}}},
};

/// Keys that do not change the setup of the world, each with the reason. The comparison of scenes covers
/// them too.
const std::map<std::string, std::string> not_in_the_setup = {
    {"run.end", "the end of a run is no part of its world"},
    {"run.threads", "results do not depend on it"},
    {"run.force_step", "permits a step, which is part of the setup"},
    {"run.allow_overlaps", "permits bodies that overlap at the beginning, which are part of the state"},
    {"run.stop_energy", "decides when a run ends"},
    {"run.stop_after", "decides when a run ends"},
    {"shape.NAME.merge", "the geometry that it gives is part of the setup"},
    {"wall[].merge", "the geometry that it gives is part of the setup"},
    {"contact.force_algorithm", "permits an algorithm, which is part of the setup"},
    {"contact.skin", "part of the state: pairs/skin"},
    {"wall[].position", "part of the state: walls/pose"},
    {"wall[].orientation", "part of the state: walls/pose"},
    {"body[].shape", "part of the state of the bodies"},
    {"body[].material", "part of the state of the bodies"},
    {"body[].position", "part of the state of the bodies"},
    {"body[].angle", "part of the state of the bodies"},
    {"body[].orientation", "part of the state of the bodies"},
    {"body[].velocity", "part of the state of the bodies"},
    {"body[].spin", "part of the state of the bodies"},
    {"body[].freedom", "part of the state of the bodies"},
    {"body[].scale", "part of the state of the bodies"},
    {"body[].size", "part of the state of the bodies"},
    {"masonry[].material", "part of the state of the bodies"},
    {"output.history", "what is written"},
    {"output.frames", "what is written"},
    {"output.checkpoints", "what is written"},
    {"output.surface", "what is written"},
};

std::string full_name(const SceneKey& key) {
  return fmt::format("{}{}{}", key.table, key.table.empty() ? "" : ".", key.name);
}

/// Size of a change: as small as the type of the value allows, or large enough to change derived values.
enum class Amount { least, plain };

std::optional<Real> other_number(const SceneKey& key, Real x, Amount amount) {
  if (key.type == KeyType::whole) return x + 1;
  if (amount == Amount::least) return std::nextafter(x, x > 0 ? 0 : 1);
  if (key.range == KeyRange::fraction || key.range == KeyRange::poisson) return x > 0 ? 0.75 * x : 0.125;
  return x != 0 ? 1.25 * x : 0.125;
}

/// Returns a changed list of numbers: either the last number by the least amount, or all of them.
std::string other_list(const SceneKey& key, const toml::array& list, Amount amount, bool planar) {
  std::string text;
  const std::size_t last = list.size() - (planar && list.size() == 3 ? 2 : 1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string value;
    if (const toml::array* inner = list.get(i)->as_array()) {
      value = i == last ? other_list(key, *inner, amount, planar) : "";
      for (const toml::node& x : *inner) {
        if (i != last) value += fmt::format("{}{}", value.empty() ? "[" : ", ", *x.value<double>());
      }
      if (i != last) value += "]";
    } else {
      Real x = *list.get(i)->value<double>();
      if (i == last && amount == Amount::least) x = *other_number(key, x, amount);
      if (i <= last && amount == Amount::plain) {
        const bool moves = key.range != KeyRange::positive && key.type != KeyType::points;
        x = (key.type == KeyType::points ? 1.001 : 1.1) * x + (moves ? 0.001 * static_cast<Real>(i + 1) : 0);
      }
      value = fmt::to_string(x);
    }
    text += (text.empty() ? "" : ", ") + value;
  }
  return "[" + text + "]";
}

/// Returns another value of a key as TOML, or nothing if the table does not determine one.
std::optional<std::string> other_value(const SceneKey& key, const toml::node& node, Amount amount,
                                       bool planar) {
  switch (key.type) {
    case KeyType::number:
    case KeyType::number_or_auto:
    case KeyType::whole: {
      if (!node.is_number()) return {};
      const Real x = *other_number(key, *node.value<double>(), amount);
      return key.type == KeyType::whole ? fmt::to_string(static_cast<int>(x)) : fmt::to_string(x);
    }
    case KeyType::flag:
      return *node.value<bool>() ? "false" : "true";
    case KeyType::word: {
      if (key.name == "type") return {};  // other keys depend on the type
      const std::string now = *node.value<std::string>();
      const std::string_view first = key.choices.substr(0, key.choices.find('|'));
      const std::string_view rest = key.choices.substr(first.size() + 1);
      return fmt::format("'{}'", now != first ? first : rest.substr(0, rest.find('|')));
    }
    case KeyType::vector:
    case KeyType::quaternion:
    case KeyType::numbers:
    case KeyType::points:
      return other_list(key, *node.as_array(), amount, planar);
    case KeyType::spin:
      return node.is_number() ? std::string("0.125")
             : planar         ? "[0, 0, 0.125]"
                              : other_list(key, *node.as_array(), amount, planar);
    case KeyType::text:
    case KeyType::file:
    case KeyType::words:
    case KeyType::times:
      return {};
  }
  return {};
}

class SameScene : public testing::Test {
 protected:
  void SetUp() override {
    test::use_one_thread();
    Surface cube = library_shape("cube", {}, {Size::By::edge, 2});
    write("rock.obj", format_obj(cube));
    cube.vertices[0] = 1.5 * cube.vertices[0];
    write("other.obj", format_obj(library_shape("octahedron", {}, {Size::By::edge, 2})));
    write("notched.obj", format_obj(library_shape("tetris_l", {}, {Size::By::diameter, 2})));
    write("sheet.obj", "v -0.1 -0.1 0\nv 0.1 -0.1 0\nv 0.1 0.1 0\nv -0.1 0.1 0\nf 1 2 3 4\n");
    write("motion.txt", "0 0 0 0 0\n1 0 0 0.1 0\n");
    write("slower.txt", "0 0 0 0 0\n2 0 0 0.1 0\n");
    write("poses.txt", "-50 -50 0 1 0 0 0\n-50 -40 0 1 0 0 0\n");
    write("shifted.txt", "-50 -50 0 1 0 0 0\n-50 -41 0 1 0 0 0\n");
  }
  void write(const std::string& name, std::string_view text) const { write_file(folder.path() / name, text); }
  Scene scene(const std::string& base, const std::vector<std::string>& set = {}) const {
    return parse_scene(bases.at(base), folder.path() / "scene.toml", set);
  }
  Scene scene(const Change& change) const {
    std::string text = bases.at(change.base);
    if (!change.from.empty()) text.replace(text.find(change.from), change.from.size(), change.to);
    return parse_scene(text, folder.path() / "scene.toml", change.set);
  }
  toml::table keys_of(const std::string& base) const {
    return checked_scene(bases.at(base), (folder.path() / "scene.toml").string(), {});
  }

  /// Returns a change of this key: the one in `by_hand` if there is one, otherwise a change of the first
  /// value that a scene gives for the key.
  std::optional<Change> change_of(const SceneKey& key, Amount amount) const {
    if (const auto found = by_hand.find(full_name(key)); found != by_hand.end()) return found->second;
    for (const char* base : {"space", "pressure", "planar", "dda"}) {
      const toml::table keys = keys_of(base);
      const std::string name(key.table.substr(0, key.table.find_first_of(".[")));
      const toml::node* node = keys.get(name);
      if (node == nullptr) continue;
      const bool planar = std::string_view(base) == "planar";
      const auto change = [&](const std::string& path, const toml::table& table) -> std::optional<Change> {
        if (table.get(key.name) == nullptr) return {};
        const auto value = other_value(key, *table.get(key.name), amount, planar);
        if (!value) return {};
        return Change{base, {fmt::format("{}.{}={}", path, key.name, *value)}};
      };
      if (const toml::array* list = node->as_array()) {
        for (std::size_t i = 0; i < list->size(); ++i) {
          if (auto c = change(fmt::format("{}[{}]", name, i), *list->get(i)->as_table())) return c;
        }
      } else if (key.table.ends_with(".NAME")) {
        for (const auto& [own, table] : *node->as_table()) {
          if (auto c = change(fmt::format("{}.{}", name, own.str()), *table.as_table())) return c;
        }
      } else if (auto c = change(name, *node->as_table())) {
        return c;
      }
    }
    return {};
  }

  test::ScratchFolder folder;
};

TEST_F(SameScene, EveryKeyIsComparedUnlessItMayChange) {
  int count = 0;
  for (const SceneKey& key : scene_keys()) {
    const std::optional<Change> change = change_of(key, Amount::least);
    if (!change) {
      ADD_FAILURE() << full_name(key) << ": no scene of this test gives another value. Add one to by_hand.";
      continue;
    }
    const std::string set = change->shown();
    SCOPED_TRACE(full_name(key) + ": " + set);
    const std::string begun = kept_scene(scene(change->base));
    const Scene given = scene(*change);
    EXPECT_EQ(scene_difference(begun, begun, "scene.toml"), std::nullopt);
    const std::optional<std::string> difference = scene_difference(begun, kept_scene(given), "scene.toml");
    if (may_change(key)) {
      EXPECT_EQ(difference, std::nullopt);
      EXPECT_NO_THROW(check_begun_with(given, begun, "out/run"));
    } else {
      ASSERT_TRUE(difference) << "the change is not seen";
      EXPECT_ERROR(check_begun_with(given, begun, "out/run"), "started with another scene");
      const std::string path = set.substr(0, set.find_first_of("={"));
      const bool others = change->set.size() != 1 || set.find('{') != std::string::npos;
      EXPECT_TRUE(others || difference->starts_with(path + " is ")) << *difference;
    }
    ++count;
  }
  EXPECT_GE(count, 150);
}

TEST_F(SameScene, EveryUnlistedKeyChangesTheSetup) {
  std::map<std::string, std::string> setups;
  for (const auto& [name, text] : bases) {
    World world = build(scene(name));
    setups[name] = setup_of(world);
    write_checkpoint(folder.path() / (name + ".h5"), world, "");
  }
  for (const SceneKey& key : scene_keys()) {
    const std::optional<Change> change = change_of(key, Amount::plain);
    if (!change) continue;  // the previous test reports this key
    SCOPED_TRACE(full_name(key) + ": " + change->shown());
    World world;
    try {
      world = build(scene(*change));
    } catch (const Error& error) {
      ADD_FAILURE() << "the change does not go with the scene of the test: " << error.what();
      continue;
    }
    const fs::path file = folder.path() / (change->base + ".h5");
    if (not_in_the_setup.contains(full_name(key))) {
      EXPECT_TRUE(setup_of(world) == setups[change->base]) << "take the key off the list of this test";
      EXPECT_NO_THROW(load_checkpoint(file, world));
    } else {
      EXPECT_TRUE(setup_of(world) != setups[change->base])
          << "the setup does not show the key; if the state holds it, list it in this test";
      EXPECT_ERROR(load_checkpoint(file, world), "belongs to another setup");
    }
  }
}

TEST_F(SameScene, ListsNameKeysOfTheTable) {
  std::set<std::string> names;
  for (const SceneKey& key : scene_keys()) names.insert(full_name(key));
  for (const auto& [name, change] : by_hand) EXPECT_TRUE(names.contains(name)) << name;
  for (const auto& [name, reason] : not_in_the_setup) EXPECT_TRUE(names.contains(name)) << name;
  for (const ChangeableKey& key : changeable_keys()) {
    EXPECT_TRUE(names.contains(fmt::format("{}.{}", key.table, key.name))) << key.name;
    EXPECT_GT(key.reason.size(), 10U) << key.name;
  }
}

/// The test changes the last digit of one number in a file of each kind.
TEST_F(SameScene, AFileWithAnotherContentIsRefused) {
  const auto replaced = [](std::string text, std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const std::string begun = kept_scene(scene("space"));
  const struct {
    std::string file, key, from, to;
  } cases[] = {{"rock.obj", "shape.rock.file", "v -1 ", "v -1.0000000000000002 "},
               {"sheet.obj", "wall[3].file", "v 0.1 ", "v 0.10000000000000002 "},
               {"motion.txt", "motion[1].file", "1 0 0 0.1 0", "1 0 0 0.10000000000000002 0"},
               {"poses.txt", "insert[5].file", "-40", "-40.00000000000001"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.file);
    const std::string before = read_file(folder.path() / c.file);
    ASSERT_NE(before.find(c.from), std::string::npos) << before;
    write(c.file, replaced(before, c.from, c.to));
    EXPECT_ERROR(check_begun_with(scene("space"), begun, "out/run"),
                 fmt::format("the content of the file \"{}\" ({}) has changed", c.file, c.key));
    EXPECT_ERROR(check_unchanged(scene("space"), begun, "out/run"), c.file);
    write(c.file, before);
    EXPECT_NO_THROW(check_begun_with(scene("space"), begun, "out/run"));
  }
  fs::remove(folder.path() / "motion.txt");
  EXPECT_ERROR(check_begun_with(scene("space"), begun, "out/run"), "motion.txt: cannot be read");
}

/// A run folder and its checkpoint from a version in which run.step_fraction had another name.
TEST_F(SameScene, ARunWithAnOldNameOfAKeyCanBeResumed) {
  const fs::path run = folder.path() / "run";
  RunOptions begin, on;
  begin.folder = run;
  begin.quiet = true;
  const std::vector<std::string> short_run = {"run.end=2e-5", "output.checkpoints=5e-6", "run.threads=1"};
  const Scene given = scene("pressure", short_run);
  run_scene(given, begin);
  std::string text = read_file(run / "scene.toml");
  text.replace(text.find("step_fraction"), std::string_view("step_fraction").size(), "step_part");
  write_file(run / "scene.toml", text);
  EXPECT_EQ(scene_difference(text, kept_scene(given), "scene.toml"), std::nullopt);
  EXPECT_NO_THROW(check_begun_with(given, text, run));
  on = begin;
  on.resume = true;
  for (const Real until : {4e-5, 6e-5}) {  // the second resume reads a checkpoint with the old name too
    on.until = until;
    EXPECT_NEAR(run_scene(scene_of_run(run), on).time, until, 1e-6);
  }
  EXPECT_NE(RunFolder::open(run).last_checkpoint()->info.scene.find("step_part"), std::string::npos);
  const std::string other = std::string(text).replace(text.find("step_part = 0.2"), 15, "step_part = 0.3");
  EXPECT_EQ(scene_difference(other, text, "scene.toml"), "run.step_fraction is 0.2 and was 0.3");
}

/// Resumes like `scree resume`. A refused resume changes nothing in the folder.
TEST_F(SameScene, AResumedRunRefusesAnotherScene) {
  const fs::path run = folder.path() / "run";
  const std::vector<std::string> short_run = {"run.end=2e-5", "run.step=1e-6", "output.checkpoints=5e-6",
                                              "run.threads=1"};
  RunOptions begin, on;
  begin.folder = run, begin.quiet = true;
  run_scene(scene("pressure", short_run), begin);
  on = begin;
  on.resume = true;
  on.until = 3e-5;
  const std::string text = read_file(run / "scene.toml"), body = read_file(folder.path() / "notched.obj");
  const auto listing = [&] {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(run)) {
      if (entry.is_regular_file()) files[entry.path().string()] = read_file(entry.path());
    }
    return files;
  };
  const auto refused = [&](std::string_view difference) {
    const auto before = listing();
    EXPECT_ERROR(run_scene(scene_of_run(run), on), difference);
    EXPECT_EQ(listing(), before);
  };
  const auto edit = [&](std::string_view from, std::string_view to) {
    std::string edited = text;
    edited.replace(edited.find(from), from.size(), to);
    write_file(run / "scene.toml", edited);
  };
  edit("gravity = [ 0.0, 0.0, -9.8100000000000005 ]", "gravity = [ 0.0, 0.0, -9.8 ]");
  refused("run.gravity is [0, 0, -9.8] and was [0, 0, -9.81]");
  edit("frames = 'auto'", "frames = 1e-6");
  refused("output.frames is 1e-06 and was \"auto\"");
  edit("end = ", "end = 1");
  refused("run.end is ");
  write_file(run / "scene.toml", text);
  std::string other = body;
  const std::size_t digit = other.find("v ") + 4;
  other[digit] = other[digit] == '1' ? '2' : '1';
  write("notched.obj", other);
  refused("the content of the file \"notched.obj\" (shape.nut.file) has changed");
  write("notched.obj", body);
  edit("threads = 1", "threads = 2");
  EXPECT_EQ(run_scene(scene_of_run(run), on).steps, 30);
}

}  // namespace
}  // namespace scree
