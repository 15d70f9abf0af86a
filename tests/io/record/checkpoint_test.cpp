#include "scree/io/record/checkpoint.hpp"
#include "scree/io/scene/scene.hpp"

#include "scree/file.hpp"
#include "scree/world/state/state.hpp"
#include "support/moving_scene.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;
using test::run;
using test::small_world;

class Checkpoint : public testing::Test {
 protected:
  void SetUp() override { test::use_one_thread(); }
  test::ScratchFolder folder;
  fs::path file = folder.path() / "step.h5";
};

/// Fields that visit_state skips are not saved. Therefore the sizes of the fields that it lists must add up
/// to the sizes of the structs.
TEST_F(Checkpoint, EveryFieldOfTheStateIsSaved) {
  std::map<std::string, std::size_t> listed;
  World world;
  visit_state(world, [&](const std::string& name, const auto& value) {
    const std::string head = name.substr(0, name.find('/'));
    if constexpr (requires { value.structs; }) {
      using Struct = typename std::remove_cvref_t<decltype(value.structs)>::value_type;
      listed[head] += sizeof(Struct{}.*value.member);
    } else {
      listed[head] += sizeof value;
    }
  });
  const auto expect_all = [&](const char* head, std::size_t size, std::size_t not_state,
                              std::size_t padding) {
    EXPECT_EQ(listed[head] + not_state + padding, size)
        << "is a field of '" << head << "' missing in visit_state? If it is no state, count it here.";
  };
  expect_all("bodies", sizeof(Bodies), 0, 4);
  expect_all(
      "walls", sizeof(Wall),
      sizeof(Wall::name) + sizeof(Wall::material) + sizeof(Wall::appears_at) + sizeof(Wall::removed_at), 11);
  expect_all("pairs", sizeof(PairList),
             sizeof(PairList::batches) + sizeof(PairList::batch_of) + sizeof(PairList::batches_of_block) +
                 sizeof(PairList::mesh_memories),
             0);
  expect_all("mesh_memories", sizeof(MeshMemory), sizeof(MeshMemory::facets), 7);
  expect_all("watch", sizeof(Watch), 0, 0);
  expect_all(
      "contacts", sizeof(BatchContacts),
      sizeof(BatchContacts::kicks) + sizeof(BatchContacts::first_failed) + sizeof(BatchContacts::first_deep),
      0);
  expect_all("ledger", sizeof(Ledger) + sizeof(World::contact_energy) + sizeof(World::first_total),
             sizeof(Ledger::kinetic) + sizeof(Ledger::potential), 0);
}

TEST_F(Checkpoint, TheStateHashCoversTheWholeState) {
  World world = small_world();
  world.walls.all[1].velocity = {0.1, 0, 0};
  run(world, 800);
  ASSERT_GT(world.contacts.touching_count(), 20);
  world.insertions.resize(1);
  world.failures.resize(1);
  world.watch.sudden.resize(1);
  world.watch.servos.resize(1);
  world.pairs.mesh_memories.resize(1);
  for (BatchContacts& c : world.contacts.batches) {
    c.areas.resize(c.points.size());
    c.held_frictions.resize(c.touching.size());
    c.springs.resize(c.touching.size());
  }
  const std::uint64_t hash = world.state_hash();
  EXPECT_EQ(World(world).state_hash(), hash);
  int pieces = 0;
  visit_state(std::as_const(world), [&](const std::string& name, const auto&) {
    World changed = world;
    const auto change = []<class T>(T& x) {
      if constexpr (std::is_class_v<T>) {
        reinterpret_cast<unsigned char*>(&x)[0] ^= 1;
      } else {
        x = static_cast<T>(static_cast<double>(x) + 1);
      }
    };
    visit_state(changed, [&]<class V>(const std::string& other, V&& value) {
      if (other != name) return;
      using T = std::remove_cvref_t<V>;
      if constexpr (requires { value.structs; }) {
        auto& field = value.structs.back().*value.member;
        if constexpr (requires { field.size(); }) {
          for (auto& batch : value.structs) {
            if (!(batch.*value.member).empty()) return change((batch.*value.member).back());
          }
          FAIL() << name << " is empty";
        } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, bool>) {
          field = !field;
        } else {
          change(field);
        }
      } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
        value.flip();
      } else if constexpr (requires { value.size(); }) {
        ASSERT_FALSE(value.empty()) << name;
        change(value.back());
      } else {
        change(value);
      }
    });
    EXPECT_NE(changed.state_hash(), hash) << name;
    ++pieces;
  });
  EXPECT_GT(pieces, 45);
}

