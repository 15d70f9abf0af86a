#include "scree/run/run_folder.hpp"

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

constexpr RunFolder::Intervals every{10, 40, 30};

/// Does what `scree run` does for a small world: writes output in the order history, frame, checkpoint.
void write_row(const RunFolder& folder, World& w) { History(folder.history(), w, w.steps > 0).add(w); }
void write_due(RunFolder& folder, World& w) {
  if (w.steps % every.history == 0) write_row(folder, w);
  if (w.steps % every.frames == 0) folder.frame(w);
  if (w.steps % every.checkpoints == 0) folder.checkpoint(w);
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

using Notes = std::vector<std::string>;

/// Does what `scree resume` does. Returns false if the run restarts from the beginning.
bool resume(RunFolder& folder, World& w, Notes* notes = nullptr) {
  const auto note = [&](const std::string& text) {
    if (notes != nullptr) notes->push_back(text);
  };
  const auto found = folder.resumable(every, note);
  if (found) folder.resume(*found, w, every, note);
  if (!found) folder = folder.restarted(folder.scene_text());
  return found.has_value();
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
  EXPECT_EQ(expected.count("checkpoints/step-000000180.h5"), 0U);  // only the last two checkpoints are kept

  RunFolder begun = RunFolder::create(path, "scene");
  World first = small_world(20);
  write_due(begun, first);
  run_to(begun, first, 203);
  // The run is stopped by hand at step 203. It then has a row, a frame and a checkpoint that the
  // uninterrupted run does not have.
  write_row(begun, first);
  begun.frame(first);
  begun.checkpoint(first);
  run_to(begun, first, 229);
  std::ofstream(begun.history().rows, std::ios::app) << "23";  // the run is killed while it writes a row

  RunFolder again = RunFolder::open(path);
  EXPECT_EQ(again.scene_text(), "scene");
  World second = small_world(20);
  Notes notes;
  ASSERT_TRUE(resume(again, second, &notes));
  EXPECT_TRUE(notes.empty()) << notes[0];
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
  Notes notes;
  World again = small_world(10);
  ASSERT_TRUE(resume(folder, again, &notes));
  EXPECT_EQ(again.steps, 60);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("step-000000090.h5: the checkpoint has"), std::string::npos) << notes[0];
  EXPECT_TRUE(fs::exists(last)) << "deleted before it is written again";
  EXPECT_TRUE(fs::exists(path / "frames" / "bodies-000000080.hdf")) << "deleted before it is written again";
  EXPECT_EQ(folder.frame_count(), 2);
  run_to(folder, again, 90);
  EXPECT_EQ(again.state_hash(), world.state_hash());
  EXPECT_EQ(folder.last_checkpoint()->info.steps, 90);
  EXPECT_EQ(folder.frame_count(), 3);
  EXPECT_FALSE(fs::exists(path / "history.csv.uncut"));
}

TEST_F(Run, ARunWithoutCheckpointsStartsAgain) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(10);
  write_row(folder, world);
  folder.frame(world);
  while (world.steps < 30) {  // the run is then killed while it writes the first checkpoint
    step(world);
    if (world.steps % 10 == 0) write_row(folder, world);
  }
  write_file(path / "checkpoints" / "step-000000030.h5.part", "half");
  const auto before = contents(path);
  World again = small_world(10);
  EXPECT_FALSE(resume(folder, again));
  ASSERT_TRUE(folder.replaced());
  EXPECT_EQ(read_file(*folder.replaced() / "history.csv"), before.at("history.csv"));
  EXPECT_EQ(read_file(path / "scene.toml"), "scene");
  EXPECT_EQ(folder.frame_count(), 0);
  write_due(folder, again);
  run_to(folder, again, 60);
  folder.remove_replaced();
  RunFolder whole = RunFolder::create(scratch.path() / "whole", "scene");
  World other = small_world(10);
  write_due(whole, other);
  run_to(whole, other, 60);
  EXPECT_EQ(contents(path), contents(whole.path()));
}

