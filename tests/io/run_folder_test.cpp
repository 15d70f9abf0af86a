#include "scree/io/run_folder.hpp"

#include "scree/file.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <set>

namespace scree {
namespace {

namespace fs = std::filesystem;
using test::small_world;

constexpr RunFolder::Intervals every{10, 40};
constexpr std::int64_t checkpoint_every = 30;

/// What `scree run` does, in small: output in the order history, frame, checkpoint.
void write_row(const RunFolder& folder, const World& w) {
  std::ofstream file(folder.history(), std::ios::app);
  if (w.steps == 0) file << "step,time,kinetic\n";
  file << fmt::format("{},{},{}\n", w.steps, w.time, w.bodies.kinetic_energy());
}
void write_due(RunFolder& folder, World& w) {
  if (w.steps % every.history == 0) write_row(folder, w);
  if (w.steps % every.frames == 0) folder.frame(w);
  if (w.steps % checkpoint_every == 0) folder.checkpoint(w);
}
void run_to(RunFolder& folder, World& w, std::int64_t steps) {
  while (w.steps < steps) {
    step(w);
    write_due(folder, w);
  }
}

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder).string()] = read_file(entry.path());
  }
  return files;
}

class Run : public testing::Test {
 protected:
  void SetUp() override { test::use_one_thread(); }
  test::ScratchFolder scratch;
  fs::path path = scratch.path() / "run";
};

TEST_F(Run, ResumedFolderIsTheUninterruptedOne) {
  RunFolder whole = RunFolder::create(scratch.path() / "whole", "scene");
  World world = small_world(20);
  write_due(whole, world);
  run_to(whole, world, 250);
  const auto expected = contents(whole.path());
  EXPECT_EQ(expected.count("frames/bodies-000000240.hdf"), 1U);
  EXPECT_EQ(expected.count("frames/shape-3.obj"), 1U);
  EXPECT_EQ(whole.frame_count(), 7);
  EXPECT_EQ(expected.count("checkpoints/step-000000240.h5"), 1U);
  EXPECT_EQ(expected.count("checkpoints/step-000000210.h5"), 1U);
  EXPECT_EQ(expected.count("checkpoints/step-000000180.h5"), 0U);  // the last two are kept

  RunFolder begun = RunFolder::create(path, "scene");
  World first = small_world(20);
  write_due(begun, first);
  run_to(begun, first, 203);
  // Stopped by hand at 203: a row, a frame and a checkpoint that the uninterrupted run does not have.
  write_row(begun, first), begun.frame(first), begun.checkpoint(first);
  run_to(begun, first, 229);
  std::ofstream(begun.history(), std::ios::app) << "23";  // killed while writing a row

  RunFolder again = RunFolder::open(path);
  EXPECT_EQ(again.scene_text(), "scene");
  World second = small_world(20);
  ASSERT_TRUE(again.resume(second, every));
  EXPECT_EQ(second.steps, 210);
  run_to(again, second, 250);
  EXPECT_EQ(second.state_hash(), world.state_hash());
  const auto found = contents(path);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [name, bytes] : expected) {
    ASSERT_EQ(found.count(name), 1U) << name;
    EXPECT_EQ(found.at(name), bytes) << name;
  }
}

TEST_F(Run, FallsBackToTheCheckpointBefore) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(10);
  write_due(folder, world);
  run_to(folder, world, 90);
  const fs::path last = path / "checkpoints" / "step-000000090.h5";
  write_file(last, read_file(last).substr(0, 5000));
  write_file(path / "checkpoints" / "step-000000120.h5.part", "half");
  std::vector<std::string> notes;
  World again = small_world(10);
  ASSERT_TRUE(folder.resume(again, every, [&](const std::string& note) { notes.push_back(note); }));
  EXPECT_EQ(again.steps, 60);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("step-000000090.h5: the checkpoint has"), std::string::npos) << notes[0];
  EXPECT_FALSE(fs::exists(last));
  run_to(folder, again, 90);
  EXPECT_EQ(again.state_hash(), world.state_hash());
}

TEST_F(Run, WithoutACheckpointItBeginsAnew) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(10);
  write_row(folder, world), folder.frame(world);
  World again = small_world(10);
  EXPECT_FALSE(folder.last_checkpoint());
  EXPECT_FALSE(folder.resume(again, every));
  EXPECT_EQ(read_file(folder.history()), "step,time,kinetic\n");
  EXPECT_EQ(folder.frame_count(), 0);
}