TEST_F(Checkpoint, CompressionShrinksTheFileAndKeepsTheState) {
  World world = small_world(2000);
  run(world, 3);
  write_checkpoint(file, world, "scene");
  const fs::path small = folder.path() / "small.h5";
  write_checkpoint(small, world, "scene", true);
  EXPECT_LT(4 * fs::file_size(small), 3 * fs::file_size(file));
  World back = small_world(2000);
  load_checkpoint(small, back);
  EXPECT_EQ(back.state_hash(), world.state_hash());
}

TEST_F(Checkpoint, ResumeContinuesBitForBit) {
  constexpr int steps = 1700;
  Random random(11);
  std::vector<std::int64_t> stops;
  for (int i = 0; i < 10; ++i) stops.push_back(1 + random.below(steps - 1));
  World whole = small_world();
  whole.walls.all[1].velocity = {0.05, 0, 0};
  std::int64_t rebuilds = 0;
  for (int n = 1; n <= steps; ++n) {
    step(whole);
    if (std::find(stops.begin(), stops.end(), n) == stops.end()) continue;
    write_checkpoint(folder.path() / fmt::format("{}.h5", n), whole, "scene");
    rebuilds = whole.pairs.rebuilds;
  }
  whole.update_ledger();
  EXPECT_GT(rebuilds, 3);  // the pair list was rebuilt between the stops
  EXPECT_GT(whole.contacts.touching_count(), 40);
  EXPECT_GT(whole.ledger.friction, 0);
  for (const std::int64_t stop : stops) {
    World resumed = small_world();
    load_checkpoint(folder.path() / fmt::format("{}.h5", stop), resumed);
    EXPECT_EQ(resumed.steps, stop);
    run(resumed, steps - stop);
    resumed.update_ledger();
    EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << "stopped at step " << stop;
    EXPECT_EQ(resumed.ledger.error(resumed.first_total), whole.ledger.error(whole.first_total));
  }
}

/// Resumes a scene whose walls perform every kind of motion while bodies are still being inserted.
TEST_F(Checkpoint, ResumeContinuesWhileWallsMoveAndBodiesAreInserted) {
  Random random(23);
  std::set<std::int64_t> stops;
  while (stops.size() < 10) stops.insert(1 + random.below(test::moving_steps - 1));
  World whole = test::moving_world();
  const std::vector<Wall> walls = whole.walls.all;
  int raining = 0, pressing = 0, turning = 0, pressed = 0;
  for (int n = 1; n <= test::moving_steps; ++n) {
    step(whole);
    pressed += length(whole.walls.all[5].force) > 0 ? 1 : 0;
    if (!stops.contains(n)) continue;
    write_checkpoint(folder.path() / fmt::format("{}.h5", n), whole, "scene");
    raining += remaining_count(whole) > 0 ? 1 : 0;
    pressing += length(whole.walls.all[5].velocity) > 0 ? 1 : 0;
    turning += length(whole.walls.all[1].spin) > 0 ? 1 : 0;
  }
  EXPECT_GT(raining, 5);
  EXPECT_GT(pressing, 2);
  EXPECT_GT(turning, 2);
  EXPECT_GT(whole.bodies.count(), 15);
  EXPECT_GT(pressed, 100) << "the servo has something to press on";
  EXPECT_FALSE(whole.walls.all[4].present);
  for (const std::int64_t stop : stops) {
    World resumed = test::moving_world();
    load_checkpoint(folder.path() / fmt::format("{}.h5", stop), resumed);
    run(resumed, test::moving_steps - stop);
    EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << "stopped at step " << stop;
  }
}

