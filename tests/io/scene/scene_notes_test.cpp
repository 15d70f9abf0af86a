// Remarks on scenes that run but look wrong, given before the run and at its end.

#include "scree/io/scene/scene_notes.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/record/run_warnings.hpp"
#include "scree/io/scene/scene_estimate.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

const std::filesystem::path root = std::filesystem::path(SCREE_TEST_FOLDER).parent_path();

Scene parse(const std::string& text, const std::filesystem::path& folder = root / "scenes") {
  return parse_scene(text, folder / "test.toml");
}

std::string notes_of(const Scene& scene) {
  std::string all;
  for (const std::string& note : scene_notes(scene, build(scene))) all += note + "\n";
  return all;
}

std::string warnings_of(const Scene& scene, World& w) {
  w.update_ledger();
  std::string all;
  for (const std::string& warning : run_warnings(scene, w)) all += warning + "\n";
  return all;
}

const std::string run = "[run]\nend = 1\n", floor_wall = "[[wall]]\nname = \"floor\"\n",
                  cube = "[[body]]\nshape = \"cube\"\nsize = 0.01\nposition = [0, 0, 0.5]\n";

struct Odd {
  std::string text, note;  // `note`: a piece of the expected remark
};

const Odd odd_scenes[] = {
    {run + cube, "the scene has no walls and no fixed bodies: everything falls forever."},
    {run + floor_wall + cube + "[material.a]\ndensity = 2.65\n",
     "line 10: material.a.density: 2.65 kg/m3 is less than the density of foam. If it is in g/cm3, write "
     "2650."},
    {run + floor_wall + cube + "[material.a]\nfriction = 35\n", "If it is an angle in degrees, write 0.7."},
    {run + floor_wall + cube + "[material.a]\nrolling_friction = 5\n",
     "material.a.rolling_friction: a coefficient of 5"},
    {run + floor_wall + cube + "[material.a]\nyoung = 2e9\n",
     "line 10: material.a.young has no effect: it is for contact.law = \"hertz_mindlin\"."},
    {run + floor_wall + cube + "[material.a]\nyoung = 70\n[contact]\nlaw = \"hertz_mindlin\"\n",
     "70 Pa is softer than any solid. If it is in GPa, write 7e+10."},
    {run + "stop_after = 0.5\n" + floor_wall + cube,
     "run.stop_after has no effect: it is for run.stop_energy."},
    {run + "thickness = 0.5\n" + floor_wall + cube,
     "run.thickness has no effect: it is for run.dimension = 2."},
    {run + "[dda]\ndisplacement_limit = 0.01\n" + floor_wall + cube,
     "dda.displacement_limit has no effect: it is for run.solver = \"dda\"."},
    {run + floor_wall + "[[body]]\nshape = \"cube\"\nsize = 10\nposition = [0, 0, 50]\n",
     "body[0].position: the size is 10 m. Is this in millimetres? 10 mm is 0.01."},
    {run + floor_wall +
         "[[insert]]\ntype = \"random\"\nshapes = [\"cube\"]\nsizes = [8, 12]\ncount = 3\nlower = [0, 0, "
         "0]\nupper = "
         "[100, 100, 100]\n",
     "insert[0]: sizes go up to 12 m. Are these millimetres?"},
    {run + floor_wall +
         "[[insert]]\ntype = \"lattice\"\nshapes = [\"cube\"]\nsizes = [0.01]\ncount = 100000000\nlower = "
         "[0, 0, "
         "0]\nupper = [0.05, 0.05, 0.06]\n",
     "insert[0]: the lattice has room for 36 of the 100000000 bodies of count."},
    {"[run]\nend = 1e9\n" + floor_wall + cube, "steps for 1 body take about "},
    {run + floor_wall +
         "[contact]\nlaw = \"pressure\"\n[shape.ball]\nlibrary = \"icosphere\"\nlevel = 2\ndiameter = "
         "0.02\n[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.1]\n",
     "'ball' (320 faces): with law = \"pressure\" restitution applies to bodies that touch on a planar face"},
    {run + floor_wall + cube +
         "[[motion]]\nwall = \"floor\"\ntype = \"servo\"\ndirection = [0, 0, 1]\nforce = 1\ngain = "
         "1\nfastest = 0.1\n",
     "the servo of wall 'floor' has gain = 1 m/s/N, and is stable up to about 0.00"},
};

