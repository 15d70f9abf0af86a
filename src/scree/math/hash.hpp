// A 64-bit hash of plain values, the same on every machine: the fingerprint of a state. It is FNV-1a over
// words of eight bytes, with a final mix (Stafford's variant 13) so that a changed last bit changes the
// whole number.
#pragma once

#include "scree/math/quat.hpp"

#include <bit>
#include <cstdint>
#include <span>

namespace scree {

struct Hash {
  std::uint64_t state = 14695981039346656037U;

  constexpr void add(std::uint64_t word) { state = (state ^ word) * 1099511628211U; }
  constexpr void add(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
  constexpr void add(int word) { add(static_cast<std::int64_t>(word)); }
  constexpr void add(Real x) { add(std::bit_cast<std::uint64_t>(x)); }
  constexpr void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  constexpr void add(Quat q) { add(q.w), add(q.x), add(q.y), add(q.z); }
  template <class T>
  constexpr void add(std::span<const T> values) {
    for (const T& value : values) add(value);
  }

  constexpr std::uint64_t value() const {
    std::uint64_t x = state;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  }
};

}  // namespace scree
