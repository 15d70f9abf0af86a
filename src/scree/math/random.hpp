// A small reproducible random number generator: PCG32 (O'Neill 2014). The same seed gives the same numbers on
// every machine and compiler, which the distributions of the standard library do not guarantee. It calls
// sqrt, but neither sin nor log.
#pragma once

#include "scree/math/quat.hpp"

#include <cstdint>

namespace scree {

struct Random {
  std::uint64_t state = 0;

  explicit constexpr Random(std::uint64_t seed) : state((seed + increment) * multiplier + increment) {}

  constexpr std::uint32_t next() {
    const std::uint64_t old = state;
    state = old * multiplier + increment;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto rotate_bits = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> rotate_bits) | (shifted << ((32U - rotate_bits) & 31U));
  }

  /// Returns a number uniformly distributed in [0, 1), with 53 random bits.
  constexpr Real uniform() {
    const std::uint64_t high = next() >> 5U, low = next() >> 6U;
    return static_cast<Real>(high * 67108864U + low) * (1.0 / 9007199254740992.0);
  }
  constexpr Real uniform(Real from, Real to) { return from + (to - from) * uniform(); }
  constexpr int below(int n) { return static_cast<int>(uniform() * n); }

  /// Returns a unit vector uniformly distributed on the unit sphere (Marsaglia 1972).
  Vec3 direction() {
    for (;;) {
      const Real u = uniform(-1, 1), v = uniform(-1, 1), s = u * u + v * v;
      if (s < 1) {
        const Real f = 2 * std::sqrt(1 - s);
        return {u * f, v * f, 1 - 2 * s};
      }
    }
  }

  /// Returns a rotation uniformly distributed over all rotations, from two points in the unit disc
  /// (Marsaglia 1972).
  Quat rotation() {
    for (;;) {
      const Real u = uniform(-1, 1), v = uniform(-1, 1), s = u * u + v * v;
      const Real p = uniform(-1, 1), q = uniform(-1, 1), t = p * p + q * q;
      if (s < 1 && t < 1 && t > 0) {
        const Real f = std::sqrt((1 - s) / t);
        return normalized(Quat{u, v, p * f, q * f});
      }
    }
  }

 private:
  static constexpr std::uint64_t multiplier = 6364136223846793005U, increment = 1442695040888963407U;
};

}  // namespace scree
