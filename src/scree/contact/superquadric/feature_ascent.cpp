#include "scree/contact/superquadric/feature_ascent.hpp"

#include "scree/contact/superquadric/closest_point.hpp"

namespace scree {
namespace {

using Kind = Feature::Kind;

struct Ascent {
  const PolyhedronView& body;
  const PlacedSuperquadric& round;
  Real rounding;
  Summit at;

  /// on_face, on_edge and on_vertex find the largest gap among the normals of a feature. They return the next
  /// feature, or none at the summit.
  Feature on_face(int f) {
    const Vec3 n = body.face_normal[f];
    const LowestPoint lowest = lowest_over_plane(round, n, body.face_offset(f));
    at.feature = {Kind::face, f};
    at.normal = n;
    at.point = lowest.point;
    at.gap = lowest.height;
    int beyond = -1;
    Real most = rounding;
    const int begin = body.face_begin[f], end = body.face_begin[f + 1];
    Vec3 from = body.vertex(body.origin[begin]);
    for (int h = begin; h < end; ++h) {
      const Vec3 to = body.vertex(body.origin[h + 1 == end ? begin : h + 1]);
      const Vec3 out = cross(to - from, n);
      const Real outside = dot(out, lowest.point - from);
      if (outside > 0 && outside > most * length(to - from)) most = outside / length(to - from), beyond = h;
      from = to;
    }
    return beyond < 0 ? Feature{} : Feature{Kind::edge, beyond};
  }

  /// `h` may be either half-edge of the edge. If `hint` is true, at.normal is near the answer. This matters
  /// because deeply overlapping bodies can have several maxima on one arc.
  Feature on_edge(int h, bool hint) {
    const int f = body.face[h], g = body.face[body.twin[h]];
    const Vec3 p = body.vertex(body.origin[h]), q = body.vertex(body.target(h));
    const Real size = length(q - p);
    const Vec3 d = (q - p) / size, first = body.face_normal[f], second = body.face_normal[g];
    Vec3 n, point;
    // Rate at which the gap grows with the angle from the first normal to the second.
    const auto rate = [&](Real s) {
      n = normalized((1 - s) * first + s * second);
      point = round.support(-n);
      return dot(cross(d, n), point - p);
    };
    // Runs Newton's method on the surface. Accepts the result only if its normal lies on the arc.
    const auto by_newton = [&] {
      const ClosestPoint closest =
          closest_over_line(round.shape, round.to_local(p), round.rotated_back(d), round.to_local(point));
      const Vec3 across = -(round.rotation * closest.normal);
      if (!closest.converged || dot(across, first + second) < 0 || dot(cross(d, first), across) < 0 ||
          dot(cross(d, second), across) > 0)
        return false;
      n = across, point = round.from_local(closest.point);
      return true;
    };
    if (hint) {
      point = round.support(-at.normal);
      const Real known = dot(at.normal, point) - std::max(dot(at.normal, p), dot(at.normal, q));
      if (by_newton() && dot(n, point - p) >= known - rounding) return end_on_edge(h, n, point);
    }
    Real low = 0, high = 1, rate_low = rate(0);
    if (!(rate_low > rounding)) return {Kind::face, f};
    Real rate_high = rate(1);
    if (!(rate_high < -rounding)) return {Kind::face, g};
    // Regula falsi in the Illinois variant: an end that stays gets half its weight. If that converges too
    // slowly, some steps use the midpoint. On flat regions of a box-like body, a change in the last digit of
    // the normal moves the point far, and only Newton's method finds the point.
    const bool ellipsoid = round.shape.n1 == 2 && round.shape.n2 == 2;
    int last_change = 0;
    for (int step = 0; step < 60; ++step) {
      Real s = (low * rate_high - high * rate_low) / (rate_high - rate_low);
      if (step > 12 && step % 2 == 0) s = 0.5 * (low + high);
      if (!(s > low && s < high)) s = 0.5 * (low + high);
      const Real now = rate(s);
      if (std::abs(now) <= 0.1 * rounding || high - low <= 2e-16) break;
      if (!ellipsoid && (step == 2 || step == 12 || step == 40) && by_newton()) break;
      if (now > 0) {
        low = s, rate_low = now;
        if (last_change > 0) rate_high *= 0.5;
        last_change = 1;
      } else {
        high = s, rate_high = now;
        if (last_change < 0) rate_low *= 0.5;
        last_change = -1;
      }
    }
    return end_on_edge(h, n, point);
  }
  Feature end_on_edge(int h, Vec3 n, Vec3 point) {
    const Vec3 p = body.vertex(body.origin[h]), d = body.vertex(body.target(h)) - p;
    at.feature = edge_feature(body, h);
    at.normal = n;
    at.point = point;
    at.gap = dot(n, point - p);
    const Real along = dot(d, point - p), size = length(d);
    if (along < -rounding * size) return {Kind::vertex, body.origin[h]};
    if (along > (size + rounding) * size) return {Kind::vertex, body.target(h)};
    return {};
  }

  Feature on_vertex(int v) {
    const Vec3 corner = body.vertex(v);
    const ClosestPoint closest =
        closest_on_surface(round.shape, round.to_local(corner), round.to_local(at.point));
    if (!closest.converged) return {Kind::vertex, v};
    at.feature = {Kind::vertex, v};
    at.normal = -(round.rotation * closest.normal);
    at.point = round.from_local(closest.point);
    at.gap = closest.height;
    int best = -1;
    Real most = 0;
    const int start = body.vertex_halfedge[v];
    int h = start;
    do {
      const Vec3 edge = body.vertex(body.target(h)) - corner;
      const Real rise = dot(at.normal, edge), steepness = rise / length(edge);
      // The threshold depends on the size of the polyhedron alone, because a tiny polyhedron in a large
      // superquadric has tiny edges.
      if (rise > 1e-14 * body.bounding_radius && steepness > most) most = steepness, best = h;
      h = body.next_around_vertex(h);
    } while (h != start);
    return best < 0 ? Feature{} : Feature{Kind::edge, best};
  }
};

bool same(Feature x, Feature y) { return x.kind == y.kind && x.id == y.id; }

}  // namespace

Summit ascend(const PolyhedronView& body, const PlacedSuperquadric& round, Feature start, Vec3 towards) {
  Ascent ascent{body, round, 1e-14 * (body.bounding_radius + round.radius + length(round.center)), {}};
  Summit& at = ascent.at;
  // No gap has been measured yet.
  at.feature = start;
  at.normal = towards;
  at.gap = -1e300;
  if (start.kind == Kind::vertex) at.point = round.support(-towards);
  Feature now = start;
  const int most_steps = 2 * body.halfedge_count + 8;
  // The gap of deeply overlapping bodies also has local minima, around which an ascent can continue forever.
  constexpr int most_idle = 8;
  Real highest = -1e300;
  int idle = 0;
  for (at.steps = 1; at.steps <= most_steps; ++at.steps) {
    const Feature next = now.kind == Kind::face   ? ascent.on_face(now.id)
                         : now.kind == Kind::edge ? ascent.on_edge(now.id, at.steps == 1)
                                                  : ascent.on_vertex(now.id);
    if (next.kind == Kind::none) {
      at.found = true;
      break;
    }
    if (same(next, now)) break;  // the vertex gives no edge on which to continue
    idle = at.gap > highest ? 0 : idle + 1;
    if (idle == most_idle) break;
    highest = at.gap > highest ? at.gap : highest;
    now = next;
  }
  return at;
}

}  // namespace scree
