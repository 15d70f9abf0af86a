// Provides the reference pairs. They are read once.
#pragma once

#include "scree/io/pairs/pairs.hpp"

namespace scree::test {

inline const std::vector<ReferencePair>& nine_situations() {
  static const auto pairs = read_pairs(std::string(SCREE_TEST_FOLDER) + "/reference/descantes-nine.json");
  return pairs;
}

inline const std::vector<ReferencePair>& reference_pairs() {
  static const auto pairs = read_pairs(std::string(SCREE_TEST_FOLDER) + "/reference/exact-pairs.json");
  return pairs;
}

/// True for pairs at a distance of 1e6 sizes from the origin, where coordinates are rounded to 1e-10 of
/// the size.
inline bool far_origin(const ReferencePair& p) { return p.id.starts_with("far-origin"); }

}  // namespace scree::test
