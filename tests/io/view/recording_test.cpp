#include "scree/io/view/recording.hpp"

#include "scree/file.hpp"
#include "scree/io/encode/packing.hpp"
#include "scree/io/view/page.hpp"
#include "scree/run/run_folder.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace scree {
namespace {

namespace fs = std::filesystem;

Real angle_between(Quat a, Quat b) {
  const Quat d = conjugate(a) * b;
  return 2 * std::atan2(length({d.x, d.y, d.z}), std::abs(d.w));
}

std::vector<ViewFrame> some_frames(World& world, int count, int steps) {
  std::vector<ViewFrame> frames;
  for (int f = 0; f < count; ++f) {
    frames.push_back(view_frame(world));
    test::run(world, steps);
  }
  return frames;
}

class Recorded : public testing::Test {
 protected:
  void SetUp() override { test::use_one_thread(); }
  World world = test::small_world();
  ViewCast cast = view_cast(world);
  std::vector<Real> radii = bounding_radii(cast);
};

TEST_F(Recorded, NumbersReadBackTheSame) {
  NumberWriter out;
  const std::int64_t whole[] = {0,   -1,      1,          63,        -64,       64,
                                -65, 1 << 20, -(1 << 20), INT32_MAX, INT32_MIN, 1LL << 50};
  for (const std::int64_t n : whole) out.whole(n);
  out.real(-0.15625);
  out.natural(300);
  NumberReader in(out.bytes(), "numbers");
  for (const std::int64_t n : whole) EXPECT_EQ(in.whole(), n);
  EXPECT_EQ(in.real(), -0.15625);
  EXPECT_EQ(in.natural(), 300U);
  EXPECT_TRUE(in.at_end());
  EXPECT_ERROR(in.natural(), "numbers: it is cut short");
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  const std::string text(100000, 'x');
  EXPECT_EQ(inflate(deflate(text), "x"), text);
  EXPECT_LT(deflate(text).size(), 1000U);
}

/// The recording has the precision that the page states: positions to 0.87 units, orientations to 2.1e-4 rad,
/// everything else exact.
TEST_F(Recorded, BlocksKeepPosesToTheStatedError) {
  const std::vector<ViewFrame> frames = some_frames(world, 16, 40);
  SceneReach reach;
  for (const ViewFrame& f : frames) reach.include(f, radii);
  const PositionGrid grid = reach.grid();
  EXPECT_LE(grid.length, 1e-4 * reach.box.diagonal() * (1 + 1e-6));
  EXPECT_LE(grid.length, 1e-2 * reach.smallest_radius * (1 + 1e-6));
  const std::string bytes = encode_block(frames, grid, {}, 0);
  const DecodedBlock block = decode_block(bytes, "block");
  ASSERT_EQ(block.frames.size(), frames.size());
  Real worst_position = 0, worst_rotation = 0, worst_speed = 0, fastest = 0;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    ASSERT_EQ(block.frames[f].bodies.size(), frames[f].bodies.size());
    EXPECT_NEAR(block.frames[f].time, frames[f].time, 1e-6 * frames[f].time);
    for (std::size_t i = 0; i < frames[f].bodies.size(); ++i) {
      const ViewBody &was = frames[f].bodies[i], &is = block.frames[f].bodies[i];
      EXPECT_EQ(is.id, was.id);
      EXPECT_EQ(is.shape, was.shape);
      EXPECT_EQ(is.material, was.material);
      EXPECT_EQ(is.contacts, was.contacts);
      EXPECT_EQ(static_cast<float>(is.scale), static_cast<float>(was.scale));
      worst_position = std::max(worst_position, length(is.pose.position - was.pose.position));
      worst_rotation = std::max(worst_rotation, angle_between(is.pose.orientation, was.pose.orientation));
      worst_speed = std::max(worst_speed, std::abs(is.speed - was.speed)),
      fastest = std::max(fastest, was.speed);
    }
  }
  EXPECT_LE(worst_position, grid.error());
  EXPECT_GT(worst_position, 0.5 * grid.error());  // shows that the error comes close to the bound
  EXPECT_LE(worst_rotation, rotation_error);
  EXPECT_GT(worst_rotation, 0.4 * rotation_error);
  EXPECT_LE(worst_speed, 3e-4 * fastest);
  EXPECT_LT(static_cast<double>(bytes.size()), 20.0 * 16 * 60);
}

