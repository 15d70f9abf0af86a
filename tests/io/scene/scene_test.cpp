// Scenes: the worlds that good scenes build, and the messages about bad ones.

#include "scree/io/scene/scene.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/scene/scene_keys.hpp"
#include "scree/io/scene/scene_notes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

const std::filesystem::path root = std::filesystem::path(SCREE_TEST_FOLDER).parent_path();

Scene parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scene(text, root / "scenes" / "test.toml", overrides);
}

const std::string one_cube = R"(
[run]
end = 0.1
[[body]]
shape = "cube"
size = 0.01
position = [0, 0, 0.1]
)";

TEST(Scene, DefaultsFillWhatIsLeftOut) {
  const Scene scene = parse(one_cube);
  EXPECT_EQ(scene.name, "test");
  EXPECT_EQ(scene.settings.gravity, (Vec3{0, 0, -9.81}));
  EXPECT_EQ(scene.settings.algorithm, "gjk_td");
  EXPECT_TRUE(scene.settings.patch);
  EXPECT_FALSE(scene.step);
  const World world = build(scene);
  ASSERT_EQ(world.bodies.count(), 1);
  EXPECT_EQ(world.materials.materials[0].name, "default");
  // The table of keys and the struct define the same defaults.
  const Material plain;
  const Scene named = parse(one_cube + "[material.rock]\n");
  EXPECT_EQ(named.materials[0].density, plain.density);
  EXPECT_EQ(named.materials[0].normal_stiffness, plain.normal_stiffness);
  EXPECT_EQ(named.materials[0].tangential_stiffness, plain.tangential_stiffness);
  EXPECT_EQ(named.materials[0].young, plain.young);
  EXPECT_EQ(named.materials[0].poisson, plain.poisson);
  EXPECT_EQ(named.materials[0].restitution, plain.restitution);
  EXPECT_EQ(named.materials[0].friction, plain.friction);
  EXPECT_EQ(named.materials[0].rolling_friction, plain.rolling_friction);
}

TEST(Scene, SizeIsThatOfTheSphereOfEqualVolume) {
  const World world = build(parse(one_cube));
  EXPECT_NEAR(world.bodies.mass[0], 2650 * M_PI / 6 * 1e-6, 1e-12);
}

TEST(Scene, ALeastMassMakesSmallBodiesDenser) {
  const std::string sizes =
      "[[insert]]\ntype = \"random\"\nshapes = [\"tetrahedron\", \"ellipsoid\", \"sphere\"]\norder = "
      "\"in_turn\"\nsizes = [0.005, 0.02]\ncount = 60\nlower = [-1, -1, 0.2]\nupper = [1, 1, 2]\n";
  const std::string scene = one_cube + "[material.rock]\n" + sizes;
  const World plain = build(parse(scene)), least = build(parse(scene, {"material.rock.least_mass=0.002"}));
  int denser = 0;
  for (int i = 0; i < plain.bodies.count(); ++i) {
    const Real mass = plain.bodies.mass[i], factor = std::max(Real{1}, 0.002 / mass);
    denser += factor > 1 ? 1 : 0;
    EXPECT_NEAR(least.bodies.mass[i], mass * factor, 1e-12);
    EXPECT_NEAR(least.bodies.inertia[i].x, plain.bodies.inertia[i].x * factor, 1e-12 * mass);
    EXPECT_EQ(least.bodies.radius[i], plain.bodies.radius[i]);
  }
  EXPECT_GT(denser, 20);
  EXPECT_LT(denser, plain.bodies.count());
  // The lightest pending body sets the step. The step grows with the square root of the mass.
  const Real lightest = 2650 * M_PI / 6 * 0.005 * 0.005 * 0.005;
  EXPECT_NEAR(critical_step_of_all(least) / critical_step_of_all(plain), std::sqrt(0.002 / lightest), 1e-9);
}

