// Vector types for kernels that are written with explicit SIMD vectors, one type for each width. A kernel is
// a template with one of these types as its parameter, and is marked SCREE_ALWAYS_INLINE. The function that
// calls the kernel has a target attribute for that width. The compiler therefore emits wide instructions only
// in functions that run on processors with such vectors.
#pragma once

#include "scree/math/hd.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {

/// Two reals per vector. Every processor supports this width.
struct NarrowLanes {
  static constexpr int count = 2;
  using Reals = Real __attribute__((vector_size(count * sizeof(Real))));
  static constexpr Reals indices = {0, 1};

  /// Returns a mask: bit i is set if the vectors are equal in lane i.
  static unsigned equal(const Reals& a, const Reals& b) {
    return (a[0] == b[0] ? 1U : 0U) | (a[1] == b[1] ? 2U : 0U);
  }
  /// Returns a mask: bit i is set if the first vector is greater than or equal to the second in lane i.
  static unsigned not_less(const Reals& a, const Reals& b) {
    return (a[0] >= b[0] ? 1U : 0U) | (a[1] >= b[1] ? 2U : 0U);
  }
  /// Reduces all lanes to one value, which every lane then contains. take(all, other) keeps the greater or
  /// the smaller value of each lane.
  template <class Take>
  SCREE_ALWAYS_INLINE static void reduce(Reals& all, Take take) {
    take(all, __builtin_shufflevector(all, all, 1, 0));
  }
  /// Writes first + i to `out` for each bit i that is set, in ascending order.
  static void list(int* out, int first, unsigned bits) {
    for (int listed = 0; bits != 0; bits &= bits - 1) out[listed++] = first + __builtin_ctz(bits);
  }
};

#if defined(__x86_64__)
/// Four reals per vector. The struct has the same functions as NarrowLanes.
struct Avx2Lanes {
  static constexpr int count = 4;
  using Reals = Real __attribute__((vector_size(count * sizeof(Real))));
  static constexpr Reals indices = {0, 1, 2, 3};

  __attribute__((target("avx2"))) static unsigned equal(const Reals& a, const Reals& b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)));
  }
  __attribute__((target("avx2"))) static unsigned not_less(const Reals& a, const Reals& b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GE_OQ)));
  }
  template <class Take>
  SCREE_ALWAYS_INLINE static void reduce(Reals& all, Take take) {
    take(all, __builtin_shufflevector(all, all, 2, 3, 0, 1));
    take(all, __builtin_shufflevector(all, all, 1, 0, 3, 2));
  }
  static void list(int* out, int first, unsigned bits) { NarrowLanes::list(out, first, bits); }
};

/// Eight reals per vector. The struct has the same functions as NarrowLanes, but `list` always writes
/// 16 numbers.
struct Avx512Lanes {
  static constexpr int count = 8;
  using Reals = Real __attribute__((vector_size(count * sizeof(Real))));
  static constexpr Reals indices = {0, 1, 2, 3, 4, 5, 6, 7};

  __attribute__((target("avx512f"))) static unsigned equal(const Reals& a, const Reals& b) {
    return static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ));
  }
  __attribute__((target("avx512f"))) static unsigned not_less(const Reals& a, const Reals& b) {
    return static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_GE_OQ));
  }
  template <class Take>
  SCREE_ALWAYS_INLINE static void reduce(Reals& all, Take take) {
    take(all, __builtin_shufflevector(all, all, 4, 5, 6, 7, 0, 1, 2, 3));
    take(all, __builtin_shufflevector(all, all, 2, 3, 0, 1, 6, 7, 4, 5));
    take(all, __builtin_shufflevector(all, all, 1, 0, 3, 2, 5, 4, 7, 6));
  }
  /// Writes the list without branches. If a branch mispredicted the number of bits, this would cost more than
  /// the rest of a scan of faces.
  __attribute__((target("avx512f"))) static void list(int* out, int first, unsigned bits) {
    const __m512i all = _mm512_add_epi32(_mm512_set1_epi32(first),
                                         _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), all));
  }
};
#endif

/// Loads a vector from an array that need not be aligned to whole vectors.
template <class Reals>
SCREE_ALWAYS_INLINE inline void load(Reals& out, const Real* from) {
  __builtin_memcpy(&out, from, sizeof out);
}

/// Writes the greatest value of all lanes into each lane.
template <class Lanes>
SCREE_ALWAYS_INLINE inline void spread_greatest(typename Lanes::Reals& all) {
  using Reals = typename Lanes::Reals;
  Lanes::reduce(all, [](Reals& best, const Reals& other) { best = best > other ? best : other; });
}
/// Writes the least value of all lanes into each lane.
template <class Lanes>
SCREE_ALWAYS_INLINE inline void spread_least(typename Lanes::Reals& all) {
  using Reals = typename Lanes::Reals;
  Lanes::reduce(all, [](Reals& best, const Reals& other) { best = best < other ? best : other; });
}

}  // namespace scree
