// Every scene of scenes/, in a short version, ends with the hash that tests/golden/hashes.txt holds, on 1, 2,
// 3 and 4 threads. A change of the engine that is meant to change results is recorded by
//   SCREE_RECORD_HASHES=1 build/test/io_test --gtest_filter='Golden.*'
#include "scree/dda/step.hpp"
#include "scree/file.hpp"
#include "scree/io/scene.hpp"
#include "scree/text.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;
const fs::path folder = SCREE_TEST_FOLDER, hashes = folder / "golden" / "hashes.txt";

/// In place of a hash: powers of superquadrics and corners of regular polygons come from the system's
/// library, whose last digits may differ between processors. Such a scene has only to be the same on any
/// number of threads.
constexpr std::string_view any_hash = "-";

/// A line: scene, steps, hash, then what is set for the short version.
struct Golden {
  std::string scene;
  int steps = 0;
  std::string hash;
  std::vector<std::string> set;
};

std::vector<Golden> read_hashes() {
  std::vector<Golden> all;
  const std::string text = read_file(hashes);
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = next_line(rest);
    if (line.empty() || line.starts_with('#')) continue;
    Golden g;
    g.scene = next_word(line);
    g.steps = static_cast<int>(parse_number(next_word(line), [] { return hashes.string(); }));
    g.hash = next_word(line);
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
      g.set.emplace_back(word);
    all.push_back(std::move(g));
  }
  return all;
}

World run_short(const Golden& g, int threads) {
  omp_set_num_threads(threads);
  World w = build(read_scene(folder.parent_path() / "scenes" / (g.scene + ".toml"), g.set));
  for (int i = 0; i < g.steps; ++i) advance(w);
  omp_set_num_threads(1);
  return w;
}

TEST(Golden, EverySceneHasALine) {
  std::set<std::string> listed, there;
  for (const Golden& g : read_hashes()) listed.insert(g.scene);
  const fs::path scenes = folder.parent_path() / "scenes";
  for (const fs::path& path :
       {scenes, scenes / "planar", scenes / "dda"}) {  // those of papers have their own tests
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".toml")
        there.insert((entry.path().lexically_relative(scenes).parent_path() / entry.path().stem()).string());
    }
  }
  EXPECT_EQ(listed, there);
}

TEST(Golden, ScenesEndWithTheirHashOnAnyNumberOfThreads) {
  std::string recorded =
      "# scene, steps, hash, what is set for the short version; see tests/io/golden_test.cpp\n";
  for (Golden& g : read_hashes()) {
    std::string expected = g.hash;
    for (const int threads : {1, 2, 3, 4}) {
      const World w = run_short(g, threads);
      EXPECT_GT(w.contacts.touching_count(), 10) << g.scene << ": too short to be a test";
      const std::string found = fmt::format("{:016x}", w.hash());
      const bool record = std::getenv("SCREE_RECORD_HASHES") != nullptr && g.hash != any_hash;
      if (threads == 1 && record) g.hash = found;
      if (threads == 1 && (record || g.hash == any_hash)) expected = found;
      EXPECT_EQ(found, expected) << g.scene << " on " << threads << " threads";
    }
    recorded += fmt::format("{} {} {} {}\n", g.scene, g.steps, g.hash, fmt::join(g.set, " "));
  }
  if (std::getenv("SCREE_RECORD_HASHES") != nullptr) write_file(hashes, recorded);
}

/// The twin: another seed is another run.
TEST(Golden, AnotherRunHasAnotherHash) {
  Golden g = read_hashes().front();
  g.set.emplace_back("run.seed=2");
  EXPECT_NE(fmt::format("{:016x}", run_short(g, 1).hash()), g.hash);
}

/// Polyhedra and spheres in a box of planes and in one of triangles: the same to the last bit. Only what is
/// kept for each wall differs.
TEST(Golden, AMeshBoxIsABox) {
  const auto short_version = [](std::string_view scene) {
    for (const Golden& g : read_hashes()) {
      if (g.scene == scene) return run_short(g, 1);
    }
    return World{};
  };
  const World planes = short_version("mixed_spheres"), mesh = short_version("mixed_spheres_mesh");
  ASSERT_GT(planes.bodies.count(), 100);
  EXPECT_GT(mesh.walls.flats.size(), 0U);
  EXPECT_EQ(planes.bodies.position, mesh.bodies.position);
  EXPECT_EQ(planes.bodies.velocity, mesh.bodies.velocity);
  EXPECT_EQ(planes.contacts.point_count(), mesh.contacts.point_count());
}

}  // namespace
}  // namespace scree