TEST(SceneNotes, OddScenesAreMentioned) {
  for (const Odd& odd : odd_scenes) {
    const std::string notes = notes_of(parse(odd.text));
    EXPECT_NE(notes.find(odd.note), std::string::npos) << odd.text << "\nnoted: " << notes;
    EXPECT_EQ(std::count(notes.begin(), notes.end(), '\n'), 1) << odd.text << "\nnoted: " << notes;
  }
}

TEST(SceneNotes, ScenesOfTheProjectHaveNone) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "scenes")) {
    if (entry.path().extension() != ".toml" || entry.path().parent_path().filename() == "nezami") continue;
    const std::string notes = notes_of(read_scene(entry.path()));
    // Nuts and icospheres are round. The nuts of the race wedge each other.
    const std::string name = entry.path().stem().string();
    const bool expected = (name == "concave" || name == "latham" || name == "nuts") &&
                          notes.find("with law = \"pressure\"") != std::string::npos &&
                          std::count(notes.begin(), notes.end(), '\n') == (name == "nuts" ? 2 : 1);
    EXPECT_TRUE(notes.empty() || expected) << entry.path() << ": " << notes;
    ++count;
  }
  EXPECT_GE(count, 18);
}

/// Scenes with all keys written out, as run folders store them, get no notes about keys that the user did
/// not give.
TEST(SceneNotes, DefaultsDoNotCountAsUnusedKeys) {
  const Scene scene = parse(run + floor_wall + cube + "[material.a]\n");
  EXPECT_EQ(notes_of(parse(scene.resolved_toml)), "");
}

