// Random pairs with superquadrics, in families that are hard for some algorithm. A pair consists of two
// superquadrics, or of a polyhedron (A) and a superquadric (B).
//
// Pair number i of a seed does not depend on the caller or the order of calls.
#pragma once

#include "scree/contact/superquadric/placed_superquadric.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/polyhedron.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scree {

struct RandomRoundPair {
  const Polyhedron* polyhedron = nullptr;  // A; if null, A is the superquadric `a`
  Superquadric a, b;
  Pose b_in_a;
  int family = 0;
};

class RandomRoundPairs {
 public:
  explicit RandomRoundPairs(std::uint64_t seed);

  /// Returns the families. Pairs are drawn from them in turn: pair i belongs to family i mod their number.
  /// The first half of the families has pairs of superquadrics, the second half has polyhedra.
  static std::span<const std::string_view> families();

  RandomRoundPair operator()(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  std::vector<Polyhedron> pool_;
};

}  // namespace scree
