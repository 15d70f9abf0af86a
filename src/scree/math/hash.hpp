// A 64-bit hash of plain values, which serves as the fingerprint of a state. It is the same on every machine.
#pragma once

#include "scree/math/quat.hpp"

#include <bit>
#include <cstdint>
#include <span>

namespace scree {

/// Mixes every bit of a word into the whole word (Stafford's variant 13). Different words give
/// different results.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Hash over words of eight bytes. `next(state, word)` returns the state after one more word.
template <std::uint64_t (*next)(std::uint64_t, std::uint64_t)>
struct HashBy {
  std::uint64_t state = 14695981039346656037U;

  constexpr void add(std::uint64_t word) { state = next(state, word); }
  constexpr void add(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
  constexpr void add(int word) { add(static_cast<std::int64_t>(word)); }
  constexpr void add(Real x) { add(std::bit_cast<std::uint64_t>(x)); }
  constexpr void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  constexpr void add(Quat q) { add(q.w), add(q.x), add(q.y), add(q.z); }
  template <class T>
  constexpr void add(std::span<const T> values) {
    for (const T& value : values) add(value);
  }

  constexpr std::uint64_t value() const { return mixed(state); }
};

constexpr std::uint64_t mixed_step(std::uint64_t state, std::uint64_t word) { return mixed(state ^ word); }
constexpr std::uint64_t fnv_step(std::uint64_t state, std::uint64_t word) {
  return (state ^ word) * 1099511628211U;
}

/// Hash for all data whose changes must be detected.
using Hash = HashBy<mixed_step>;

/// FNV-1a. It does not detect two changed signs. A change of the highest bit affects no other bit of the
/// state, so a second such change cancels it. FNV-1a is kept only for values that are already recorded: seeds
/// of grains and golden hashes.
using FnvHash = HashBy<fnv_step>;

}  // namespace scree
