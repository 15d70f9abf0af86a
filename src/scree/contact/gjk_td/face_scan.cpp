#include "scree/contact/gjk_td/face_scan.hpp"

#include "scree/math/simd.hpp"
#include "scree/math/simd_widths.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {
namespace {

#define LIST_LANES(list, first, lanes)                       \
  {                                                          \
    int listed = 0;                                          \
    for (unsigned left = lanes; left != 0; left &= left - 1) \
      (list)[listed++] = (first) + __builtin_ctz(left);      \
  }
namespace narrow {
#define LANES 2
#define TARGET
#define NOT_LESS_LANES(a, b) (((a)[0] >= (b)[0] ? 1U : 0U) | ((a)[1] >= (b)[1] ? 2U : 0U))
#include "scree/contact/gjk_td/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace narrow

#if defined(__x86_64__)
namespace avx2 {
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#define NOT_LESS_LANES(a, b) static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GE_OQ)))
#include "scree/contact/gjk_td/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace avx2

// This version has no branches: a wrong guess of the number of lanes costs more than the rest of the scan.
#undef LIST_LANES
#define LIST_LANES(list, first, lanes)                                                                      \
  {                                                                                                         \
    const __m512i all = _mm512_add_epi32(_mm512_set1_epi32(first),                                          \
                                         _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0)); \
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi32(static_cast<__mmask16>(lanes), all));             \
  }
namespace avx512 {
#define LANES 8
#define TARGET __attribute__((target("avx512f,popcnt")))
#define NOT_LESS_LANES(a, b) static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_GE_OQ))
#include "scree/contact/gjk_td/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace avx512
static_assert(simd_padding >= 8);
#endif

#undef LIST_LANES

}  // namespace

// The narrow scan serves until this file is initialized, and on other processors.
constinit FaceScan face_scan = narrow::scan_lanes;

const FaceScan* face_scans() {
#if defined(__x86_64__)
  static const SimdWidths<FaceScan> all(narrow::scan_lanes, avx2::scan_lanes, avx512::scan_lanes);
#else
  static const SimdWidths<FaceScan> all(narrow::scan_lanes);
#endif
  return all.known;
}

namespace {
[[maybe_unused]] const bool chosen = [] {
  face_scan = widest(face_scans());
  return true;
}();
}  // namespace

}  // namespace scree