TEST_F(Recorded, BodiesMayAppearAndVanish) {
  std::vector<ViewFrame> frames = some_frames(world, 3, 20);
  frames[0].bodies.resize(10);
  frames[1].bodies.erase(frames[1].bodies.begin() + 4);
  frames[2].bodies.clear();
  const DecodedBlock block = decode_block(encode_block(frames, PositionGrid{{}, 1e-5}, {}, 0), "block");
  for (std::size_t f = 0; f < 3; ++f) {
    ASSERT_EQ(block.frames[f].bodies.size(), frames[f].bodies.size());
    for (std::size_t i = 0; i < frames[f].bodies.size(); ++i) {
      EXPECT_EQ(block.frames[f].bodies[i].id, frames[f].bodies[i].id);
      EXPECT_LT(length(block.frames[f].bodies[i].pose.position - frames[f].bodies[i].pose.position), 1e-5);
    }
  }
}

TEST_F(Recorded, ContactsReadBackToTheStatedError) {
  test::run(world, 800);
  const ViewFrame frame = view_frame(world);
  ASSERT_GT(frame.contacts.size(), 20U);
  const auto back = decode_contacts(encode_contacts(frame, radii), frame, radii, "contacts");
  ASSERT_EQ(back.size(), frame.contacts.size());
  Real strongest = 0;
  for (const ViewContact& c : frame.contacts) strongest = std::max(strongest, c.force);
  for (const ViewContact& c : frame.contacts) {
    const auto same = std::find_if(back.begin(), back.end(),
                                   [&](const ViewContact& d) { return d.a == c.a && d.b == c.b; });
    ASSERT_NE(same, back.end());
    EXPECT_LT(length(same->point - c.point), 0.02 * 1.1 * 0.02);
    EXPECT_NEAR(same->force, c.force, 3e-4 * strongest);
  }
}

TEST_F(Recorded, DamagedBytesAreRefused) {
  const std::vector<ViewFrame> frames = some_frames(world, 4, 20);
  const std::string good = encode_block(frames, PositionGrid{{}, 1e-5}, {}, 0);
  EXPECT_ERROR(decode_block(good.substr(0, good.size() / 2), "cut"), "cut: it is damaged or cut short");
  std::string changed = good;
  changed[good.size() / 2] = static_cast<char>(changed[good.size() / 2] ^ 0x10);
  EXPECT_ERROR(decode_block(changed, "changed"), "changed: it is damaged");
  // The file is intact for zlib, but numbers in it are changed. Reading it must never crash.
  const std::string inside = inflate(good, "x");
  for (std::size_t at = 0; at < 200; at += 3) {
    std::string other = inside;
    other[at] = static_cast<char>(other[at] ^ 0xff);
    try {
      decode_block(deflate(other), "other");
    } catch (const Error&) {}
  }
  EXPECT_ERROR(decode_block(deflate(inside.substr(0, inside.size() - 5)), "short"), "short: it is cut short");
  EXPECT_ERROR(decode_block(deflate(inside + "x"), "long"), "it has extra bytes");
}

TEST_F(Recorded, WallsAreRigidMeshes) {
  // The recording shows a plane whose visible region grows, a drum that moves, and a wall that disappears.
  const auto square = [](Real half, Real z) {
    return std::vector<Vec3>{{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}};
  };
  const auto drum = [](const Pose& pose) {
    std::vector<ViewPolygon> strips;
    for (int k = 0; k < 12; ++k) {
      ViewPolygon p{1, {}};
      for (const auto& [side, z] : {std::pair{k, 0.0}, {k + 1, 0.0}, {k + 1, 1.0}, {k, 1.0}})
        p.corners.push_back(transform(pose, Vec3{std::cos(0.5236 * side), std::sin(0.5236 * side), z}));
      strips.push_back(p);
    }
    return strips;
  };
  const Pose moved{{0.1, 0.2, 0.3}, axis_angle({0, 0, 1}, 1)};
  std::vector<std::vector<ViewPolygon>> frames(3);
  frames[0] = drum({}), frames[1] = drum(moved);
  frames[0].push_back({0, square(1, 0)});
  frames[1].push_back({0, square(3, 0)});
  frames[2].push_back({0, square(2, 0.5)});
  const std::vector<WallTrack> tracks = track_walls(frames);
  ASSERT_EQ(tracks.size(), 2U);
  const WallTrack &floor = tracks[0].wall == 0 ? tracks[0] : tracks[1],
                  &barrel = tracks[0].wall == 0 ? tracks[1] : tracks[0];
  ASSERT_EQ(floor.vertices.size(), 4U);
  EXPECT_EQ(floor.triangles.size(), 2U);
  EXPECT_EQ(floor.edges.size(), 4U);
  for (const Vec3& v : floor.vertices) EXPECT_NEAR(std::max(std::abs(v.x), std::abs(v.y)), 3, 1e-12);
  ASSERT_TRUE(floor.poses[2]);
  EXPECT_NEAR(floor.poses[2]->position.z, 0.5, 1e-12);
  EXPECT_EQ(barrel.triangles.size(), 24U);
  ASSERT_TRUE(barrel.poses[1]);
  EXPECT_LT(length(barrel.poses[1]->position - moved.position), 1e-9);
  EXPECT_LT(angle_between(barrel.poses[1]->orientation, moved.orientation), 1e-9);
  EXPECT_FALSE(barrel.poses[2]);
  const DecodedBlock block = decode_block(encode_block(std::vector<ViewFrame>(3), {}, tracks, 0), "walls");
  ASSERT_EQ(block.wall_poses.size(), 3U);
  EXPECT_FALSE(block.wall_poses[2][&barrel - tracks.data()]);
}

