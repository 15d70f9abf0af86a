// Checksum of files and of rows of a history. It detects every change within one word of eight bytes, and so
// every single flipped bit. It misses any other change with a probability of 2^-64.
#pragma once

#include "scree/math/hash.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace scree {

inline std::uint64_t checksum(std::string_view bytes) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(bytes.size()));
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash.add(word);
  }
  return hash.value();
}

}  // namespace scree
