#include "scree/contact/facets/depth_in_body.hpp"

#include "scree/math/closest.hpp"

#include <limits>

namespace scree {
namespace {

Real squared_distance(const Box& box, Vec3 p) {
  return length_squared(max(max(box.lower - p, p - box.upper), Vec3{}));
}

/// Distance from a point to a facet. `over` is the height of the point over the plane of the facet. If the
/// point lies beside the facet, the nearest point of the facet lies on an edge that has the point on its
/// outer side.
Real distance_to_facet(const FacetBody& body, int f, Vec3 p, Real over) {
  const int begin = body.begin[f], end = body.begin[f + 1];
  Real nearest = std::numeric_limits<Real>::infinity();  // squared
  for (int c = begin; c < end; ++c) {
    if (!(dot(body.edge_plane[c].out, p) > body.edge_plane[c].offset)) continue;
    const Vec3 from = body.corner[c], to = body.corner[c + 1 < end ? c + 1 : begin];
    nearest = std::min(nearest, length_squared(from + closest_on_segment(p, from, to) * (to - from) - p));
  }
  return nearest < std::numeric_limits<Real>::infinity() ? std::sqrt(nearest) : std::abs(over);
}

/// For a convex body with at most this many facets, the depth is computed from the planes of all facets.
constexpr int few_facets = 16;

Real depth_in_convex(const FacetBody& body, Vec3 p) {
  Real nearest = std::numeric_limits<Real>::infinity();
  for (int f = 0; f < body.facet_count(); ++f)
    nearest = std::min(nearest, body.offset[f] - dot(body.normal[f], p));
  return nearest;
}

}  // namespace

Real depth_in_body(const FacetBody& body, int near, Vec3 p, Real least) {
  if (body.convex && body.facet_count() <= few_facets) return std::max(Real(0), depth_in_convex(body, p));
  if (!body.bounds.contains(p)) return 0;
  Real height = dot(body.normal[near], p) - body.offset[near];  // over the plane of the nearest facet
  Real nearest = distance_to_facet(body, near, p, height);
  Real within = nearest * nearest * (1 + 1e-8);
  const auto enter = [&](const Box& box) { return squared_distance(box, p) <= within; };
  const auto visit = [&](int f) {
    const Real over = dot(body.normal[f], p) - body.offset[f];
    if (f == near || over * over > within || !enter(body.box[f])) return false;
    const Real distance = distance_to_facet(body, f, p, over);
    // At an edge, several facets are equally near. The facet whose plane is farthest from the point
    // determines on which side of the surface the point lies.
    const bool tie = std::abs(distance - nearest) <= 1e-9 * nearest;
    if (tie ? std::abs(over) > std::abs(height) : distance < nearest) height = over;
    nearest = std::min(nearest, distance), within = nearest * nearest * (1 + 1e-8);
    return nearest <= least;
  };
  if (nearest <= least) return 0;
  if (nearest * (1 + 1e-8) < body.grid.reach()) {
    for (const int f : body.grid.near(p)) {
      if (visit(f)) return 0;
    }
  } else if (body.tree.any_of(enter, visit)) {
    return 0;
  }
  return height < 0 ? nearest : 0;
}

}  // namespace scree