class RecordedRun : public Recorded {
 protected:
  void run(int frames) {
    RunFolder folder = RunFolder::create(path, "scene", {.overwrite = true});
    for (int f = 0; f < frames; ++f) {
      folder.frame(world);
      test::run(world, 25);
    }
  }
  test::ScratchFolder scratch;
  fs::path path = scratch.path() / "run";
};

TEST_F(RecordedRun, AFolderBecomesARecordingAndAPage) {
  run(20);
  const RunView view(path);
  EXPECT_EQ(view.count(), 20);
  EXPECT_EQ(view.cast().shapes[3].name, "ball");
  EXPECT_TRUE(view.cast().shapes[3].round);
  EXPECT_NEAR(view.cast().shapes[3].diameter, 0.018, 1e-12);
  EXPECT_EQ(view.cast().walls[1], "left");
  const Recording recording = record(view);
  EXPECT_EQ(recording.frames, 20);
  EXPECT_TRUE(recording.notes.empty());
  const RecordingSections sections = parse_recording(recording.bytes, "recording");
  const auto head = nlohmann::json::parse(sections.head);
  EXPECT_EQ(head.at("times").size(), 20U);
  EXPECT_EQ(head.at("blocks"), 2);
  EXPECT_EQ(sections.streams.size(), 1U + 2 + 20);
  const DecodedBlock second = decode_block(sections.streams[2], "second");
  ASSERT_EQ(second.frames.size(), 4U);
  const ViewFrame read = view.read(17);
  for (std::size_t i = 0; i < read.bodies.size(); ++i)
    EXPECT_LE(length(second.frames[1].bodies[i].pose.position - read.bodies[i].pose.position),
              recording.grid.error());
  EXPECT_EQ(second.wall_poses[0].size(), 5U);

  const std::string page = replay_page("<run> & \"more\"", recording.bytes);
  EXPECT_NE(page.find("<title>&lt;run&gt; &amp; &quot;more&quot;</title>"), std::string::npos);
  EXPECT_NE(page.find(base64(recording.bytes)), std::string::npos);
  EXPECT_EQ(page.find("<!--"), std::string::npos);      // no placeholder is left
  EXPECT_EQ(page.find("https://"), std::string::npos);  // the page loads nothing from elsewhere
  EXPECT_EQ(page.find("src="), std::string::npos);
}

