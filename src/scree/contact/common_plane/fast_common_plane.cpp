#include "scree/contact/common_plane/fast_common_plane.hpp"

#include "scree/contact/common_plane/plane_search.hpp"

namespace scree {
namespace {

constexpr Real parallel = 1e-12;  // smallest sine between two edges that define a common normal

template <class Visit>
SCREE_HD void for_each_halfedge_from(const PolyhedronView& body, int vertex, Visit visit) {
  const int start = body.vertex_halfedge[vertex];
  int h = start;
  do {
    visit(h);
    h = body.next_around_vertex(h);
  } while (h != start);
}

struct Space {
  /// Tries all candidate planes at the vertices closest to a plane.
  SCREE_HD static void offer_candidates(PlaneSearch<PolyhedronPair>& search, const Plane& from) {
    const PolyhedronPair& pair = search.pair;
    const Vec3 v1 = pair.vertex_a(from.vertex_a), v2 = pair.vertex_b(from.vertex_b);
    const Real distance = length(from.link);
    const bool distinct = distance > least_round * pair.size();
    // Coincident vertices define no bisector.
    const Vec3 n12 = distinct ? from.link / distance : from.normal;
    if (distinct) search.offer_direction(n12, 0, from.normal);
    const auto offer_edge = [&](Vec3 edge) {
      search.offer_direction(n12 - dot(n12, edge) * edge, parallel, from.normal);
    };
    for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
      search.offer(-pair.normal_b(pair.b.face[k]));
      offer_edge(normalized(pair.vertex_b(pair.b.target(k)) - v2));
    });
    for_each_halfedge_from(pair.a, from.vertex_a, [&](int h) {
      search.offer(pair.normal_a(pair.a.face[h]));
      const Vec3 edge = normalized(pair.vertex_a(pair.a.target(h)) - v1);
      offer_edge(edge);
      for_each_halfedge_from(pair.b, from.vertex_b, [&](int k) {
        const Vec3 edge_b = normalized(pair.vertex_b(pair.b.target(k)) - v2);
        search.offer_direction(cross(edge, edge_b), parallel, from.normal);
      });
    });
  }
};

}  // namespace

Contact FastCommonPlaneClassical::collide(const PolyhedronView& a, const PolyhedronView& b,
                                          const Pose& b_in_a, Cache& cache, const Tolerance& tolerance) {
  return classical_contact<Space>(PolyhedronPair(a, b, b_in_a), tolerance, cache);
}

Contact FastCommonPlaneClassical::collide_as_published(const PolyhedronView& a, const PolyhedronView& b,
                                                       const Pose& b_in_a, Cache& cache,
                                                       const Tolerance& tolerance) {
  return classical_contact<Space>(PolyhedronPair(a, b, b_in_a), tolerance, cache, true);
}

Contact FastCommonPlane::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                 Cache& cache, const Tolerance& tolerance) {
  return revised_contact<Space>(PolyhedronPair(a, b, b_in_a), tolerance, cache);
}

}  // namespace scree
