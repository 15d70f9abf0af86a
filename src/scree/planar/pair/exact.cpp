#include "scree/planar/pair/exact.hpp"

#include "scree/planar/pair/feature.hpp"

#include <limits>

namespace scree::planar {
namespace {

struct Nearest {
  Real squared = std::numeric_limits<Real>::infinity();
  Vec2 on_a, on_b;
  int vertex_a = -1, vertex_b = -1;  // -1: the point is inside an edge
};

/// Checks every vertex of one body against every edge of the other, in the frame of the other. In the frame
/// of a far larger body, rounding would merge the corners of a small one.
void offer_vertices(const PolygonPair& pair, bool of_b, Nearest& best) {
  const PolygonView &own = pair.body(of_b), &other = pair.body(!of_b);
  for (int v = 0; v < own.vertex_count; ++v) {
    const Vec2 x = of_b ? pair.vertex_b(v) : pair.to_b(pair.vertex_a(v) - pair.translation);
    for (int e = 0; e < other.vertex_count; ++e) {
      const Vec2 from = other.vertex(e), along = other.edge(e);
      const Real t = dot(x - from, along) / length_squared(along);
      const bool at_from = t <= 0, at_to = t >= 1;
      const Vec2 closest = at_from ? from : at_to ? other.vertex(other.next(e)) : from + t * along;
      const Real squared = length_squared(x - closest);
      if (!(squared < best.squared)) continue;
      const int end = at_from ? e : at_to ? other.next(e) : -1;
      const Vec2 closest_in_a = of_b ? closest : pair.rotation * closest + pair.translation;
      best = of_b ? Nearest{squared, closest_in_a, x, end, v}
                  : Nearest{squared, pair.vertex_a(v), closest_in_a, v, end};
    }
  }
}

}  // namespace

PlanarContact Exact::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                             const Tolerance& tolerance) {
  const PolygonPair pair(a, b, b_in_a);
  Real widest = -std::numeric_limits<Real>::infinity();
  PlanarContact contact;
  for (const bool of_b : {false, true}) {
    for (int e = 0; e < pair.body(of_b).vertex_count; ++e) {
      const Vec2 normal = pair.normal_of(of_b, e);
      const Real gap = pair.gap(normal);
      if (gap > widest) widest = gap, contact.normal = normal;
    }
  }
  contact.iterations = a.vertex_count + b.vertex_count;
  contact.overlap = -widest;
  if (widest > tolerance.touching * pair.size()) {
    Nearest nearest;
    offer_vertices(pair, false, nearest);
    offer_vertices(pair, true, nearest);
    const Vec2 link = nearest.on_b - nearest.on_a;
    const Real distance = length(link);
    // There are three candidate normals. The first is the edge normal found above. The second is the
    // direction of the link, which is only rounding if the link is short. The third is the normal of an edge
    // that is nearly perpendicular to the link; the vertices do not lie along it. The largest gap gives the
    // best bound.
    const Vec2 direct = link / distance;
    const bool corners = nearest.vertex_a >= 0 && nearest.vertex_b >= 0;
    const Vec2 refined =
        corners ? refine_normal_at(pair, nearest.vertex_a, nearest.vertex_b, direct) : direct;
    const Real along_link = pair.gap(direct), along_refined = pair.gap(refined);
    const Real rounding = 1e-15 * (distance + pair.size());
    // If the gaps are equal, the edge normal wins, unless it points past the other body. In that case the
    // edge is negligible relative to the gap.
    find_features(pair, tolerance, contact);
    const bool misses = !find_witnesses(pair, contact);
    if (std::max(along_link, along_refined) > (misses ? widest - rounding : widest + rounding)) {
      const bool on_edge = along_refined > along_link + rounding;
      contact.status = Status::separated;
      contact.normal = on_edge ? refined : direct;
      contact.overlap = on_edge ? -along_refined : -distance;
      find_features(pair, tolerance, contact);
      contact.point_a = nearest.on_a, contact.point_b = nearest.on_b;
      if (on_edge) find_witnesses(pair, contact);
      return contact;
    }
  }
  contact.status = status_of(contact.overlap, pair, tolerance);
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  return contact;
}

}  // namespace scree::planar