/// Contacts without damping store the state of their springs.
TEST_F(Checkpoint, ResumeContinuesWhereContactsAreElastic) {
  const fs::path scene = fs::path(SCREE_TEST_FOLDER).parent_path() / "scenes/elastic/hertz.toml";
  const std::vector<std::string> set{"material.m.young=3e5"};
  World whole = build(read_scene(scene, set));
  constexpr int steps = 600;
  const std::set<int> stops{100, 250, 437};
  int remembered = 0;
  for (int n = 1; n <= steps; ++n) {
    step(whole);
    if (!stops.contains(n)) continue;
    write_checkpoint(folder.path() / fmt::format("{}.h5", n), whole, "scene");
    for (const BatchContacts& c : whole.contacts.batches) {
      for (const SpringState& springs : c.springs) remembered += springs.energy > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(remembered, 15);
  for (const int stop : stops) {
    World resumed = build(read_scene(scene, set));
    load_checkpoint(folder.path() / fmt::format("{}.h5", stop), resumed);
    run(resumed, steps - stop);
    EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << "stopped at step " << stop;
  }
}

/// Resumes a scene with facets. The lists of facets are not part of the state, and no result depends on them.
TEST_F(Checkpoint, ResumeContinuesWhereFacetsPress) {
  const char* const text = R"(
    [run]
    end = 1
    step = 4e-5
    [contact]
    law = "pressure"
    [shape.l]
    library = "tetris_l"
    [[wall]]
    type = "cylinder"
    from = [0, 0, 0]
    to = [0, 0, 0.2]
    radius = 0.06
    [[motion]]
    wall = "wall1"
    spin = [0, 0, 3]
    [[insert]]
    type = "random"
    shapes = ["l", "cube", "sphere", "tetrahedron"]
    sizes = [0.02]
    count = 16
    lower = [-0.04, -0.04, 0]
    upper = [0.04, 0.04, 0.2]
    velocity = [0, 0, -2]
  )";
  const auto fresh = [&] { return build(parse_scene(text, "facets.toml")); };
  constexpr int steps = 1500;
  World whole = fresh();
  for (int n = 1; n <= steps; ++n) {
    step(whole);
    if (n % 311 == 0) write_checkpoint(folder.path() / fmt::format("{}.h5", n), whole, "scene");
  }
  EXPECT_GT(whole.contacts.touching_count(), 5);
  for (int stop = 311; stop < steps; stop += 311) {
    World resumed = fresh();
    load_checkpoint(folder.path() / fmt::format("{}.h5", stop), resumed);
    run(resumed, steps - stop);
    EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << "stopped at step " << stop;
  }
}

/// Negative control: the hash detects the loss of any stored data.
TEST_F(Checkpoint, LosingAnyMemoryChangesTheStateHash) {
  World whole = small_world();
  run(whole, 400);
  write_checkpoint(file, whole, "scene");
  const auto hash_after = [&](auto forget) {
    World resumed = small_world();
    load_checkpoint(file, resumed);
    forget(resumed);
    run(resumed, 200);
    return resumed.state_hash();
  };
  run(whole, 200);
  EXPECT_EQ(hash_after([](World&) {}), whole.state_hash());
  EXPECT_NE(hash_after([](World& w) {
              for (BatchContacts& c : w.contacts.batches) c.histories.assign(c.histories.size(), {});
            }),
            whole.state_hash());
  EXPECT_NE(hash_after([](World& w) {
              for (BatchContacts& c : w.contacts.batches) c.rolled_angles.assign(c.rolled_angles.size(), {});
            }),
            whole.state_hash());
  EXPECT_NE(hash_after([](World& w) { w.bodies.force.assign(w.bodies.count(), {}); }), whole.state_hash());
  EXPECT_NE(hash_after([](World& w) { w.contact_energy = {}; }), whole.state_hash());
}

TEST_F(Checkpoint, ABodyAddedAfterTheListIsRestored) {
  const auto add = [](World& w) {
    BodyState body;
    body.shape = 1;
    body.pose.position = {0, 0, 0.12};
    w.add_body(body);
    prepare(w);
  };
  World whole = small_world(20);
  run(whole, 100);
  add(whole);
  write_checkpoint(file, whole, "scene");
  run(whole, 100);
  World resumed = small_world(20);
  load_checkpoint(file, resumed);
  EXPECT_EQ(resumed.bodies.count(), 21);
  run(resumed, 100);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
}

TEST_F(Checkpoint, CanBeWrittenBeforeTheFirstStep) {
  World whole = small_world(10);
  write_checkpoint(file, whole, "scene");
  World resumed = small_world(10);
  load_checkpoint(file, resumed);
  run(whole, 50);
  run(resumed, 50);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
}

TEST_F(Checkpoint, InfoShowsItsContents) {
  World world = small_world(10);
  run(world, 30);
  write_checkpoint(file, world, "the scene\nin two lines\n");
  const CheckpointInfo info = read_checkpoint_info(file);
  EXPECT_EQ(info.scene, "the scene\nin two lines\n");
  EXPECT_EQ(info.steps, 30);
  EXPECT_EQ(info.time, world.time);
  EXPECT_EQ(info.bodies, 10);
  EXPECT_EQ(info.hash, world.hash());
  EXPECT_EQ(info.state_hash, world.state_hash());
  EXPECT_EQ(info.ledger.total(), world.ledger.total());
}

TEST_F(Checkpoint, EqualStatesGiveEqualBytes) {
  World one = small_world(20), other = small_world(20);
  run(one, 200);
  run(other, 200);
  write_checkpoint(file, one, "scene");
  write_checkpoint(folder.path() / "other.h5", other, "scene");
  const std::string bytes = read_file(file);
  EXPECT_EQ(bytes, read_file(folder.path() / "other.h5"));
  step(other);
  write_checkpoint(folder.path() / "other.h5", other, "scene");
  EXPECT_NE(bytes, read_file(folder.path() / "other.h5"));
}

TEST_F(Checkpoint, BadFilesAreExplained) {
  World world = small_world(10);
  run(world, 20);
  write_checkpoint(file, world, "scene");
  const std::string good = read_file(file);
  const std::uint64_t before = world.state_hash();
  const auto refused = [&](std::string_view bytes) {
    write_file(file, bytes);
    std::string message = test::error_of([&] { load_checkpoint(file, world); });
    EXPECT_EQ(message, test::error_of([&] { read_checkpoint_info(file); }));
    EXPECT_TRUE(message.starts_with(file.string())) << message;
    EXPECT_EQ(world.state_hash(), before);
    return message;
  };
  const auto has = [](const std::string& message, const char* resumed) {
    EXPECT_NE(message.find(resumed), std::string::npos) << message;
  };
  has(refused(""), "not a checkpoint");
  has(refused("[scene]\nname = 'x'\n"), "not a checkpoint");
  has(refused(good.substr(512)), "not a checkpoint");  // an HDF5 file that another program wrote
  for (const std::size_t size : {1UL, 10UL, 300UL, 511UL}) has(refused(good.substr(0, size)), "cut off");
  for (const std::size_t size : {512UL, 600UL, good.size() - 1})
    has(refused(good.substr(0, size)), "were written. Use the previous checkpoint");
  has(refused(good + "x"), "were written. Use the previous checkpoint");
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    std::string damaged = good;
    damaged[512 + random.below(static_cast<int>(good.size()) - 512)] ^=
        static_cast<char>(1 << random.below(8));
    has(refused(damaged), "checksum is wrong");
  }
  for (int i = 0; i < 200; ++i) {  // the highest bits of two eight-byte words, such as signs of numbers
    const int words = (static_cast<int>(good.size()) - 512) / 8, first = random.below(words);
    std::string damaged = good;
    for (const int word : {first, (first + 1 + random.below(words - 1)) % words})
      damaged[512 + 8 * word + 7] ^= static_cast<char>(0x80);
    has(refused(damaged), "checksum is wrong");
  }
  std::string newer = good;
  newer.replace(newer.find("version 9"), 9, "version 10");
  has(refused(newer), "has format version 10, but this program reads version 9");
  newer.replace(newer.find("version 10"), 10, "version 8");
  has(refused(newer), "has format version 8, but this program reads version 9");
  write_file(file, good);
  load_checkpoint(file, world);
  EXPECT_ERROR(load_checkpoint(folder.path() / "missing.h5", world), "missing.h5: cannot be read");
  EXPECT_ERROR(load_checkpoint(folder.path(), world), "this is a folder");
}

