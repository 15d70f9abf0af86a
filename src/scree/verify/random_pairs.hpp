// Random pairs of convex polyhedra in families that have each broken some contact algorithm: needles, plates,
// parallel and nearly parallel faces, exact touch, coincident centres, large size ratios, extreme scales.
//
// Bodies are expensive to build, so a few hundred of each kind are built once. A pair consists of two of them
// and a pose. Pair number i of a seed does not depend on the caller or the order of calls.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/polyhedron.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scree {

struct RandomPair {
  const Polyhedron* a = nullptr;
  const Polyhedron* b = nullptr;
  Pose b_in_a;
  int family = 0;
};

class RandomPairs {
 public:
  explicit RandomPairs(std::uint64_t seed);

  /// Returns the families. Pairs are drawn from them in turn: pair i belongs to family i mod their number.
  static std::span<const std::string_view> families();

  RandomPair operator()(std::uint64_t index) const;

 private:
  using Pool = std::vector<Polyhedron>;
  const Polyhedron& any(Random& random) const;

  std::uint64_t seed_;
  Pool tetrahedra_, cubes_, library_, hulls_, needles_, plates_, crumbs_, tiny_, huge_;
};

}  // namespace scree
