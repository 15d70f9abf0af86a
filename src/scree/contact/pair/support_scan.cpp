#include "scree/contact/pair/support_scan.hpp"

#include "scree/math/simd.hpp"
#include "scree/math/simd_widths.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {
namespace {

// EQUAL_LANES sets a bit for each lane in which two vectors are equal.
namespace narrow {
#define LANES 2
#define TARGET
#define EQUAL_LANES(a, b) (((a)[0] == (b)[0] ? 1U : 0U) | ((a)[1] == (b)[1] ? 2U : 0U))
#include "scree/contact/pair/support_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef EQUAL_LANES
}  // namespace narrow

#if defined(__x86_64__)
namespace avx2 {
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#define EQUAL_LANES(a, b) static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)))
#include "scree/contact/pair/support_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef EQUAL_LANES
}  // namespace avx2

namespace avx512 {
#define LANES 8
#define TARGET __attribute__((target("avx512f")))
#define EQUAL_LANES(a, b) static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ))
#include "scree/contact/pair/support_scan_lanes.inc"
#undef LANES
#undef TARGET
#undef EQUAL_LANES
}  // namespace avx512
static_assert(simd_padding >= 8);
#endif

}  // namespace

// The narrow scan serves until this file is initialized, and on other processors.
constinit SupportScan support_scan = narrow::scan_lanes;

const SupportScan* support_scans() {
#if defined(__x86_64__)
  static const SimdWidths<SupportScan> all(narrow::scan_lanes, avx2::scan_lanes, avx512::scan_lanes);
#else
  static const SimdWidths<SupportScan> all(narrow::scan_lanes);
#endif
  return all.known;
}

namespace {
[[maybe_unused]] const bool chosen = [] {
  support_scan = widest(support_scans());
  return true;
}();
}  // namespace

}  // namespace scree