TEST(Scene, SuperquadricsHaveTheirSizes) {
  const World world = build(parse(
      "[run]\nend = 1\n[shape.pebble]\nlibrary = \"ellipsoid\"\nhalf_lengths = [0.03, 0.02, 0.01]\n"
      "[shape.box]\nlibrary = \"superquadric\"\nhalf_lengths = [2, 1, 1]\nexponents = [8, 4]\nvolume = 1e-3\n"
      "[[body]]\nshape = \"pebble\"\nposition = [0, 0, 1]\n[[body]]\nshape = \"box\"\nposition = [0, 0, "
      "2]\n"));
  EXPECT_NEAR(world.bodies.mass[0], 2650 * 4 * M_PI / 3 * 6e-6, 1e-12);
  EXPECT_NEAR(world.bodies.mass[1], 2.65, 1e-12);
  const Superquadric& box = world.shapes.superquadrics[world.shapes[world.bodies.shape[1]].index];
  EXPECT_EQ(box.n1, 8);
  EXPECT_EQ(box.n2, 4);
}

TEST(Scene, AutoTakesItsFractionOfTheCriticalStep) {
  const World world = build(parse(one_cube, {"run.step_fraction=0.3"}));
  EXPECT_DOUBLE_EQ(world.settings.dt, 0.3 * critical_step(world));
}

TEST(Scene, CriticalStepIncludesPendingBodies) {
  const World world = build(parse(R"(
[run]
end = 1
[[insert]]
type = "rain"
shapes = ["cube"]
sizes = [0.001, 0.1]
count = 5
rate = 10
start = 0.5
lower = [0, 0, 1]
upper = [1, 1, 1.2]
)"));
  EXPECT_EQ(world.bodies.count(), 0);
  EXPECT_EQ(remaining_count(world), 5);
  EXPECT_GT(world.pairs.skin, 0);
  EXPECT_LT(world.pairs.skin, 1e-3);
  World small;
  small.settings = world.settings;
  small.materials = world.materials;
  small.shapes = world.shapes;
  small.add_body(
      {0, 0, world.insertions[0].grains.smallest_scale(world.shapes[0]), {}, {}, {}, Freedom::free});
  EXPECT_DOUBLE_EQ(world.settings.dt, 0.2 * critical_step(small));
}

TEST(Scene, KeysCanBeSet) {
  const std::string text = one_cube + "[material.rock]\n[[wall]]\n[[wall]]\nname = \"lid\"\n";
  const Scene scene = parse(text, {"run.end=2", "material.rock.friction=0.25", "wall[0].name=ground",
                                   "body[0].position=[1, 2, 3]", "contact.algorithm=exact"});
  EXPECT_EQ(scene.end, 2);
  EXPECT_EQ(scene.materials[0].friction, 0.25);
  EXPECT_EQ(scene.walls[0].name, "ground");
  EXPECT_EQ(scene.walls[1].name, "lid");
  EXPECT_EQ(scene.bodies[0].state.pose.position, (Vec3{1, 2, 3}));
  EXPECT_EQ(scene.settings.algorithm, "exact");
}

TEST(Scene, ResolvedSceneReadsBackTheSame) {
  const Scene scene = parse(one_cube, {"run.end=0.123456789012345678", "run.seed=7"});
  const Scene again = parse(scene.resolved_toml);
  EXPECT_EQ(again.end, scene.end);
  EXPECT_EQ(again.resolved_toml, scene.resolved_toml);
  EXPECT_EQ(build(again).hash(), build(scene).hash());
}

TEST(Scene, BoxHasNamedSidesThatAreRemovedOneByOne) {
  World world = build(parse(one_cube + R"(
[[wall]]
name = "box"
type = "box"
lower = [-1, -1, 0]
upper = [1, 1, 1]
remove = {"x+" = 0.01, "y-" = 0.02}
)"));
  ASSERT_EQ(world.walls.all.size(), 5U);
  EXPECT_EQ(world.walls.all[0].name, "box.x-");
  EXPECT_EQ(world.walls.all[4].name, "box.z-");
  const auto present = [&](const std::string& name) {
    for (const Wall& wall : world.walls.all) {
      if (wall.name == name) return wall.present;
    }
    ADD_FAILURE() << "no wall " << name;
    return false;
  };
  EXPECT_NEAR(signed_distance(world.walls.plane_world(1), {0, 0, 0.5}), 1, 1e-15);
  while (world.time < 0.0105) step(world);
  EXPECT_FALSE(present("box.x+"));
  EXPECT_TRUE(present("box.y-"));
  while (world.time < 0.0205) step(world);
  EXPECT_FALSE(present("box.y-"));
  EXPECT_TRUE(present("box.x-"));
}

TEST(Scene, RemovingAWallRemovesTheEnergyOfItsSprings) {
  // A cube rests on a floor. If the floor is removed, the ledger must still account for all energy.
  World world = build(parse(R"(
[run]
end = 1
[shape.cube]
library = "cube"
edge = 0.01
[[wall]]
removed_at = 0.005
[[body]]
shape = "cube"
position = [0, 0, 0.005]
)"));
  while (world.time < 0.004) step(world);
  EXPECT_GT(world.ledger.elastic, 0);
  while (world.time < 0.01) step(world);
  world.update_ledger();
  EXPECT_FALSE(world.walls.all[0].present);
  EXPECT_LT(world.ledger.walls, 0);
  EXPECT_EQ(world.ledger.elastic, 0);
  const Real lost = world.first_total - world.ledger.potential;
  EXPECT_LT(std::abs(world.ledger.error(world.first_total)), 1e-3 * lost);
}

TEST(Scene, EveryPairOfMaterialsHasItsProperties) {
  const World world = build(parse(R"(
[run]
end = 1
[material.ice]
friction = 0.1
[material.rock]
friction = 0.6
restitution = 0.2
[[contact_pair]]
materials = ["rock", "ice"]
friction = 0.03
[[body]]
shape = "sphere"
size = 0.1
material = "ice"
position = [0, 0, 1]
)"));
  EXPECT_EQ(world.materials.of(0, 0).friction, 0.1);
  EXPECT_EQ(world.materials.of(0, 1).friction, 0.03);
  EXPECT_EQ(world.materials.of(1, 0).friction, 0.03);
  EXPECT_EQ(world.materials.of(1, 0).restitution, 0.2);
  EXPECT_EQ(world.materials.of(1, 1).friction, 0.6);
}

TEST(Scene, TableOfPosesPlacesTheBed) {
  const World world = build(read_scene(root / "scenes" / "bed.toml"));
  ASSERT_EQ(world.bodies.count(), 500);
  EXPECT_EQ(world.bodies.position[0], (0.01 * Vec3{1.4615228, 1.3231879, 0.5074268}));
  EXPECT_NEAR(world.bodies.mass[499], 2.5e-3, 1e-9);
}

TEST(Scene, AllScenesOfTheProjectAreGood) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "scenes")) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_NO_THROW(build(read_scene(entry.path()))) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 3);
}

