#include "scree/planar/exact.hpp"

#include "scree/planar/feature.hpp"

#include <limits>

namespace scree::planar {
namespace {

struct Nearest {
  Real squared = std::numeric_limits<Real>::infinity();
  Vec2 on_a, on_b;
  int vertex_a = -1, vertex_b = -1;  // -1: inside an edge
};

/// Every vertex of one body against every edge of the other, in the frame of the other: in that of a body far
/// larger the corners of a small one would be one to rounding.
void offer_vertices(const PolygonPair& pair, bool of_b, Nearest& best) {
  const PolygonView &own = pair.body(of_b), &other = pair.body(!of_b);
  for (int v = 0; v < own.vertex_count; ++v) {
    const Vec2 x = of_b ? pair.vertex_b(v) : pair.to_b(pair.vertex_a(v) - pair.translation);
    for (int e = 0; e < other.vertex_count; ++e) {
      const Vec2 from = other.vertex(e), along = other.edge(e);
      const Real t = dot(x - from, along) / length_squared(along);
      const bool at_from = t <= 0, at_to = t >= 1;
      const Vec2 foot = at_from ? from : at_to ? other.vertex(other.next(e)) : from + t * along;
      const Real squared = length_squared(x - foot);
      if (!(squared < best.squared)) continue;
      const int end = at_from ? e : at_to ? other.next(e) : -1;
      const Vec2 foot_in_a = of_b ? foot : pair.rotation * foot + pair.translation;
      best = of_b ? Nearest{squared, foot_in_a, x, end, v}
                  : Nearest{squared, pair.vertex_a(v), foot_in_a, v, end};
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
    // Where the line of an edge is as far as the closest points, its normal is the better one: the direction
    // of a short difference is rounding.
    if (distance - widest > 1e-13 * pair.size() && nearest.vertex_a >= 0 && nearest.vertex_b >= 0) {
      contact.status = Status::separated;
      contact.overlap = -distance;
      contact.point_a = nearest.on_a, contact.point_b = nearest.on_b;
      contact.normal = settled_at(pair, nearest.vertex_a, nearest.vertex_b, link / distance);
      find_features(pair, tolerance, contact);
      return contact;
    }
  }
  contact.status = status_of(contact.overlap, pair, tolerance);
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  return contact;
}

}  // namespace scree::planar