TEST(SceneNotes, OverlapsAtTheBeginningAreRefused) {
  const auto two = [](double height, const std::string& more) {
    return parse("[run]\nend = 1\n" + more + floor_wall + cube +
                 fmt::format("[[body]]\nshape = \"cube\"\nsize = 0.01\nposition = [0, 0, {}]\n", height));
  };
  const double edge = 0.01 * std::cbrt(M_PI / 6);
  try {
    build(two(0.5, ""));
    ADD_FAILURE() << "two cubes in the same place were accepted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("line 8: body[0].position overlaps the body of "), std::string::npos) << message;
    EXPECT_NE(message.find(
                  "line 12: body[1].position by 0.0081 m at the beginning, 81 % of the smaller one's size"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("run.allow_overlaps = true"), std::string::npos) << message;
  }
  EXPECT_THROW(build(two(0.5 + edge - 0.00051, "")), Error);
  const Scene slight = two(0.5 + edge - 0.00049, "");
  EXPECT_NE(notes_of(slight).find("by 0.00049 m at the beginning, 4.9 % of the smaller one's size"),
            std::string::npos)
      << notes_of(slight);
  EXPECT_EQ(notes_of(two(0.5 + edge - 0.00009, "")), "");
  EXPECT_NE(notes_of(two(0.5, "allow_overlaps = true\n")).find("81 %"), std::string::npos);
}

TEST(SceneNotes, BodiesInAWallAreRefused) {
  const auto at = [](double height) {
    return parse(run + floor_wall +
                 fmt::format("[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0, 0, {}]\n", height));
  };
  try {
    build(at(0.004));
    ADD_FAILURE() << "a sphere in the floor was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("overlaps the wall 'floor' by 0.001 m at the beginning, 10 % of its size"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(notes_of(at(0.005)), "");
}

TEST(SceneNotes, BodiesBehindAMeshAreMentioned) {
  // An open sheet whose normals point up in one file and down in the other.
  const test::ScratchFolder folder;
  const std::string corners = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n";
  write_file(folder.path() / "up.obj", corners + "f 1 2 3 4\n");
  write_file(folder.path() / "down.obj", corners + "f 4 3 2 1\n");
  const auto over = [&](const std::string& file) {
    return parse(run + "[[wall]]\nname = \"sheet\"\ntype = \"mesh\"\nfile = \"" + file + "\"\n" + cube +
                     "[[body]]\nshape = \"cube\"\nsize = 0.01\nposition = [0, 0, -0.5]\n",
                 folder.path());
  };
  EXPECT_EQ(notes_of(over("up.obj")), "");
  const std::string notes = notes_of(over("down.obj"));
  EXPECT_NE(notes.find("1 of 2 bodies lie behind the mesh 'sheet', the first is the body of "),
            std::string::npos)
      << notes;
}

TEST(SceneNotes, SuggestedRegionHoldsAllBodies) {
  const std::string fill =
      run + floor_wall +
      "[[insert]]\ntype = \"random\"\nshapes = [\"cube\", \"tetrahedron\"]\nsizes = [0.1]\ncount = "
      "250\nlower = [0, 0, 0]\n";
  try {
    build(parse(fill + "upper = [1, 1, 0.5]\n"));
    ADD_FAILURE() << "the region is too small for this test";
  } catch (const Error& error) {
    const std::string message = error.what(), key = "upper.z = ";
    const std::size_t at = message.find(key);
    ASSERT_NE(at, std::string::npos) << message;
    const double height = std::stod(message.substr(at + key.size()));
    EXPECT_LT(height, 2);
    EXPECT_EQ(build(parse(fill + fmt::format("upper = [1, 1, {}]\n", height))).bodies.count(), 250);
  }
}

TEST(SceneNotes, MillimetresAreSuspectedWhereNothingFits) {
  const auto message = [](const std::string& type) -> std::string {
    try {
      build(parse(
          run + "[[insert]]\ntype = \"" + type +
          "\"\nshapes = [\"cube\"]\nsizes = [10]\ncount = 3\nlower = [0, 0, 0.1]\nupper = [1, 1, 1.1]\n" +
          floor_wall));
    } catch (const Error& error) { return error.what(); }
    return "accepted";
  };
  EXPECT_NE(message("lattice").find(
                "the region is 1 m wide along x, less than the spacing of 13.96 m for sizes up to "
                "10 m (sizes are in m: 10 mm is 0.01): nothing fits."),
            std::string::npos)
      << message("lattice");
  EXPECT_NE(message("random").find("for sizes up to 10 m (sizes are in m: 10 mm is 0.01)"), std::string::npos)
      << message("random");
}

TEST(SceneNotes, DampingIsLimitedToThatOfTheLeastRestitution) {
  const auto step = [](double restitution) {
    const Scene scene =
        parse(run + floor_wall + cube + fmt::format("[material.a]\nrestitution = {}\n", restitution));
    return build(scene).settings.dt;
  };
  EXPECT_EQ(step(0), step(0.01));
  EXPECT_EQ(step(1e-6), step(0.01));
  EXPECT_LT(step(0.01), step(0.02));
  // An impact at the default step leaves at most 2 % of the speed.
  World w = build(
      parse(run + "gravity = [0, 0, 0]\n" + floor_wall + "[material.a]\nrestitution = 0\n" +
            "[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0, 0, 0.0051]\nvelocity = [0, 0, -1]\n"));
  for (int i = 0; i < 2000; ++i) scree::step(w);
  EXPECT_EQ(w.contacts.touching_count(), 0);
  EXPECT_GT(w.bodies.velocity[0].z, 0);
  EXPECT_LT(w.bodies.velocity[0].z, 0.02);
}

TEST(SceneNotes, EstimateCountsBodiesByKind) {
  const auto of = [](const std::string& shape, int count) {
    const Scene scene = parse(
        run + "step = 1e-5\n" + floor_wall +
        fmt::format("[[insert]]\ntype = \"rain\"\nshapes = [\"{}\"]\nsizes = [0.01]\ncount = {}\nrate = "
                    "10\nlower = [0, 0, 0]\nupper = [1, 1, 1]\n",
                    shape, count));
    return estimate(build(scene), scene.end);
  };
  const Estimate spheres = of("sphere", 10'000), cubes = of("cube", 10'000);
  EXPECT_EQ(cubes.bodies, 10'000);
  EXPECT_EQ(cubes.steps, 100'000);
  EXPECT_GT(cubes.seconds(), 4 * spheres.seconds());
  EXPECT_NEAR(cubes.seconds(), 1e9 / 1.1e6, 1);
  // Peaks measured in whole runs: 43 MiB for bodies apart, 72 to 100 MiB for settled beds, 17 kB per body for
  // a dense flow.
  EXPECT_NEAR(cubes.loose_memory, 43, 4);
  EXPECT_GT(cubes.dense_memory, 105);
  EXPECT_NEAR(of("cube", 45'000).dense_memory, 796, 10);
  EXPECT_EQ(duration_text(90), "90 s");
  EXPECT_EQ(duration_text(1e10), "3.2e+02 years");
}

TEST(RunWarnings, QuietRunsHaveNone) {
  const Scene scene = parse(run + floor_wall + cube);
  World w = build(scene);
  for (int i = 0; i < 100; ++i) step(w);
  EXPECT_EQ(warnings_of(scene, w), "");
}

/// A cube of 1 cm passes through a cylinder wall at 100 m/s.
TEST(RunWarnings, FastAndLostBodiesAreReported) {
  const Scene scene = parse(
      "[run]\nend = 1\n[material.a]\nnormal_stiffness = 1e3\n[[wall]]\ntype = \"cylinder\"\nclosed = "
      "false\nfrom = [0, 0, "
      "-1]\nto = [0, 0, 1]\nradius = 0.05\n[[body]]\nshape = \"cube\"\nsize = 0.01\nposition = [0, 0, "
      "0]\nvelocity = "
      "[100, 0, 0]\n");
  World w = build(scene);
  ASSERT_GT(100 * w.settings.dt, 0.01);
  for (int i = 0; i < 20; ++i) step(w);
  const std::string said = warnings_of(scene, w);
  EXPECT_NE(said.find("bodies moved farther than their own size in a step 20 times, first body 1 by 0.0"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("1 of 1 bodies have left forever"), std::string::npos) << said;
}

TEST(RunWarnings, OnlyBodiesThatNothingCatchesAreLost) {
  const std::string sheet =
      "[[wall]]\ntype = \"cylinder\"\nclosed = false\nfrom = [0, 0, 0]\nto = [0, 0, 1]\nradius = 0.5\n";
  const auto lost = [&](const std::string& walls, const std::string& body) {
    return lost_bodies(build(parse(run + walls + "[[body]]\nshape = \"sphere\"\nsize = 0.01\n" + body)))
        .count;
  };
  const std::string below = "position = [0, 0, -1]\nvelocity = [0, 0, -1]\n",
                    above = "position = [0, 0, 2]\nvelocity = [0, 0, 1]\n",
                    outside = "position = [2, 0, 0.5]\nvelocity = [1, 0, 0]\n",
                    back = "position = [2, 0, 0.5]\nvelocity = [-1, 0, 0]\n";
  EXPECT_EQ(lost(sheet, below), 1);
  EXPECT_EQ(lost(sheet, outside), 1);
  EXPECT_EQ(lost(sheet, above), 0);  // gravity brings the body back
  EXPECT_EQ(lost(sheet, back), 0);
  const std::string low_floor = "[[wall]]\npoint = [0, 0, -3]\n";
  EXPECT_EQ(lost(sheet + low_floor, below), 0);
  EXPECT_EQ(lost(sheet + low_floor, outside), 0);
  EXPECT_EQ(lost(sheet + "[[wall]]\nnormal = [-1, 0, 0]\npoint = [9, 0, 0]\n", outside), 0);
  EXPECT_EQ(lost(sheet + "[[wall]]\nnormal = [1, 0, 0]\npoint = [-9, 0, 0]\n", outside), 1);
  EXPECT_EQ(lost("", below), 0);  // there is no wall; a note reports this
}

TEST(RunWarnings, AWallThatAppearsInsideBodiesIsReported) {
  const std::string late = "[[wall]]\nname = \"late\"\npoint = [0, 0, 0.2]\nappears_at = 1e-3\n";
  const Scene scene = parse(run + "gravity = [0, 0, 0]\nstep = 1e-5\n" + late +
                            "[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0, 0, 0.203]\n"
                            "[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0.1, 0, 0.1999]\n"
                            "[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0.2, 0, 0.2049]\n");
  World w = build(scene);
  for (int i = 0; i < 90; ++i) step(w);
  EXPECT_TRUE(w.watch.sudden.empty());
  for (int i = 0; i < 20; ++i) step(w);
  ASSERT_EQ(w.watch.sudden.size(), 1U);
  EXPECT_NEAR(static_cast<double>(w.watch.sudden[0].step), 100, 1);
  const std::string said = warnings_of(scene, w);
  EXPECT_NE(said.find("the wall 'late' appeared inside 2 bodies in step 10"), std::string::npos) << said;
  EXPECT_NE(said.find("by 0.0051 m at most, 0.51 of the body's size"), std::string::npos) << said;
}

TEST(RunWarnings, ALateTableThatOverlapsIsReported) {
  const test::ScratchFolder folder;
  write_file(folder.path() / "poses.txt", "0 0 1 1 0 0 0\n0 0 1.005 1 0 0 0\n");
  const Scene scene =
      parse(run + "step = 1e-5\n" + floor_wall +
                "[[insert]]\ntype = \"table\"\nfile = \"poses.txt\"\nshapes = [\"sphere\"]\nsizes = "
                "[0.01]\nstart = 1e-3\n",
            folder.path());
  World w = build(scene);
  for (int i = 0; i < 110; ++i) step(w);
  EXPECT_NE(
      warnings_of(scene, w).find("bodies inserted at step 100 overlap in 1 contacts, by 0.005 m at most"),
      std::string::npos)
      << warnings_of(scene, w);
}

TEST(RunWarnings, AServoThatMissesItsForceIsReported) {
  const auto said = [](double seconds) {
    const Scene scene = parse(
        "[run]\nend = 1\ngravity = [0, 0, 0]\n[[wall]]\n[[wall]]\nname = \"lid\"\nnormal = [0, 0, -1]\npoint "
        "= [0, 0, "
        "0.0102]\n[[body]]\nshape = \"sphere\"\nsize = 0.01\nposition = [0, 0, 0.005]\n[[motion]]\nwall = "
        "\"lid\"\ntype = \"servo\"\ndirection = [0, 0, -1]\nforce = 5\ngain = 1e-3\nfastest = 0.05\nend = " +
        std::to_string(seconds) + "\n");
    World w = build(scene);
    while (w.time < seconds + 0.001) step(w);
    return warnings_of(scene, w);
  };
  EXPECT_NE(
      said(0.002).find("the servo of wall 'lid' did not reach its force by 0.002 s: it measured 0 N of 5 N"),
      std::string::npos)
      << said(0.002);
  EXPECT_EQ(said(0.2).find("did not reach"), std::string::npos) << said(0.2);
}

TEST(RunWarnings, AnEnergyErrorNamesItsLikelyCause) {
  const Scene scene = parse("[run]\nend = 1\n" + floor_wall + cube);
  World w = build(scene);
  for (int i = 0; i < 10; ++i) step(w);
  w.ledger.damping += 0.5 * w.bodies.mass[0];  // simulates a loss of energy
  EXPECT_NE(warnings_of(scene, w).find("Likely cause: the step. Halve run.step_fraction"), std::string::npos)
      << warnings_of(scene, w);
  w.watch.sudden.push_back({1, 0, 1, 1, 1});
  EXPECT_NE(warnings_of(scene, w).find("Likely cause: walls or bodies that appeared inside others"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
