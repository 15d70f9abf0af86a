#include "scree/planar/gjk_td/gjk_td.hpp"

#include "scree/planar/gjk_td/distortion.hpp"
#include "scree/planar/pair/exact.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree::planar {
namespace {

// Largest difference between the bounds of a certified answer, relative to the size.
constexpr Real certified = 1e-12;
using Supports = PolygonPair::Supports;

/// Two parallel lines that support the bodies: their normal, the support vertices along it and the gap.
struct Supported {
  Vec2 normal;
  Supports at;
  Real gap = -1e300;
};

/// Updates `best` with the normal of the edge between u and v, if they are neighbours. The support of the
/// other body is found by climbing.
void offer_edge(const PolygonPair& pair, bool of_b, int u, int v, Supports near, Supported& best) {
  const PolygonView& body = pair.body(of_b);
  if (u == v) return;
  const int edge = body.next(u) == v ? u : body.next(v) == u ? v : -1;
  if (edge < 0) return;
  Supported s;
  s.normal = pair.normal_of(of_b, edge);
  s.at = of_b ? Supports{pair.a.climb(s.normal, near.a), edge}
              : Supports{edge, pair.b.climb(pair.to_b(-s.normal), near.b)};
  s.gap = pair.gap(s.normal, s.at);
  if (s.gap > best.gap) best = s;
}

/// Returns the edge of A or of B that produces an edge of A - B. If both bodies have such an edge, returns
/// the edge with the larger gap.
Supported supported_by(const PolygonPair& pair, const PlanarVertex& from, const PlanarVertex& to) {
  Supported best;
  offer_edge(pair, false, from.a, to.a, {from.a, from.b}, best);
  offer_edge(pair, true, from.b, to.b, {from.a, from.b}, best);
  return best;
}

/// Fills the contact. Returns false if its features do not lie opposite each other; see find_witnesses.
bool take(const PolygonPair& pair, const Supported& s, const Tolerance& tolerance, PlanarContact& contact) {
  contact.normal = s.normal;
  contact.overlap = -s.gap;
  contact.status = status_of(contact.overlap, pair, tolerance);
  find_features(pair, tolerance, s.at, contact);
  return find_witnesses(pair, s.at.a, contact);
}

void remember(const PlanarVertex* vertex, int count, Vec2 normal, PlanarCache& cache) {
  cache.axis = normal;
  cache.set_vertices(count);
  for (int i = 0; i < count; ++i) {
    cache.vertices.a[i] = vertex[i].a;
    cache.vertices.b[i] = vertex[i].b;
  }
}

/// Measures the gap from the last simplex of the walk. Returns true if the gap is certified: the lines
/// through the closest points perpendicular to the normal separate the bodies by exactly the distance of
/// these points.
bool measure_gap(const PolygonPair& pair, const PlanarWalk& walk, const Tolerance& tolerance,
                 PlanarContact& contact) {
  const PlanarSimplex& s = walk.simplex;
  const Real distance = length(walk.point);
  const Real slack = certified * (distance > pair.size() ? distance : pair.size());
  if (s.count == 2) {
    const Supported edge = supported_by(pair, s.vertex[0], s.vertex[1]);
    if (!(std::abs(edge.gap - distance) <= slack)) return false;
    return take(pair, edge, tolerance, contact);
  }
  const PlanarVertex& v = s.vertex[0];
  contact.normal = -walk.point / distance;
  const Supports at = pair.supports(contact.normal);
  const Real gap = pair.gap(contact.normal, at);
  const Vec2 refined = refine_normal_at(pair, v.a, v.b, contact.normal);
  if (!(refined == contact.normal)) {
    // An edge nearly perpendicular to the link gives the better line. The closest vertices do not lie along
    // its normal.
    const Supports edge_at = pair.supports(refined);
    const Real edge_gap = pair.gap(refined, edge_at);
    if (edge_gap > gap + 1e-15 * (distance + pair.size())) {
      if (!(std::abs(edge_gap - distance) <= slack)) return false;
      return take(pair, {refined, edge_at, edge_gap}, tolerance, contact);
    }
  }
  if (!(std::abs(gap - distance) <= slack)) return false;
  contact.overlap = -distance;
  contact.status = status_of(contact.overlap, pair, tolerance);
  contact.point_a = pair.vertex_a(v.a), contact.point_b = pair.vertex_b(v.b);
  find_features(pair, tolerance, at, contact);
  return true;
}

/// Fills the contact with a line between the bodies and a lower bound on their gap. This suffices if the
/// exact gap is not requested.
void take_bound(const PolygonPair& pair, Vec2 normal, const PlanarVertex& bound, PlanarContact& contact,
                PlanarCache& cache) {
  contact.status = Status::separated;
  contact.normal = normal;
  contact.overlap = dot(normal, bound.w);
  contact.point_a = pair.vertex_a(bound.a);
  contact.point_b = contact.point_a - contact.overlap * normal;
  contact.feature_a = {Feature::Kind::vertex, bound.a}, contact.feature_b = {Feature::Kind::vertex, bound.b};
  remember(&bound, 1, normal, cache);
}

/// True if the bounding circles, or the line that separated the bodies in the last query, prove that the gap
/// exceeds the distance cutoff.
bool surely_beyond_cutoff(const PolygonPair& pair, const Tolerance& tolerance, PlanarContact& contact,
                          PlanarCache& cache) {
  const Vec2 t = pair.translation;
  const Real size = pair.size(), reach = size * (1 + tolerance.distance_cutoff), square = length_squared(t);
  if (square > reach * reach * (1 + 1e-12)) {
    const Real distance = std::sqrt(square);
    contact.status = Status::separated;
    contact.normal = t / distance;
    contact.overlap = size - distance;
    contact.point_a = pair.a.bounding_radius * contact.normal;
    contact.point_b = t - pair.b.bounding_radius * contact.normal;
    remember(nullptr, 0, contact.normal, cache);
    return true;
  }
  if (!cache.holds_vertices() || !(length_squared(cache.axis) > 0)) return false;
  const int va = pair.a.climb(cache.axis, cache.vertices.a[0]);
  const int vb = pair.b.climb(pair.to_b(-cache.axis), cache.vertices.b[0]);
  const PlanarVertex bound = minkowski_vertex(pair, va, vb);
  const Real gap = -dot(cache.axis, bound.w);
  if (!(gap > tolerance.distance_cutoff * size && gap > certified * size)) return false;
  take_bound(pair, cache.axis, bound, contact, cache);
  return true;
}

/// Finds the facet with the least overlap, from a polygon inside A - B. Returns true if it is certified.
bool distort(const PolygonPair& pair, GrowingPolygon& polygon, const Tolerance& tolerance,
             PlanarContact& contact, PlanarCache& cache) {
  const PlanarFacet facet = grow_to_boundary(pair, polygon);
  contact.iterations += facet.iterations;
  if (!facet.found) return false;
  const Supported edge = supported_by(pair, facet.from, facet.to);
  if (!(std::abs(edge.gap + facet.distance) <= certified * pair.size())) return false;
  if (!take(pair, edge, tolerance, contact)) return false;
  const PlanarVertex ends[2] = {facet.from, facet.to};
  remember(ends, 2, edge.normal, cache);
  cache.holds = PlanarCache::Holds::facet;
  return true;
}

/// Starts from the facet of the last query: proves it again, or grows a polygon from it. Returns false if a
/// walk is necessary.
bool from_last(const PolygonPair& pair, const Tolerance& tolerance, PlanarContact& contact,
               PlanarCache& cache) {
  const PlanarVertex from = minkowski_vertex(pair, cache.vertices.a[0], cache.vertices.b[0]);
  const PlanarVertex to = minkowski_vertex(pair, cache.vertices.a[1], cache.vertices.b[1]);
  const PlanarVertex inside{-pair.translation, -1, -1};
  GrowingPolygon polygon;
  polygon.add(from), polygon.add(to), polygon.add(inside);
  if (!(cross(to.w - from.w, inside.w - from.w) > 0)) return false;
  for (int i = 0; i < 3; ++i) {
    polygon.measure(i);
    if (!(polygon.distance[i] > certified * pair.size())) return false;
  }
  // If the support vertices along the normal of the edge are no longer vertices of the facet, the facet has
  // moved off the boundary of A - B.
  const Supported edge = supported_by(pair, from, to);
  const Real deeper = polygon.distance[1] < polygon.distance[2] ? polygon.distance[1] : polygon.distance[2];
  if (-edge.gap <= deeper && std::abs(edge.gap + polygon.distance[0]) <= certified * pair.size()) {
    cache.axis = edge.normal;
    return take(pair, edge, tolerance, contact);
  }
  return distort(pair, polygon, tolerance, contact, cache);
}

/// Runs the walk and the steps that follow from its end. Returns true if the answer is certified.
bool search(const PolygonPair& pair, PlanarCache& cache, const Tolerance& tolerance, PlanarContact& contact) {
  // Nearer to the origin than this, the direction to the origin is only rounding, and a polygon around the
  // origin is more reliable.
  const Real rounding = 1e-10 * pair.size();
  const Real cutoff =
      (tolerance.distance_cutoff > tolerance.touching ? tolerance.distance_cutoff : tolerance.touching) *
      pair.size();
  PlanarSimplex start;
  for (int i = 0; i < cache.count && i < 2; ++i)
    start.add(minkowski_vertex(pair, cache.vertices.a[i], cache.vertices.b[i]));
  if (start.count == 2 && start.holds(start.vertex[1]) && start.vertex[0].a == start.vertex[1].a &&
      start.vertex[0].b == start.vertex[1].b)
    start.count = 1;
  const Vec2 towards_a = length_squared(pair.translation) > 0 ? -pair.translation : Vec2{1, 0};
  const PlanarWalk walk = walk_to_origin(pair, start, towards_a, rounding, cutoff);
  contact.iterations += walk.iterations;
  cache.set_vertices(0);
  if (walk.end == PlanarWalk::End::failed) return false;
  if (walk.end == PlanarWalk::End::beyond_cutoff) {
    take_bound(pair, -normalized(walk.point), walk.bound, contact, cache);
    return true;
  }
  const auto gap_of = [&](const PlanarWalk& w) {
    if (!measure_gap(pair, w, tolerance, contact)) return false;
    remember(w.simplex.vertex, w.simplex.count, contact.normal, cache);
    return true;
  };
  if (walk.end == PlanarWalk::End::separated) return gap_of(walk);
  GrowingPolygon polygon;
  if (walk.simplex.count == 3) {
    const PlanarVertex* v = walk.simplex.vertex;
    const bool left = cross(v[1].w - v[0].w, v[2].w - v[0].w) > 0;
    polygon.add(v[0]), polygon.add(v[left ? 1 : 2]), polygon.add(v[left ? 2 : 1]);
  } else {
    // Support vertices along four perpendicular directions, in their order around A - B. Equal neighbours are
    // added only once.
    Vec2 side = length_squared(walk.point) > 0 ? walk.point : Vec2{1, 0};
    for (int i = 0; i < 4; ++i, side = turned_left(side)) {
      const PlanarVertex v = minkowski_support(pair, side);
      const auto same = [&](const PlanarVertex& u) { return u.a == v.a && u.b == v.b; };
      if (polygon.count > 0 && (same(polygon.corner[0]) || same(polygon.corner[polygon.count - 1]))) continue;
      polygon.add(v);
    }
  }
  if (!distort(pair, polygon, tolerance, contact, cache)) return false;
  // The polygon does not quite contain the origin. The lines of its edges bound the tiny gap from below, but
  // only the corners of A - B measure it.
  if (contact.overlap < certified * pair.size()) {
    const PlanarWalk near =
        walk_to_origin(pair, {}, -contact.normal, tolerance.touching * pair.size(), 1e300);
    contact.iterations += near.iterations;
    if (near.end == PlanarWalk::End::separated) return gap_of(near);
  }
  return true;
}

}  // namespace

PlanarContact GjkTd::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                             PlanarCache& cache, const Tolerance& tolerance) {
  const PolygonPair pair(a, b, b_in_a);
  PlanarContact contact;
  const bool gap_wanted = !(tolerance.distance_cutoff < 1);
  if (!gap_wanted && !cache.holds_facet() && surely_beyond_cutoff(pair, tolerance, contact, cache))
    return contact;
  if (cache.holds_facet()) {
    if (from_last(pair, tolerance, contact, cache)) return contact;
    const int steps = contact.iterations;
    contact = {};
    contact.iterations = steps;
  }
  if (!search(pair, cache, tolerance, contact)) {
    const int steps = contact.iterations;
    contact = Exact::collide(a, b, b_in_a, tolerance);
    contact.iterations += steps;
    contact.used_fallback = true;
    remember(nullptr, 0, contact.normal, cache);
  }
  return contact;
}

}  // namespace scree::planar
