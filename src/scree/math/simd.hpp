// The arrays that SIMD code scans: padded to whole vectors, and aligned to them.
#pragma once

#include "scree/math/hd.hpp"

#include <cstddef>
#include <new>
#include <vector>

namespace scree {

/// The widest vector of doubles of the machines we serve (AVX-512): padding to it lets every width scan whole
/// vectors.
inline constexpr int simd_padding = 8;

constexpr int padded(int count) { return (count + simd_padding - 1) / simd_padding * simd_padding; }

/// Memory that begins with a vector, so that no vector lies in two lines of the cache: queries of gjk_td are
/// 3 to 4 % faster. Nothing else depends on it.
template <class T>
struct SimdAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{simd_padding * sizeof(Real)};

  SimdAllocator() = default;
  template <class Other>
  SimdAllocator(const SimdAllocator<Other>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
  friend bool operator==(SimdAllocator, SimdAllocator) { return true; }
};
using SimdReals = std::vector<Real, SimdAllocator<Real>>;

}  // namespace scree
