// A short version of every scene in scenes/ ends with the hash in tests/golden/hashes.txt, on 1, 2, 3 and 4
// threads. If a change of the engine is meant to change results, record new hashes with
//   SCREE_RECORD_HASHES=1 build/test/io_test --gtest_filter='Golden.*'
#include "scree/dda/step.hpp"
#include "scree/file.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/math/hash.hpp"
#include "scree/text.hpp"

#include <gtest/gtest.h>
#include "scree/parallel.hpp"

#include <cmath>
#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;
const fs::path folder = SCREE_TEST_FOLDER, hashes = folder / "golden" / "hashes.txt",
               physics = folder / "golden" / "physics.txt";

/// Returns a fingerprint of the functions of the C library whose last digits differ between processors (glibc
/// uses other versions of them if the processor has fused multiply-adds).
std::string library_print() {
  FnvHash hash;
  for (int i = 1; i <= 4000; ++i) {
    const Real x = 0.001 * i;
    hash.add(std::sin(x));
    hash.add(std::cos(x));
    hash.add(std::atan2(x, 2 - x));
    hash.add(std::tan(x));
    hash.add(std::exp(-x));
    hash.add(std::log(x));
    hash.add(std::pow(x, 1.7));
    hash.add(std::cbrt(x));
  }
  return fmt::format("{:016x}", hash.value());
}

/// One line of the file: scene, steps, hash, what the hash depends on, then the overrides of the
/// short version.
struct Golden {
  std::string scene;
  int steps = 0;
  std::string hash;
  std::string depends;  // "any": same for every C library; "library": only for the library of the first line
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
    g.depends = next_word(line);
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
      g.set.emplace_back(word);
    all.push_back(std::move(g));
  }
  return all;
}

World run_short(const Golden& g, int threads) {
  set_thread_count(threads);
  World w = build(read_scene(folder.parent_path() / "scenes" / (g.scene + ".toml"), g.set));
  for (int i = 0; i < g.steps; ++i) advance(w);
  set_thread_count(1);
  return w;
}

/// Describes the physics at the end of a scene in a few numbers. In a commit that records a new hash, the
/// difference of these numbers shows what changed for the grains.
std::string physics_of(const std::string& scene, World w) {
  w.update_ledger();
  const Ledger& l = w.ledger;
  return fmt::format("{} {} {} {} {:.5g} {:.5g} {:.5g} {:.5g} {:.2g}\n", scene, w.bodies.count(),
                     w.contacts.touching_count(), w.contacts.point_count(), l.kinetic, l.potential, l.elastic,
                     l.damping + l.friction + l.local + l.model, l.error(w.first_total));
}

TEST(Golden, EverySceneHasALine) {
  std::set<std::string> listed, there;
  for (const Golden& g : read_hashes()) listed.insert(g.scene);
  const fs::path scenes = folder.parent_path() / "scenes";
  // the scenes of the papers have their own tests
  for (const fs::path& path : {scenes, scenes / "elastic", scenes / "planar", scenes / "dda"}) {
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".toml")
        there.insert((entry.path().lexically_relative(scenes).parent_path() / entry.path().stem()).string());
    }
  }
  EXPECT_EQ(listed, there);
}

TEST(Golden, ScenesEndWithTheirHashOnAnyNumberOfThreads) {
  const bool record = std::getenv("SCREE_RECORD_HASHES") != nullptr;
  const std::string print = library_print();
  const bool same_library = read_file(hashes).find("# library " + print + "\n") != std::string::npos;
  std::string recorded = fmt::format(
      "# library {}\n# scene, steps, hash, any or library, what is set: see tests/io/golden_test.cpp\n",
      print);
  std::string numbers =
      "# scene, bodies, contacts, points, kinetic, potential, elastic, lost, energy error, J\n";
  for (Golden& g : read_hashes()) {
    if (!record && !same_library && g.depends == "library") {
      fmt::print("{}: the C library differs from the recorded one, only threads are compared\n", g.scene);
      g.hash.clear();
    }
    for (const int threads : {1, 2, 3, 4}) {
      const World w = run_short(g, threads);
      EXPECT_GT(w.contacts.touching_count(), 10) << g.scene << ": too short to be a test";
      const std::string found = fmt::format("{:016x}", w.hash());
      if (threads == 1 && (record || g.hash.empty())) g.hash = found;
      EXPECT_EQ(found, g.hash) << g.scene << " on " << threads << " threads";
      if (threads == 1) numbers += physics_of(g.scene, w);
    }
    recorded += fmt::format("{} {} {} {}", g.scene, g.steps, g.hash, g.depends);
    for (const std::string& key : g.set) recorded += " " + key;
    recorded += "\n";
  }
  if (record) {
    write_file(hashes, recorded);
    write_file(physics, numbers);
  }
  if (same_library) { EXPECT_EQ(numbers, read_file(physics)); }
}

/// Negative control: another seed gives another run.
TEST(Golden, AnotherRunHasAnotherHash) {
  Golden g = read_hashes().front();
  g.set.emplace_back("run.seed=2");
  EXPECT_NE(fmt::format("{:016x}", run_short(g, 1).hash()), g.hash);
}

/// Polyhedra and spheres move in a box of planes exactly as in a box of triangles, to the last bit. Only the
/// data stored for each wall differ.
TEST(Golden, AMeshBoxIsABox) {
  const auto short_version = [](std::string_view scene) {
    for (const Golden& g : read_hashes()) {
      if (g.scene == scene) return run_short(g, 1);
    }
    return World{};
  };
  const World planes = short_version("mixed_spheres"), mesh = short_version("mixed_spheres_mesh");
  ASSERT_GT(planes.bodies.count(), 100);
  EXPECT_GT(mesh.walls.planar_patches.size(), 0U);
  EXPECT_EQ(planes.bodies.position, mesh.bodies.position);
  EXPECT_EQ(planes.bodies.velocity, mesh.bodies.velocity);
  EXPECT_EQ(planes.contacts.point_count(), mesh.contacts.point_count());
}

}  // namespace
}  // namespace scree