TEST_F(Run, LostCheckpointsDoNotStartANewRun) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(10);
  write_due(folder, world);
  run_to(folder, world, 70);
  const auto whole = contents(path);
  const auto refused = [&](const char* reason) {
    const auto before = contents(path);
    World again = small_world(10);
    EXPECT_ERROR(resume(folder, again), reason);
    EXPECT_EQ(contents(path), before);
  };
  const fs::path newest = path / "checkpoints" / "step-000000060.h5",
                 older = path / "checkpoints" / "step-000000030.h5";
  for (const fs::path& file : {newest, older}) {
    std::string bytes = read_file(file);
    bytes[bytes.size() / 2] ^= 1;
    write_file(file, bytes);
  }
  refused("run: no checkpoint of this run can be read. Nothing was changed. Put an intact checkpoint into");
  fs::remove(newest);
  refused("no checkpoint of this run can be read");
  fs::remove(older);
  refused("run: the checkpoints of this run are missing, although it had written some");
  fs::remove(path / "history.csv");
  refused("the checkpoints of this run are missing");
  fs::remove(path / "checkpoints" / "history.csv");
  refused("the checkpoints of this run are missing");  // shows progress: the frame of step 40 exists
  for (const char* name : {"bodies", "walls", "contacts"})
    fs::remove(path / "frames" / (std::string(name) + "-000000040.hdf"));
  World again = small_world(10);
  EXPECT_FALSE(resume(folder, again));  // the output shows only the first steps
  fs::remove_all(path);
  for (const auto& [name, bytes] : whole) {
    fs::create_directories((path / name).parent_path());
    if (!name.starts_with("checkpoints") && !name.starts_with("frames")) write_file(path / name, bytes);
  }
  write_file(path / "history.csv", std::string(300, '\xa7'));
  refused("the checkpoints of this run are missing");  // the progress of the run cannot be determined
  fs::remove(path / "history.csv");
  write_file(path / "summary.json", "{}");
  refused("the checkpoints of this run are missing");  // the run had already ended
}

TEST_F(Run, FoldersThatDoNotFitAreExplained) {
  RunFolder::create(path, "scene");
  EXPECT_ERROR(RunFolder::create(path, "scene"),
               "run: there is an unfinished run in this folder. Continue it with");
  write_file(path / "summary.json", "{\n  \"ended_by\": \"time\"\n}\n");
  EXPECT_ERROR(RunFolder::create(path, "scene"), "run: there is a finished run in this folder");
  EXPECT_ERROR(RunFolder::create(path, "scene", {.command = "scree run x.toml"}),
               "or replace it: scree run x.toml --overwrite");
  EXPECT_ERROR(RunFolder::create(path, "scene", {.overwrite_marked = "# mark"}), "there is a finished run");
  EXPECT_ERROR(RunFolder::open(scratch.path() / "none"), "none: there is no such folder");
  EXPECT_ERROR(RunFolder::open(scratch.path()), "it has no scene.toml");
  write_file(scratch.path() / "file", "x");
  EXPECT_ERROR(RunFolder::create(scratch.path() / "file" / "run", "scene"), "the folder cannot be created");
}

TEST_F(Run, AnyFileOfAnEarlierRunBlocksANewRun) {
  const std::vector<std::string> names = {"scene.toml",
                                          "history.csv",
                                          "summary.json",
                                          "failed_pairs.json",
                                          "scree-paraview.py",
                                          "view.html",
                                          "frames/names.json",
                                          "frames/shape-0.obj",
                                          "frames/bodies.hdf.series",
                                          "scene.toml.part",
                                          "replaced.part/README.txt",
                                          "frames/bodies-000000000.hdf",
                                          "frames/walls-7.hdf",
                                          "checkpoints/step-000000010.h5",
                                          "checkpoints/history.csv"};
  for (const std::string& name : names) {
    fs::create_directories((path / name).parent_path());
    write_file(path / name, "mine");
    EXPECT_ERROR(RunFolder::create(path, "scene", {.with_page = true}), path.string());
    EXPECT_EQ(contents(path), (std::map<std::string, std::string>{{name, "mine"}})) << name;
    fs::remove_all(path);
  }
  fs::create_directories(path / "frames");
  const std::vector<std::string> others = {"notes.txt", "view.html", "frames/bodies.hdf",
                                           "frames/mine-000000000.hdf"};
  for (const std::string& name : others) write_file(path / name, "mine");
  RunFolder::create(path, "scene");
  for (const std::string& name : others) EXPECT_EQ(read_file(path / name), "mine");
}

