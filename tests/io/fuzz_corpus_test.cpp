// Replays the seeds and findings of the fuzz targets `scene` and `checkpoint`. A broken promise aborts
// the test.
#include "fuzz/checkpoint_from_bytes.hpp"
#include "fuzz/scene_from_bytes.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace scree {
namespace {

const std::filesystem::path corpus = std::filesystem::path(SCREE_TEST_FOLDER) / "corpus";

TEST(SceneCorpus, EveryInputIsReadOrRefused) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / "scene")) {
    SCOPED_TRACE(entry.path());
    fuzz::scene_from_bytes(read_file(entry.path()));
    ++count;
  }
  EXPECT_GE(count, 10);
}

TEST(SceneCorpus, ShippedScenesAreReadAndResolveToThemselves) {
  const std::filesystem::path scenes = std::filesystem::path(SCREE_TEST_FOLDER).parent_path() / "scenes";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scenes)) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path());
    fuzz::scene_from_bytes(read_file(entry.path()));
    ++count;
  }
  EXPECT_GE(count, 15);
}

TEST(CheckpointCorpus, EveryDamagedFileIsRefused) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / "checkpoint")) {
    SCOPED_TRACE(entry.path());
    const std::string bytes = read_file(entry.path());
    fuzz::checkpoint_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace scree
