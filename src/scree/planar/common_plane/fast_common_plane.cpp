#include "scree/planar/common_plane/fast_common_plane.hpp"

#include "scree/contact/common_plane/plane_search.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree::planar {
namespace {

struct InThePlane {
  static void offer_candidates(PlaneSearch<PolygonPair>& search, const PlaneIn<Vec2>& from) {
    const PolygonPair& pair = search.pair;
    // Coincident vertices define no bisector.
    search.offer_direction(from.link, least_round * pair.size(), from.normal);
    search.offer(pair.normal_a(from.vertex_a));
    search.offer(pair.normal_a(pair.a.previous(from.vertex_a)));
    search.offer(-pair.normal_b(from.vertex_b));
    search.offer(-pair.normal_b(pair.b.previous(from.vertex_b)));
  }
};

}  // namespace

PlanarContact FastCommonPlaneClassical::collide(const PolygonView& a, const PolygonView& b,
                                                const PlanarPose& b_in_a, PlanarCache& cache,
                                                const Tolerance& tolerance) {
  return classical_contact<InThePlane>(PolygonPair(a, b, b_in_a), tolerance, cache);
}

PlanarContact FastCommonPlaneClassical::collide_as_published(const PolygonView& a, const PolygonView& b,
                                                             const PlanarPose& b_in_a, PlanarCache& cache,
                                                             const Tolerance& tolerance) {
  return classical_contact<InThePlane>(PolygonPair(a, b, b_in_a), tolerance, cache, true);
}

PlanarContact FastCommonPlane::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                       PlanarCache& cache, const Tolerance& tolerance) {
  return revised_contact<InThePlane>(PolygonPair(a, b, b_in_a), tolerance, cache);
}

}  // namespace scree::planar
