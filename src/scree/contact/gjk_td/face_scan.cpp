#include "scree/contact/gjk_td/face_scan.hpp"

#include "scree/math/simd.hpp"
#include "scree/math/simd_lanes.hpp"

namespace scree {
namespace {

template <class Lanes>
SCREE_ALWAYS_INLINE inline FacesSeen scan(const FacePlanes& planes, int count, Real px, Real py, Real pz,
                                          Real slack, int* list) {
  using Reals = typename Lanes::Reals;
  constexpr int width = Lanes::count;
  static_assert(simd_padding >= width);
  FacesSeen result{0, -1, 1e300};
  const Reals least = Reals{} - slack;
  Reals nearest = Reals{} + 1e300, where = Reals{} - 1, index = Lanes::indices;
  for (int first = 0; first < count; first += width) {
    Reals x, y, z, distance;
    load(x, planes.x + first);
    load(y, planes.y + first);
    load(z, planes.z + first);
    load(distance, planes.distance + first);
    const Reals above = x * px + y * py + z * pz - distance;
    unsigned lanes = Lanes::not_less(above, least);
    if (count - first < width) lanes &= (1U << (count - first)) - 1;
    Lanes::list(list + result.count, first, lanes);
    result.count += __builtin_popcount(lanes);
    const Reals stays = above >= least ? Reals{} + 1e300 : distance;
    where = stays < nearest ? index : where;
    nearest = stays < nearest ? stays : nearest;
    index += static_cast<Real>(width);
  }
  // Combines the lanes: finds the smallest value, then the smallest index with this value.
  Reals all = nearest;
  spread_least<Lanes>(all);
  result.distance = all[0];
  unsigned lanes = Lanes::not_less(all, nearest);
  if (lanes != 0) result.nearest = static_cast<int>(where[__builtin_ctz(lanes)]);
  while ((lanes &= lanes - 1) != 0) {  // ties are rare
    const int other = static_cast<int>(where[__builtin_ctz(lanes)]);
    result.nearest = other < result.nearest ? other : result.nearest;
  }
  return result;
}

__attribute__((flatten)) FacesSeen narrow(const FacePlanes& planes, int count, Real px, Real py, Real pz,
                                          Real slack, int* list) {
  return scan<NarrowLanes>(planes, count, px, py, pz, slack, list);
}
#if defined(__x86_64__)
__attribute__((flatten, target("avx2"))) FacesSeen avx2(const FacePlanes& planes, int count, Real px, Real py,
                                                        Real pz, Real slack, int* list) {
  return scan<Avx2Lanes>(planes, count, px, py, pz, slack, list);
}
__attribute__((flatten, target("avx512f,popcnt"))) FacesSeen avx512(const FacePlanes& planes, int count,
                                                                    Real px, Real py, Real pz, Real slack,
                                                                    int* list) {
  return scan<Avx512Lanes>(planes, count, px, py, pz, slack, list);
}
#endif

}  // namespace

const FaceScan* face_scans() {
#if defined(__x86_64__)
  static const SimdWidths<FaceScan> all(narrow, avx2, avx512);
#else
  static const SimdWidths<FaceScan> all(narrow);
#endif
  return all.known;
}

SCREE_INITIALIZED_EARLY const Widest<FaceScan> face_scan(face_scans());

}  // namespace scree