TEST_F(Checkpoint, AnotherSceneIsRefused) {
  World world = small_world(10);
  write_checkpoint(file, world, "scene");
  World other = small_world(10, 0.5);
  EXPECT_ERROR(load_checkpoint(file, other),
               "materials.materials[0].friction is '0.4' in the checkpoint and '0.5' in the world");
  other = small_world(10);
  other.settings.dt *= 2;
  EXPECT_ERROR(load_checkpoint(file, other),
               "settings.dt is '5e-05' in the checkpoint and '0.0001' in the world");
  other = small_world(10);
  other.walls.add_plane("lid", 1, make_half_space({0, 0, -1}, {0, 0, 1}));
  EXPECT_ERROR(load_checkpoint(file, other), "walls.all.size is '5' in the checkpoint and '6' in the world");
  other = small_world(10);
  other.shapes.add_sphere("marble", 0.01);
  EXPECT_ERROR(load_checkpoint(file, other), "in the world and missing in the checkpoint");
  EXPECT_EQ(other.shapes.all.size(), 5U);
}

/// The worlds of each pair differ as little as possible: they have the same counts and names and, except for
/// one digit, the same numbers.
TEST_F(Checkpoint, WorldsThatDifferInOneValueAreRefused) {
  const auto refused = [&](World begun, World twin, std::string_view difference) {
    write_checkpoint(file, begun, "");
    EXPECT_NO_THROW(load_checkpoint(file, begun));
    EXPECT_ERROR(load_checkpoint(file, twin), difference);
  };
  const auto with_body = [](Surface surface) {
    World w = small_world(0);
    w.shapes.add_polyhedron("rock", make_polyhedron(surface));
    return w;
  };
  const auto random_body = [&](std::uint64_t seed) {
    return with_body(library_shape("random", {.vertices = 12, .seed = seed}, {Size::By::diameter, 0.01}));
  };
  refused(random_body(1), random_body(2), "shapes[4] is '12 vertices, 20 faces, radius 0.00");

  Surface crystal = library_shape("octahedron", {}, {Size::By::edge, 0.01});
  const World begun = with_body(crystal);
  crystal.vertices[3].x = std::nextafter(crystal.vertices[3].x, 1);
  refused(begun, with_body(crystal), "shapes[4] is ");
  for (Vec3& v : crystal.vertices) v.x = -v.x, v.y = -v.y;  // half a turn changes an even number of signs
  const World turned = with_body(crystal);
  for (Vec3& v : crystal.vertices) v.x = -v.x, v.y = -v.y;
  refused(with_body(crystal), turned, "shapes[4] is ");

  const auto with_facets = [](Real corner) {
    World w = small_world(0);
    Surface sheet;
    sheet.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, corner, 0}, {-1, 1, 0}};
    sheet.add_face({0, 1, 2, 3});
    w.walls.add_mesh("sheet", 1, make_facet_mesh(sheet));
    return w;
  };
  refused(with_facets(1), with_facets(std::nextafter(1, 2)), "walls.meshes[0] is 'of wall 5, 4 vertices");

  const auto with_table = [](Real x, Quat orientation) {
    World w = small_world(0);
    Insertion i;
    i.kind = InsertionKind::table, i.start = 1;
    i.grains.shapes = {0}, i.grains.shares = {1};
    i.poses = {{{0, 0, 0.1}, {}}, {{x, 0, 0.2}, orientation}};
    w.insertions.push_back(i);
    return w;
  };
  refused(with_table(0.1, {}), with_table(std::nextafter(0.1, 1), {}),
          "insertions[0].poses is '2 entries, content ");
  refused(with_table(0.1, {}), with_table(0.1, {0, 1, 0, 0}), "insertions[0].poses");
  refused(with_table(0.1, {}), with_table(-0.1, {-1, 0, 0, 0}), "insertions[0].poses");
  World later = with_table(0.1, {});
  later.insertions[0].start = std::nextafter(1.0, 2.0);
  refused(with_table(0.1, {}), later,
          "insertions[0].start is '1' in the checkpoint and '1.0000000000000002' in the world");
}

/// A limit on the size of files simulates a full disk: the write fails halfway.
TEST_F(Checkpoint, AFullDiskLeavesTheLastOneIntact) {
  World world = small_world(30);
  run(world, 20);
  write_checkpoint(file, world, "scene");
  const std::string good = read_file(file);
  run(world, 20);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{20000, 20000};
    setrlimit(RLIMIT_FSIZE, &limit);
    int status = 1;
    try {
      write_checkpoint(file, world, "scene");
    } catch (const Error& error) {
      status = std::string_view(error.what()).find("cannot be written (File too large)") != std::string::npos
                   ? 0
                   : 2;
    }
    _exit(status);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(file), good);
  EXPECT_FALSE(fs::exists(file.string() + ".part"));
}

}  // namespace
}  // namespace scree