TEST_F(Run, AReplacedRunStaysUntilTheNewOneHasEnded) {
  RunFolder folder = RunFolder::create(path, "first");
  World world = small_world(5);
  write_due(folder, world);
  run_to(folder, world, 40);
  const auto first = contents(path);
  write_file(path / "notes.txt", "mine");
  write_file(path / "frames" / "mine.txt", "mine");
  RunFolder second = RunFolder::create(path, "second", {.overwrite = true});
  ASSERT_TRUE(second.replaced());
  EXPECT_EQ(second.replaced()->filename(), "replaced-1");
  for (const auto& [name, bytes] : first) EXPECT_EQ(read_file(*second.replaced() / name), bytes) << name;
  EXPECT_EQ(read_file(path / "scene.toml"), "second");
  EXPECT_EQ(second.frame_count(), 0);
  fs::create_directories(path / "replaced-7");
  write_file(path / "replaced-7" / "scene.toml", "of the user");
  second.remove_replaced();
  EXPECT_FALSE(fs::exists(path / "replaced-1"));
  EXPECT_EQ(contents(path), (std::map<std::string, std::string>{{"scene.toml", "second"},
                                                                {"notes.txt", "mine"},
                                                                {"frames/mine.txt", "mine"},
                                                                {"replaced-7/scene.toml", "of the user"}}));
}

/// The program is killed after it has moved some of the files, for every number of them. The old run then
/// continues or is replaced, and nothing is lost.
TEST_F(Run, ReplacingMayBeKilledAtAnyMoment) {
  const auto begin = [&] {
    fs::remove_all(path);
    RunFolder folder = RunFolder::create(path, "scene");
    World world = small_world(5);
    write_due(folder, world);
    run_to(folder, world, 40);
  };
  begin();
  const auto whole = contents(path);
  std::vector<std::string> order;  // scene.toml is moved last
  for (const auto& [name, bytes] : whole) {
    if (name != "scene.toml") order.push_back(name);
  }
  order.emplace_back("scene.toml");
  for (std::size_t moved = 0; moved <= order.size(); ++moved) {
    const auto kill = [&] {
      begin();
      RunFolder::create(path, "other", {.overwrite = true});  // provides the text of its mark
      const std::string mark = read_file(path / "replaced-1" / "README.txt");
      begin();
      fs::create_directories(path / "replaced.part" / "frames");
      fs::create_directories(path / "replaced.part" / "checkpoints");
      write_file(path / "replaced.part" / "README.txt", mark);
      for (std::size_t k = 0; k < moved; ++k) fs::rename(path / order[k], path / "replaced.part" / order[k]);
    };
    kill();
    EXPECT_ERROR(RunFolder::create(path, "new"), "");
    if (moved < order.size()) {
      RunFolder folder = RunFolder::open(path);
      ASSERT_TRUE(folder.resumable(every));
      EXPECT_EQ(contents(path), whole) << moved;
      kill();
    }
    const RunFolder next = RunFolder::create(path, "new", {.overwrite = true});
    ASSERT_TRUE(next.replaced()) << moved;
    for (const auto& [name, bytes] : whole) EXPECT_EQ(read_file(*next.replaced() / name), bytes) << name;
    next.remove_replaced();
    EXPECT_EQ(contents(path), (std::map<std::string, std::string>{{"scene.toml", "new"}})) << moved;
  }
}

TEST_F(Run, ReplacingMayBeKilledBeforeAnythingIsMoved) {
  const auto begin = [&](bool half_a_mark) {
    fs::remove_all(path);
    RunFolder folder = RunFolder::create(path, "scene");
    World world = small_world(5);
    write_due(folder, world);
    run_to(folder, world, 40);
    const auto whole = contents(path);
    fs::create_directories(path / "replaced.part");
    if (half_a_mark) write_file(path / "replaced.part" / "README.txt.part", "Scree has");
    return whole;
  };
  for (const bool half_a_mark : {false, true}) {
    const auto whole = begin(half_a_mark);
    ASSERT_TRUE(RunFolder::open(path).resumable(every));
    EXPECT_EQ(contents(path), whole);
    EXPECT_FALSE(fs::exists(path / "replaced.part"));
    begin(half_a_mark);
    const RunFolder next = RunFolder::create(path, "new", {.overwrite = true});
    ASSERT_TRUE(next.replaced());
    for (const auto& [name, bytes] : whole) EXPECT_EQ(read_file(*next.replaced() / name), bytes) << name;
  }
}

