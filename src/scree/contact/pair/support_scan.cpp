#include "scree/contact/pair/support_scan.hpp"

#include "scree/math/simd.hpp"
#include "scree/math/simd_lanes.hpp"

namespace scree {
namespace {

/// Computes the dot products of the direction with the vertices from v on.
template <class Reals>
SCREE_ALWAYS_INLINE inline void heights(Reals& out, const Real* x, const Real* y, const Real* z, int v,
                                        Real dx, Real dy, Real dz) {
  Reals px, py, pz;
  load(px, x + v);
  load(py, y + v);
  load(pz, z + v);
  out = dx * px + dy * py + dz * pz;
}

template <class Lanes>
SCREE_ALWAYS_INLINE inline int scan(const Real* x, const Real* y, const Real* z, int count, Real dx, Real dy,
                                    Real dz) {
  using Reals = typename Lanes::Reals;
  constexpr int width = Lanes::count;
  static_assert(simd_padding >= width);
  if constexpr (width > 2) {
    // If there are few vectors, all of them stay in registers. The first lane with the greatest value then
    // gives the index.
    if (count <= 4 * width) {
      Reals first, second;
      heights(first, x, y, z, 0, dx, dy, dz);
      heights(second, x, y, z, count > width ? width : 0, dx, dy, dz);
      Reals greatest = first > second ? first : second;
      if (count <= 2 * width) {
        spread_greatest<Lanes>(greatest);
        const unsigned lanes = Lanes::equal(first, greatest) | Lanes::equal(second, greatest) << width;
        return lanes == 0 ? 0 : __builtin_ctz(lanes);  // 0 if the direction contains a NaN
      }
      Reals third, fourth;
      heights(third, x, y, z, 2 * width, dx, dy, dz);
      heights(fourth, x, y, z, (count > 3 * width ? 3 : 2) * width, dx, dy, dz);
      const Reals later = third > fourth ? third : fourth;
      greatest = greatest > later ? greatest : later;
      spread_greatest<Lanes>(greatest);
      const unsigned lanes = Lanes::equal(first, greatest) | Lanes::equal(second, greatest) << width |
                             Lanes::equal(third, greatest) << (2 * width) |
                             Lanes::equal(fourth, greatest) << (3 * width);
      return lanes == 0 ? 0 : __builtin_ctz(lanes);
    }
  }
  // Indices are stored as reals. The masks of the heights then also select indices, and SSE2 can
  // compare them.
  Reals index = Lanes::indices, where = index, farthest = index - 1e300;
  for (int v = 0; v < count; v += width) {
    Reals along;
    heights(along, x, y, z, v, dx, dy, dz);
    where = along > farthest ? index : where;
    // A plain maximum takes 2 cycles, a selection by the mask 6.
    farthest = farthest > along ? farthest : along;
    index += static_cast<Real>(width);
  }
  // Combines the lanes: finds the greatest value, then the smallest index with this value.
  Reals greatest = farthest;
  spread_greatest<Lanes>(greatest);
  unsigned lanes = Lanes::equal(farthest, greatest);
  if (lanes == 0) return 0;  // the direction contains a NaN
  int best = static_cast<int>(where[__builtin_ctz(lanes)]);
  while ((lanes &= lanes - 1) != 0) {  // ties are rare
    const int other = static_cast<int>(where[__builtin_ctz(lanes)]);
    best = other < best ? other : best;
  }
  return best;
}

__attribute__((flatten)) int narrow(const Real* x, const Real* y, const Real* z, int count, Real dx, Real dy,
                                    Real dz) {
  return scan<NarrowLanes>(x, y, z, count, dx, dy, dz);
}
#if defined(__x86_64__)
__attribute__((flatten, target("avx2"))) int avx2(const Real* x, const Real* y, const Real* z, int count,
                                                  Real dx, Real dy, Real dz) {
  return scan<Avx2Lanes>(x, y, z, count, dx, dy, dz);
}
__attribute__((flatten, target("avx512f"))) int avx512(const Real* x, const Real* y, const Real* z, int count,
                                                       Real dx, Real dy, Real dz) {
  return scan<Avx512Lanes>(x, y, z, count, dx, dy, dz);
}
#endif

}  // namespace

const SupportScan* support_scans() {
#if defined(__x86_64__)
  static const SimdWidths<SupportScan> all(narrow, avx2, avx512);
#else
  static const SimdWidths<SupportScan> all(narrow);
#endif
  return all.known;
}

SCREE_INITIALIZED_EARLY const Widest<SupportScan> support_scan(support_scans());

}  // namespace scree