TEST(Scene, DocumentationIsTheTableOfKeys) {
  EXPECT_EQ(read_file(root / "docs" / "reference" / "scene.md"), scene_keys_page())
      << "run: scree check --keys > docs/reference/scene.md";
}

struct Bad {
  std::string text;
  std::string message;  // `message`: a piece of the expected message; the file's name is test.toml
};

const std::string run = "[run]\nend = 1\n";
const std::string sphere = "[[body]]\nshape = \"sphere\"\nsize = 0.1\nposition = [0, 0, 1]\n";
const std::string rain = run +
                         "[[insert]]\ntype = \"rain\"\nshapes = [\"cube\"]\nsizes = [0.1]\n"
                         "lower = [0, 0, 0]\nupper = [1, 1, 1]\n";
const std::string fill = run +
                         "[[insert]]\ntype = \"random\"\nshapes = [\"cube\"]\ncount = 3\n"
                         "lower = [0, 0, 0]\nupper = [1, 1, 1]\n";

const Bad bad_scenes[] = {
    {"[run\nend = 1", "test.toml, line 1: this is not TOML"},
    {"[run]\nend = 1,5\n",
     "line 2: this is not TOML: 'end': key-value pair: expected a comment or whitespace, "
     "saw ','. Write a decimal point, not a comma: 0.5."},
    {"[run]\nend = 1\ngravity = [0, 0, -9.81\nstep = 1e-5\n",
     "line 3: this is not TOML: 'gravity': array: expected comma or closing ']', saw 's' (noticed in line "
     "4). "
     "Close the list with ']'"},
    {"[run]\nend = 1\ngravity = [0, 0, -9.81\n[contact]\n", "line 3: this is not TOML: 'gravity': array: "},
    {"[run]\nend = 1\nend = 2\n",
     "line 3: this is not TOML: 'end': key-value pair: cannot redefine existing integer 'end'. This key is "
     "given twice."},
    {"[run]\nend = 0.5 s\n",
     "line 2: this is not TOML: 'end': key-value pair: expected a comment or whitespace, "
     "saw 's'. Write the number alone, without a unit."},
    {"[run]\nend = 1\nintegrator = verlet\n", "could not determine value type. Write text in quotes."},
    {"[run]\nend = 1\n[run]\nseed = 1\n",
     "line 3: this is not TOML: table header: cannot redefine existing table "
     "'run'. This table is given twice."},
    {run + "[periodic]\nx = true\n",
     "line 3: there is no table 'periodic'. Periodic boundaries are not in Scree yet."},
    {run + "[[bond]]\nstrength = 1\n",
     "there is no table 'bond'. Bonds between bodies are not in Scree yet. The solver"},
    {run + "[contact]\nlaw = \"jkr\"\n", "is the text \"jkr\". Adhesion is not in Scree yet."},
    {run + "[material.a]\nstatic_friction = 0.5\n",
     "there is no key 'static_friction' in material.a. A friction that"},
    {run + "[[wall]]\npoint = [0,1, 0,2, 0]\n" + sphere,
     "is a list of 5 (numbers have a decimal point, no comma)."},
    {sphere, "test.toml: run has no end. Give end = a number in s, greater than 0."},
    {run, "test.toml: the scene has no bodies. Add [[body]] or [[insert]]."},
    {"[rnu]\nend = 1\n", "line 1: there is no table 'rnu'; the nearest is 'run'."},
    {"[run]\nned = 1\n", "line 2: there is no key 'ned' in run; the nearest is 'end'."},
    {run + "[material.rock]\ndesnity = 3\n" + sphere,
     "line 4: there is no key 'desnity' in material.rock; the nearest is 'density'."},
    {"[run]\nend = \"2 s\"\n",
     "line 2: run.end must be a number in s, greater than 0, and is the text \"2 s\". Write the number "
     "alone"},
    {"[run]\nend = -1\n", "line 2: run.end must be a number in s, greater than 0, and is -1."},
    {"[run]\nend = inf\n", "line 2: run.end must be a number in s, greater than 0, and is inf."},
    {"[run]\nend = 1\nseed = 1.5\n", "line 3: run.seed must be a whole number, 0 or more, and is 1.5."},
    {"[run]\nend = 1\nseed = 99999999999\n", "line 3: run.seed must be a whole number"},
    {"[run]\nend = 1\ngravity = [0, -9.81]\n",
     "line 3: run.gravity must be three numbers [x, y, z] in m/s2, and is a list of 2."},
    {run + "[contact]\nlaw = \"hertz\"\n",
     "line 4: contact.law must be one of linear, hertz_mindlin, pressure, and is the text \"hertz\". The "
     "nearest is 'hertz_mindlin'."},
    {run + "[contact]\nlaw = \"pressure\"\nquadrature = 3\n" + sphere,
     "line 5: contact.quadrature is 3. The quadrature rules have degree 1, 2 or 4."},
    {run + "[contact]\nlaw = \"pressure\"\n[material.a]\nrolling_friction = 0.1\n" + sphere,
     "line 6: material.a.rolling_friction does not go with law = \"pressure\"."},
    {run + "[contact]\nlaw = \"pressure\"\n[shape.e]\nlibrary = \"ellipsoid\"\ndiameter = 1\n" + sphere,
     "superquadrics have no facets for law = \"pressure\"."},
    {run + "[contact]\nlaw = \"pressure\"\n[shape.p]\nlibrary = \"box\"\nlengths = [0.05, 0.05, "
           "0.0001]\n[[body]]\nshape "
           "= \"p\"\nposition = [0, 0, 1]\n",
     "'p' is 0.0001 m thick at its thinnest point, and sinks"},
    {run + "[[wall]]\ntype = \"cylinder\"\nfrom = [0, 0, 0]\nto = [0, 0, 1]\nradius = 1\nsides = 4\n" +
         sphere,
     "wall[0].sides is 4. A cylinder needs at least 8."},
    {run + "[contact]\nalgorithm = \"gjk_dt\"\n" + sphere,
     "line 4: contact.algorithm: there is no algorithm 'gjk_dt'; the nearest is 'gjk_td'."},
    {run + "[material.rock]\ndensity = -5\n" + sphere,
     "material.rock.density must be a number in kg/m3, greater"},
    {run + "[material.rock]\nleast_mass = 0\n" + sphere,
     "material.rock.least_mass must be a number in kg, greater than 0, and is 0."},
    {run + "[material.rock]\nrestitution = 1.5\n" + sphere, "a number, from 0 to 1, and is 1.5"},
    {run + "[material]\ndensity = 5\n" + sphere,
     "line 4: 'material.density' is not a table. Each material has a name"},
    {run + "[wall]\nname = \"a\"\n" + sphere,
     "line 3: 'wall' must be a list of tables. Write [[wall]] above each."},
    {run + "[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\n" + sphere,
     "line 3: wall[0] has no upper. Give upper"},
    {run + "[[wall]]\nlower = [0, 0, 0]\n" + sphere,
     "line 4: wall[0].lower does not go with type = \"plane\""},
    {run + "[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 0, 1]\n" + sphere,
     "line 6: wall[0].upper does not lie above lower along y"},
    {run + "[[wall]]\ntype = \"box\"\nlower = [-1, -1, 0]\nupper = [1, 1, 2]\nopen = [\"x\"]\n" + sphere,
     "there is no side 'x'; the nearest is 'x-'"},
    {run + "[[wall]]\nname = \"a\"\n[[wall]]\nname = \"a\"\n" + sphere,
     "line 5: wall[1]: there are two walls 'a'"},
    {run + "[[wall]]\nnormal = [0, 0, 0]\n" + sphere, "line 4: wall[0].normal has no length"},
    {run + "[[wall]]\npoint = [0, 0, 2]\n" + sphere,
     "body[0].position: the centre of the body lies outside, behind a wall"},
    {run + "[[wall]]\nmaterial = \"rok\"\n[material.rock]\n" + sphere,
     "wall[0]: there is no material 'rok'; the nearest is 'rock'"},
    {run + "[material.a]\n[material.b]\n" + sphere, "there are 2 materials. Name one: material = \"a\""},
    {run + "[[contact_pair]]\nmaterials = [\"a\"]\n" + sphere,
     "line 4: contact_pair[0].materials has 1 names"},
    {run + "[[body]]\nshape = \"cub\"\nsize = 0.1\nposition = [0, 0, 1]\n",
     "there is no shape 'cub'; the nearest is 'cube'"},
    {run + "[[body]]\nshape = \"cube\"\nposition = [0, 0, 1]\n", "the shape 'cube' has no size"},
    {run + "[[body]]\nshape = \"nut\"\nsize = 1\nposition = [0, 0, 1]\n", "is not convex"},
    {run + "[[body]]\nshape = \"cube\"\nsize = 1\nscale = 2\nposition = [0, 0, 1]\n",
     "the size is given twice"},
    {run + "[[body]]\nshape = \"cube\"\nsize = 1\nposition = [0, 0, 1]\norientation = [0, 0, 0, 0]\n",
     "line 7: body[0].orientation must be four numbers [w, x, y, z], not all 0, and is all 0."},
    {run + "[shape.rock]\nfile = \"none.obj\"\n" + sphere, "line 4: shape.rock.file: "},
    {run + "[shape.rock]\nedge = 1\n" + sphere, "line 3: shape.rock must have either library"},
    {run + "[shape.rock]\nlibrary = \"cube\"\nedge = 1\nvolume = 1\n" + sphere, "the size is given twice"},
    {run + "[shape.rock]\nlibrary = \"cube\"\nsides = 3\n" + sphere,
     "line 5: shape.rock.sides does not go with 'cube', which has no parameters"},
    {run + "[shape.rock]\nlibrary = \"elipsoid\"\nhalf_lengths = [1, 1, 2]\n" + sphere,
     "line 4: shape.rock.library: there is no shape 'elipsoid' in the library; the nearest name is "
     "'ellipsoid'"},
    {run + "[shape.rock]\nlibrary = \"cube\"\nhalf_lengths = [1, 1, 2]\n" + sphere,
     "line 5: shape.rock.half_lengths does not go with 'cube', only with superquadric and ellipsoid"},
    {run + "[shape.rock]\nlibrary = \"superquadric\"\nexponents = [8]\n" + sphere,
     "line 5: shape.rock.exponents must be two numbers"},
    {run + "[shape.rock]\nlibrary = \"superquadric\"\nexponents = [1, 8]\n" + sphere,
     "exponents must lie between 2 and 1000, not 1"},
    {run + "[shape.rock]\nlibrary = \"ellipsoid\"\nexponents = [2, 2]\n" + sphere,
     "line 5: shape.rock.exponents: an ellipsoid has the exponents 2 and 2"},
    {run + "[shape.rock]\nlibrary = \"ellipsoid\"\nhalf_lengths = [1, 0, 1]\n" + sphere,
     "line 5: shape.rock.half_lengths must be three numbers"},
    {run + "step = 0.1\n" + sphere, "line 3: run.step: 0.1 s is longer than the critical step of"},
    {rain + "count = 3\n", "insert[0]: give either rate or interval."},
    {rain + "rate = 3\n", "line 3: insert[0] has no count"},
    {rain + "rate = 3\ncount = 0\n", "insert[0].count must be a whole number, greater than 0, and is 0"},
    {rain + "rate = 3\ncount = 3\nspacing = 1\n", "insert[0].spacing does not go with type = \"rain\""},
    {rain + "rate = 3\ncount = 3\ngrid = [3]\n", "insert[0].grid must be two whole numbers"},
    {rain + "rate = 3\ncount = 3\ngrid = [3, 2.5]\n", "insert[0].grid must be two whole numbers"},
    {rain + "rate = 3\ncount = 3\ngrid = [3, 0]\n",
     "insert[0].grid must be a list of numbers, greater than 0"},
    {rain + "rate = 3\ncount = 3\ngrid = [3, 3]\nstride = 6\n",
     "insert[0].stride would skip points of the grid: it has a common factor with their number, 9"},
    {rain + "rate = 3\ncount = 3\nstride = 2\n",
     "insert[0].stride applies only with grid, which is not given"},
    {rain + "rate = 3\ncount = 3\nscatter = 0.1\n",
     "insert[0].scatter applies only with grid, which is not given"},
    {rain + "rate = 3\ncount = 3\ngrid = 9\n", "insert[0].grid must be a list of numbers"},
    {run + "[[insert]]\nshapes = [\"cube\"]\n", "line 3: insert[0] has no type. Give type = one of lattice"},
    {fill, "insert[0]: the shape 'cube' has no size"},
    {fill + "sizes = [0.6]\n", "bodies (solid fraction 0."},
    {fill + "sizes = [0.2, 0.1]\n", "insert[0].sizes: sizes must grow"},
    {fill + "sizes = [0.1, 0.2, 0.3]\n", "insert[0].sizes has 3 entries: give their meaning with size_rule"},
    {fill + "sizes = [0.1, 0.2]\nsize_rule = \"halves\"\n", "has 2 entries; size_rule = \"halves\" needs 3"},
    {fill + "sizes = [0.1, 0.2]\nsize_rule = \"sieve\"\npassing = [0.1, 1]\n",
     "must begin with 0 and end with 1"},
    {fill + "sizes = [0.1]\nshares = [1, 2]\n", "insert[0].shares has 2 entries for 1 shapes"},
    {run + "[[insert]]\ntype = \"table\"\nshapes = [\"cube\"]\nsizes = [1]\nfile = \"test.toml\"\n",
     "insert[0].file: "},
};

