// Replays the seeds and the findings of the fuzzer in every test run, and a short fuzz of random bytes.

#include "fuzz/superquadric_pair.hpp"
#include "scree/file.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace scree {
namespace {

TEST(SuperquadricCorpus, EveryInputEndsWell) {
  int count = 0;
  const std::filesystem::path folder = std::filesystem::path(SCREE_TEST_FOLDER) / "corpus/superquadric";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().string());
    const std::string bytes = read_file(entry.path());
    fuzz::superquadric_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GE(count, 11);
}

TEST(SuperquadricCorpus, RandomBytesEndWell) {
  Random random(431);
  for (int n = 0; n < 4000; ++n) {
    std::uint8_t bytes[160];
    for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random.next());
    bytes[0] = static_cast<std::uint8_t>(bytes[0] & 0x19U);  // selects nearby poses
    fuzz::superquadric_from_bytes(bytes, sizeof bytes);
  }
}

}  // namespace
}  // namespace scree
