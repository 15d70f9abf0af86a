#include "scree/contact/face_scan.hpp"

#include "scree/math/simd.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {
namespace {

// NOT_LESS_LANES: a bit for each lane in which the first vector is no less than the second.
namespace narrow {
#define LANES 2
#define TARGET
#define NOT_LESS_LANES(a, b) (((a)[0] >= (b)[0] ? 1U : 0U) | ((a)[1] >= (b)[1] ? 2U : 0U))
#include "scree/contact/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace narrow

#if defined(__x86_64__)
namespace avx2 {
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#define NOT_LESS_LANES(a, b) static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GE_OQ)))
#include "scree/contact/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace avx2

namespace avx512 {
#define LANES 8
#define TARGET __attribute__((target("avx512f")))
#define NOT_LESS_LANES(a, b) static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_GE_OQ))
#include "scree/contact/face_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef NOT_LESS_LANES
}  // namespace avx512
static_assert(simd_padding >= 8);
#endif

}  // namespace

// Before the start has come to this file, and on other processors, the narrow one serves.
constinit FaceScan face_scan = narrow::scan_lanes;

const FaceScan* face_scans() {
  static const auto all = [] {
    struct {
      FaceScan scan[4] = {narrow::scan_lanes};
    } known;
#if defined(__x86_64__)
    int count = 1;
    if (__builtin_cpu_supports("avx2")) known.scan[count++] = avx2::scan_lanes;
    if (__builtin_cpu_supports("avx512f")) known.scan[count++] = avx512::scan_lanes;
#endif
    return known;
  }();
  return all.scan;
}

namespace {
[[maybe_unused]] const bool chosen = [] {
  for (const FaceScan* scan = face_scans(); *scan != nullptr; ++scan) face_scan = *scan;
  return true;
}();
}  // namespace

}  // namespace scree