TEST(HistoryFile, RowsAreReadFromBothFiles) {
  const std::string head = "step,time_s,bodies";
  const std::vector<std::string> lines = {"0,0,1", "10,0.1,2", "20,0.2,3", "30,0.3,4"};
  const auto text_of = [&](const std::vector<std::string>& rows, bool copy) {
    std::string text = (copy ? with_checksum(head) : head) + "\n";
    for (const std::string& row : rows) text += (copy ? with_checksum(row) : row) + "\n";
    return text;
  };
  const std::string rows = text_of(lines, false), copy = text_of(lines, true);
  using Steps = std::vector<std::int64_t>;
  const auto expect = [&](const std::string& a, const std::string& b, bool damaged, const Steps& restored,
                          const Steps& unchecked, const Steps& lost) {
    const HistoryAtStep found = history_at(a, b, head, 30, 10);
    EXPECT_EQ(found.damaged, damaged) << a;
    EXPECT_EQ(found.restored, restored) << a;
    EXPECT_EQ(found.unchecked, unchecked) << a;
    EXPECT_EQ(found.lost, lost) << a;
    EXPECT_EQ(found.rows == rows, lost.empty()) << a;
    EXPECT_EQ(found.copy == copy, lost.empty()) << a;
  };
  expect(rows, copy, false, {}, {}, {});
  expect(rows + "40,0.4,5\n5", copy + with_checksum("40,0.4,5") + "\n50,0", false, {}, {}, {});  // cut back
  expect(rows + "13,0.13,5\n", copy, false, {}, {}, {});  // the run was stopped at step 13
  expect("", copy, true, {0, 10, 20, 30}, {}, {});
  expect(rows.substr(0, 30), copy, true, {10, 20, 30}, {}, {});
  expect(rows.substr(head.size() + 1), copy, true, {}, {}, {});  // the header is missing
  expect(text_of({"0,0,1", "10,0.1,2", "20,0.7,3", "30,0.3,4"}, false), copy, true, {20}, {},
         {});  // one digit differs
  expect(text_of({"0,0,1", "10,0.1,2", "20,x,3", "30,0.3,4"}, false), copy, true, {20}, {}, {});
  expect(text_of({"0,0,1", "10,0.1,2", "30,0.3,4"}, false), copy, true, {20}, {}, {});
  expect(rows + "no row\n", copy, true, {}, {}, {});
  expect(std::string(300, '\xa7') + "\n", copy, true, {0, 10, 20, 30}, {}, {});
  expect(rows, "", false, {}, {0, 10, 20, 30}, {});
  std::string bad = copy;
  bad[bad.find("20,0.2")] = '9';
  expect(rows, bad, false, {}, {20}, {});
  expect(text_of({"0,0,1", "10,0.1,2", "20,x,3", "30,0.3,4"}, false), bad, true, {}, {}, {20});
  expect(rows + "20,0.9,3\n", bad, true, {}, {}, {20});  // it is unknown which of the two rows is correct
  EXPECT_EQ(history_at(text_of({"0,0,1", "10,0.1,2", "20,x,3", "30,0.3,4"}, false), bad, head, 30, 10).rows,
            text_of({"0,0,1", "10,0.1,2", "30,0.3,4"}, false));
  EXPECT_EQ(steps_in_words({0, 10, 20, 40, 60, 70}, 10), "0 to 20, 40, 60 to 70");
}

TEST_F(Run, ADamagedHistoryIsReportedAndRepaired) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(5);
  write_due(folder, world);
  run_to(folder, world, 60);
  const auto whole = contents(path);
  const auto& rows = whole.at("history.csv");
  const auto resumed = [&](const std::string& damaged) {
    write_file(path / "history.csv", damaged);
    Notes notes;
    World again = small_world(5);
    EXPECT_TRUE(resume(folder, again, &notes));
    return notes;
  };
  EXPECT_TRUE(resumed(rows).empty());
  EXPECT_EQ(contents(path), whole);
  Notes notes = resumed(rows.substr(0, rows.size() / 2));
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("history.csv: damaged or missing: "), std::string::npos) << notes[0];
  EXPECT_NE(notes[0].find("to 60), restored from the copy in"), std::string::npos) << notes[0];
  EXPECT_EQ(read_file(path / "history.csv"), rows);
  EXPECT_EQ(read_file(path / "history.csv.damaged"), rows.substr(0, rows.size() / 2));
  notes = resumed("junk\n");
  EXPECT_EQ(read_file(path / "history.csv"), rows);
  EXPECT_EQ(read_file(path / "history.csv.damaged-2"), "junk\n");
  write_file(path / "checkpoints" / "history.csv", "junk\n");
  notes = resumed(rows.substr(0, rows.size() / 2));
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_NE(notes[0].find("lost: "), std::string::npos) << notes[0];
  EXPECT_NE(notes[1].find("not checked: "), std::string::npos) << notes[1];
}