TEST_F(Run, FoldersThatDoNotFitAreExplained) {
  RunFolder::create(path, "scene");
  EXPECT_ERROR(RunFolder::create(path, "scene"), "there is a run in this folder already");
  EXPECT_ERROR(RunFolder::open(scratch.path() / "none"), "none: there is no such folder");
  EXPECT_ERROR(RunFolder::open(scratch.path()), "it has no scene.toml");
  write_file(scratch.path() / "file", "x");
  EXPECT_ERROR(RunFolder::create(scratch.path() / "file" / "run", "scene"), "the folder cannot be made");
}

TEST_F(Run, HistoryIsCutBack) {
  constexpr std::string_view text = "step,time\n0,0\n10,0.1\n13,0.13\n20,0.2\n30,0.3\n4";
  EXPECT_EQ(history_until(text, 20, 10), "step,time\n0,0\n10,0.1\n20,0.2\n");
  EXPECT_EQ(history_until(text, 19), "step,time\n0,0\n10,0.1\n13,0.13\n");
  EXPECT_EQ(history_until(text, 100, 10), "step,time\n0,0\n10,0.1\n20,0.2\n30,0.3\n");
  EXPECT_EQ(history_until(text, -1), "step,time\n");
  EXPECT_EQ(history_until("", 5), "");
}

/// Killed after the last checkpoint was written and before the oldest was removed: nothing is left to do that
/// would remove it.
TEST_F(Run, OldCheckpointsGoWhenItIsResumed) {
  World world = small_world(5);
  RunFolder folder = RunFolder::create(path, "scene");
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path / "checkpoints"))
      names.insert(entry.path().filename().string());
    return names;
  };
  for (int k = 0; k < 3; ++k) {
    test::run(world, 10);
    folder.checkpoint(world);
  }
  const std::set<std::string> two = files();
  ASSERT_EQ(two.size(), 2U);
  std::filesystem::copy(path / "checkpoints" / *two.begin(), path / "checkpoints" / "step-000000010.h5");
  World again = small_world(5);
  folder.resume(again, every);
  EXPECT_EQ(files(), two);
}

/// A child writes a checkpoint after every step until it is killed, at moments all over the writing.
TEST_F(Run, KilledAtAnyMomentItGoesOn) {
  constexpr std::int64_t end = 150;
  World whole = small_world(30);
  test::run(whole, end);
  // Moments within the time of some checkpoints, which are slow on a busy machine and with sanitizers.
  RunFolder trial = RunFolder::create(scratch.path() / "trial", "scene");
  const auto begin = std::chrono::steady_clock::now();
  trial.checkpoint(whole);
  const auto one = std::chrono::steady_clock::now() - begin;
  const int span = std::max(15000, static_cast<int>(4 * one / std::chrono::microseconds(1)));
  RunFolder folder = RunFolder::create(path, "scene");
  Random random(5);
  std::int64_t reached = 0;
  int halves = 0;
  // Twenty times, and as often more as it takes to have met one in the middle of a file.
  for (int k = 0; k < 20 || (halves == 0 && k < 400); ++k) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      World world = small_world(30);
      folder.resume(world, every);
      for (;;) {
        if (world.steps < end) step(world);
        if (write(ready[1], "x", 1) != 1) _exit(1);
        folder.checkpoint(world);
      }
    }
    close(ready[1]);
    char byte = 0;
    ASSERT_EQ(read(ready[0], &byte, 1), 1);
    usleep(static_cast<useconds_t>(random.below(span)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ready[0]);
    for (const auto& entry : fs::directory_iterator(path / "checkpoints"))
      halves += entry.path().extension() == ".part" ? 1 : 0;
    const auto last = folder.last_checkpoint([](const std::string& note) { ADD_FAILURE() << note; });
    if (!last) continue;                   // killed before the first was whole
    EXPECT_GE(last->info.steps, reached);  // nothing that was saved is lost
    reached = last->info.steps;
  }
  EXPECT_GT(reached, 0);
  EXPECT_GT(halves, 0) << "no child was killed while writing";
  World world = small_world(30);
  ASSERT_TRUE(folder.resume(world, every));
  test::run(world, end - world.steps);
  EXPECT_EQ(world.state_hash(), whole.state_hash());
  for (const auto& entry : fs::directory_iterator(path / "checkpoints"))
    EXPECT_NE(entry.path().extension(), ".part") << "halves are swept away";
}

}  // namespace
}  // namespace scree
