#include "scree/io/encode/checksum.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace scree {
namespace {

TEST(Checksum, DiffersForEveryTwoFlippedBits) {
  const std::string good = "a text of five words of 8 bytes and more";
  std::set<std::uint64_t> seen = {checksum(good)};
  const auto flip = [](std::string& text, std::size_t bit) {
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
  };
  const std::size_t bits = 8 * good.size();
  for (std::size_t a = 0; a < bits; ++a) {
    std::string damaged = good;
    flip(damaged, a);
    EXPECT_TRUE(seen.insert(checksum(damaged)).second) << "bit " << a;
    for (std::size_t b = a + 1; b < bits; ++b) {
      flip(damaged, b);
      EXPECT_TRUE(seen.insert(checksum(damaged)).second) << "bits " << a << " and " << b;
      flip(damaged, b);
    }
  }
}

TEST(Checksum, SeesZerosAtTheEnd) { EXPECT_NE(checksum("text"), checksum(std::string_view("text\0", 5))); }

}  // namespace
}  // namespace scree
