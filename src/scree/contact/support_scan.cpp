#include "scree/contact/support_scan.hpp"

#include "scree/math/simd.hpp"

namespace scree {
namespace {

namespace narrow {
#define LANES 2
#define TARGET
#include "scree/contact/support_scan_lanes.inc"
#undef LANES
#undef TARGET
}  // namespace narrow

#if defined(__x86_64__)
namespace avx2 {
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#include "scree/contact/support_scan_lanes.inc"
#undef LANES
#undef TARGET
}  // namespace avx2

namespace avx512 {
#define LANES 8
#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl")))
#include "scree/contact/support_scan_lanes.inc"
#undef LANES
#undef TARGET
}  // namespace avx512
static_assert(simd_padding >= 8);
#endif

}  // namespace

// Before the start has come to this file, and on other processors, the narrow one serves.
constinit SupportScan support_scan = narrow::scan_lanes;

const SupportScan* support_scans() {
  static const auto all = [] {
    struct {
      SupportScan scan[4] = {narrow::scan_lanes};
    } known;
#if defined(__x86_64__)
    int count = 1;
    if (__builtin_cpu_supports("avx2")) known.scan[count++] = avx2::scan_lanes;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      known.scan[count++] = avx512::scan_lanes;
#endif
    return known;
  }();
  return all.scan;
}

namespace {
[[maybe_unused]] const bool chosen = [] {
  for (const SupportScan* scan = support_scans(); *scan != nullptr; ++scan) support_scan = *scan;
  return true;
}();
}  // namespace

}  // namespace scree
