// Arrays for SIMD code. They are padded to whole vectors and aligned to the vector size.
#pragma once

#include "scree/math/hd.hpp"

#include <cstddef>
#include <new>
#include <vector>

namespace scree {

/// Number of doubles in the widest supported vector (AVX-512). Padded arrays consist of whole vectors at
/// every supported vector width.
inline constexpr int simd_padding = 8;

constexpr int padded(int count) { return (count + simd_padding - 1) / simd_padding * simd_padding; }

/// Allocates memory that begins at a vector boundary, so that no vector spans two cache lines. This makes
/// queries of gjk_td 3 to 4 % faster. Correctness does not depend on it.
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