TEST(Scene, BadScenesAreExplained) {
  for (const Bad& bad : bad_scenes) {
    try {
      build(parse(bad.text));
      ADD_FAILURE() << "accepted:\n" << bad.text;
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(bad.message), std::string::npos) << bad.text << "\nsaid: " << message;
      EXPECT_NE(message.find("test.toml"), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST(Scene, BadOverridesAreExplained) {
  const Bad cases[] = {
      {"run.end", "--set run.end: write --set key=value."},
      {"run.ned=2", "--set run.ned=2: there is no key 'ned' in run; the nearest is 'end'."},
      {"run.end=x", "--set run.end=x: run.end must be a number in s, greater than 0, and is the text \"x\"."},
      {"end=2", "--set end=2: 'end' is not a key of a table."},
      {"body[3].scale=2", "--set body[3].scale=2: the scene has 1 of 'body', numbered from 0, and no '3'."},
      {"run.end.more=2", "--set run.end.more=2: 'run.end.more' is not a key of a table."},
  };
  for (const Bad& bad : cases) {
    try {
      parse(one_cube, {bad.text});
      ADD_FAILURE() << "accepted " << bad.text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(bad.message), std::string::npos) << error.what();
    }
  }
}

const std::string with_old_name = "[run]\nend = 0.1\nstep_part = 0.3\n[[wall]]\n" + sphere;
const std::string with_new_name = "[run]\nend = 0.1\nstep_fraction = 0.3\n[[wall]]\n" + sphere;

TEST(Scene, OldNamesOfKeysStillWork) {
  const Scene scene = parse(with_old_name);
  EXPECT_EQ(scene.step_fraction, 0.3);
  EXPECT_EQ(scene.resolved_toml, parse(with_new_name).resolved_toml);
  const std::vector<std::string> notes = scene_notes(scene, build(scene));
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("scenes/test.toml, line 3: run.step_part is now called run.step_fraction. "),
            std::string::npos)
      << notes[0];
  EXPECT_TRUE(parse(with_new_name).key_notes.empty());
}

TEST(Scene, OldNamesOfKeysCanBeSet) {
  for (const std::string& text : {one_cube, with_old_name, with_new_name}) {
    const Scene scene = parse(text, {"run.step_part=0.4"});
    EXPECT_EQ(scene.step_fraction, 0.4);
    ASSERT_FALSE(scene.key_notes.empty());
    EXPECT_EQ(scene.key_notes.back().find("--set run.step_part=0.4: run.step_part is now called "
                                          "run.step_fraction. "),
              0U)
        << scene.key_notes.back();
  }
  EXPECT_EQ(parse(with_old_name, {"run.step_fraction=0.4"}).step_fraction, 0.4);
}

TEST(Scene, AKeyUnderBothNamesIsRefused) {
  std::string both = with_new_name;
  both.insert(both.find("step_fraction"), "step_part = 0.2\n");
  try {
    parse(both);
    ADD_FAILURE() << "accepted:\n" << both;
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("test.toml, line 3: run.step_part is the old name of run.step_fraction, which is "
                           "also given ("),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("test.toml, line 4). Keep only step_fraction."), std::string::npos) << message;
  }
}

TEST(Scene, OldNamesAreNotDocumented) {
  const std::string page = scene_keys_page();
  for (const RenamedKey& key : renamed_keys()) {
    EXPECT_EQ(page.find(key.old_name), std::string::npos) << key.old_name;
    EXPECT_TRUE(std::ranges::any_of(scene_keys(), [&](const SceneKey& present) {
      return present.table == key.table && present.name == key.name;
    })) << key.name;
  }
}

}  // namespace
}  // namespace scree