TEST_F(Run, DamagedFramesAreReportedAndTheirListIsRebuilt) {
  RunFolder folder = RunFolder::create(path, "scene");
  World world = small_world(5);
  write_due(folder, world);
  run_to(folder, world, 120);
  const auto whole = contents(path);
  const auto resumed = [&] {
    Notes notes;
    World again = small_world(5);
    EXPECT_TRUE(resume(folder, again, &notes));
    return notes;
  };
  fs::remove(path / "frames" / "bodies.hdf.series");
  write_file(path / "frames" / "walls.hdf.series", "{");
  Notes notes = resumed();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("walls.hdf.series: the list of frames is damaged"), std::string::npos) << notes[0];
  EXPECT_EQ(contents(path), whole);
  fs::remove(path / "frames" / "bodies-000000040.hdf");
  std::string bytes = whole.at("frames/bodies-000000080.hdf");
  bytes[1000] ^= 1;
  write_file(path / "frames" / "bodies-000000080.hdf", bytes);
  notes = resumed();
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_NE(notes[0].find("bodies-000000040.hdf: the frame is missing"), std::string::npos) << notes[0];
  EXPECT_NE(notes[1].find("bodies-000000080.hdf: the frame is damaged"), std::string::npos) << notes[1];
  EXPECT_NE(notes[2].find("2 of its 4 frames up to step 120"), std::string::npos) << notes[2];
}

/// The program is killed after it has written the last checkpoint and before it has removed the oldest one.
/// No later step would remove that checkpoint.
TEST_F(Run, ResumeRemovesOldCheckpoints) {
  World world = small_world(5);
  RunFolder folder = RunFolder::create(path, "scene");
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path / "checkpoints")) {
      if (entry.path().extension() == ".h5") names.insert(entry.path().filename().string());
    }
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
  resume(folder, again);
  EXPECT_EQ(files(), two);
}

/// A child process writes a checkpoint after every step until it is killed. The kills are spread over the
/// time of writing.
TEST_F(Run, ARunKilledAtAnyMomentCanBeResumed) {
  constexpr std::int64_t end = 150;
  World whole = small_world(30);
  test::run(whole, end);
  // The kills fall within the time that a few checkpoints take. Checkpoints are slow on a busy machine and
  // with sanitizers.
  RunFolder trial = RunFolder::create(scratch.path() / "trial", "scene");
  const auto begin = std::chrono::steady_clock::now();
  trial.checkpoint(whole);
  const auto one = std::chrono::steady_clock::now() - begin;
  const int span = std::max(15000, static_cast<int>(4 * one / std::chrono::microseconds(1)));
  RunFolder folder = RunFolder::create(path, "scene");
  Random random(5);
  std::int64_t reached = 0;
  int halves = 0;
  // Kills the child twenty times, and more often until a kill has left half a file.
  for (int k = 0; k < 20 || (halves == 0 && k < 400); ++k) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      World world = small_world(30);
      resume(folder, world);
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
    if (!last) continue;                   // the child was killed before its first checkpoint was complete
    EXPECT_GE(last->info.steps, reached);  // no saved checkpoint is lost
    reached = last->info.steps;
  }
  EXPECT_GT(reached, 0);
  EXPECT_GT(halves, 0) << "no child was killed while writing";
  World world = small_world(30);
  ASSERT_TRUE(resume(folder, world));
  test::run(world, end - world.steps);
  EXPECT_EQ(world.state_hash(), whole.state_hash());
  for (const auto& entry : fs::directory_iterator(path / "checkpoints"))
    EXPECT_NE(entry.path().extension(), ".part") << "halves are swept away";
}

}  // namespace
}  // namespace scree
