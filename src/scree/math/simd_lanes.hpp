// Vectors of reals for kernels that are written with explicit vectors, one type for each width. A kernel is a
// template over one of these types, marked SCREE_ALWAYS_INLINE. A function with the target of that width
// calls it, so that the compiler sees the vectors only where the processor has them.
#pragma once

#include "scree/math/hd.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {

/// Two reals per vector, which every processor has.
struct NarrowLanes {
  static constexpr int count = 2;
  using Reals = Real __attribute__((vector_size(count * sizeof(Real))));
  static constexpr Reals indices = {0, 1};

  /// Returns a bit for each lane in which two vectors are equal.
  static unsigned equal(const Reals& a, const Reals& b) {
    return (a[0] == b[0] ? 1U : 0U) | (a[1] == b[1] ? 2U : 0U);
  }
  /// Returns a bit for each lane in which the first vector is not less than the second.
  static unsigned not_less(const Reals& a, const Reals& b) {
    return (a[0] >= b[0] ? 1U : 0U) | (a[1] >= b[1] ? 2U : 0U);
  }
  /// Combines all lanes: take(all, other) keeps the greater or the less of each lane.
  template <class Take>
  SCREE_ALWAYS_INLINE static void reduce(Reals& all, Take take) {
    take(all, __builtin_shufflevector(all, all, 1, 0));
  }
  /// Writes first + i for each bit i that is set, in ascending order.
  static void list(int* out, int first, unsigned bits) {
    for (int listed = 0; bits != 0; bits &= bits - 1) out[listed++] = first + __builtin_ctz(bits);
  }
};

#if defined(__x86_64__)
/// Four reals per vector. The functions are those of NarrowLanes.
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

/// Eight reals per vector. The functions are those of NarrowLanes, but `list` writes 16 numbers.
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
  /// Has no branches: a wrong guess of the number of bits costs more than the rest of a scan of faces.
  __attribute__((target("avx512f"))) static void list(int* out, int first, unsigned bits) {
    const __m512i all = _mm512_add_epi32(_mm512_set1_epi32(first),
                                         _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), all));
  }
};
#endif

/// Loads a vector from an array that is aligned as reals only.
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