/// The page's own script reads the same recording in node.
TEST_F(RecordedRun, TheReaderOfThePageReadsTheSame) {
  if (std::system("node --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "there is no node here to run the page's reader";
  run(20);
  const RunView view(path);
  std::string rows;
  for (int f = 0; f < view.count(); ++f) {
    for (const ViewBody& b : view.read(f).bodies) {
      const auto& [p, q] = b.pose;
      rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", f, b.id, b.shape, p.x, p.y, p.z, q.w, q.x,
                          q.y, q.z, b.speed, b.contacts);
    }
  }
  const fs::path recording = scratch.path() / "run.screc", bodies = scratch.path() / "bodies.csv";
  write_file(recording, record(view).bytes);
  write_file(bodies, rows);
  const std::string tests = SCREE_TEST_FOLDER;
  EXPECT_EQ(std::system(fmt::format("node '{0}/viewer/recording_test.mjs' '{0}/../viewer' '{1}' '{2}'", tests,
                                    recording.string(), bodies.string())
                            .c_str()),
            0);
}

TEST_F(RecordedRun, LongRunsAreThinned) {
  run(20);
  const RunView view(path);
  const Recording whole = record(view);
  const Recording fewer_contacts = record(view, {.limit = 0.8 * static_cast<double>(whole.bytes.size())});
  EXPECT_EQ(fewer_contacts.frames, 20);
  EXPECT_LT(fewer_contacts.frames_with_contacts, 20);
  ASSERT_EQ(fewer_contacts.notes.size(), 1U);
  const Recording thin = record(view, {.limit = 0.2 * static_cast<double>(whole.bytes.size())});
  EXPECT_LT(thin.frames, 12);
  EXPECT_GT(thin.frames, 1);
  EXPECT_NE(thin.notes.at(0).find("of 20 frames"), std::string::npos);
  const auto head = nlohmann::json::parse(parse_recording(thin.bytes, "thin").head);
  EXPECT_EQ(head.at("times").back(), view.time(19));  // the last frame is kept
}

TEST_F(RecordedRun, FoldersThatCannotBeShownAreExplained) {
  EXPECT_ERROR(RunView(path), "run: there is no such folder");
  RunFolder::create(path, "scene");
  EXPECT_ERROR(RunView(path), "run: there are no frames in it to show");
  EXPECT_ERROR(parse_recording("not a recording", "x"), "x: this is not a recording of Scree");
}

TEST_F(RecordedRun, LeavesOutDamagedFramesAndNamesThem) {
  run(5);
  const auto file = [&](const char* name) { return path / "frames" / name; };
  const auto flip = [&](const fs::path& name) {
    std::string bytes = read_file(name);
    bytes[bytes.size() / 2] ^= 4;
    write_file(name, bytes);
  };
  flip(file("bodies-000000025.hdf"));
  fs::remove(file("bodies-000000050.hdf"));
  flip(file("contacts-000000075.hdf"));
  flip(file("walls-000000100.hdf"));
  const Recording recording = record(RunView(path));
  EXPECT_EQ(recording.frames, 3);
  EXPECT_EQ(recording.left_out, 2);
  ASSERT_EQ(recording.problems.size(), 4U);
  EXPECT_NE(recording.problems[0].find("bodies-000000025.hdf: the frame is damaged"), std::string::npos);
  EXPECT_NE(recording.problems[1].find("bodies-000000050.hdf: cannot be read"), std::string::npos);
  const std::string others = recording.problems[2] + recording.problems[3];
  EXPECT_NE(
      others.find("walls-000000100.hdf: the frame is damaged: its checksum is wrong. The frame is shown "
                  "without walls."),
      std::string::npos);
  EXPECT_NE(
      others.find("contacts-000000075.hdf: the frame is damaged: its checksum is wrong. The frame is shown "
                  "without contacts."),
      std::string::npos);
  const RecordingSections sections = parse_recording(recording.bytes, "recording");
  const auto head = nlohmann::json::parse(sections.head);
  ASSERT_EQ(head.at("times").size(), 3U);
  EXPECT_EQ(head.at("times")[1], RunView(path).time(3));
  EXPECT_EQ(head.at("notes")[0], "2 of 5 frames are damaged or missing and were left out.");
  for (const char* name : {"bodies-000000000.hdf", "bodies-000000075.hdf", "bodies-000000100.hdf"})
    flip(file(name));
  EXPECT_ERROR(record(RunView(path)), "None of the 5 frames of the run can be read.");
}

TEST_F(RecordedRun, DamagedShapesAndNamesAndTimesAreRefused) {
  run(2);
  const auto damage = [&](const char* name, const std::string& from, const std::string& to) {
    const fs::path file = path / "frames" / name;
    const std::string good = read_file(file);
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    write_file(file, bad);
    return std::pair(file, good);
  };
  const auto mend = [](const auto& file) { write_file(file.first, file.second); };
  auto file = damage("shape-0.obj", "v ", "v 1");
  EXPECT_ERROR(RunView(path), "shape-0.obj: the file is damaged: its checksum is wrong");
  mend(file);
  file = damage("names.json", "cube", "cubo");
  EXPECT_ERROR(RunView(path), "names.json: the file is damaged: its checksum is wrong");
  mend(file);
  file = damage("bodies.hdf.series", "\"time\": 0.00", "\"time\": 0.10");
  EXPECT_ERROR(RunView(path).read(1), "the .hdf.series beside it says 0.10");
  mend(file);
  EXPECT_EQ(RunView(path).read(1).bodies.size(), world.bodies.id.size());
}

}  // namespace
}  // namespace scree
