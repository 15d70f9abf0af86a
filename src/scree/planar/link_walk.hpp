// The point of a convex polygon closest to a given point, by a walk over its boundary: vertex and edge cases
// of Nezami et al. 2006, Section 3.6. As in space (contact/link_walk.hpp) a walk can end on an edge that
// looks away from the point; then all edges are searched, which also tells whether the point is inside.
#pragma once

#include "scree/contact/link_walk.hpp"
#include "scree/planar/polygon_pair.hpp"

namespace scree {

/// The point of one edge closest to q, and whether it is an end.
SCREE_HD inline SurfacePointIn<Vec2> closest_on_edge(const PolygonView& body, int e, Vec2 q, Real snap) {
  const Vec2 from = body.vertex(e), along = body.edge(e);
  const Real squared = length_squared(along), t = dot(q - from, along) / squared;
  if (t <= 0 || t * t * squared <= snap * snap) return {from, {Feature::Kind::vertex, e}};
  if (t >= 1 || (1 - t) * (1 - t) * squared <= snap * snap) {
    return {body.vertex(body.next(e)), {Feature::Kind::vertex, body.next(e)}};
  }
  return {from + t * along, {Feature::Kind::edge, e}};
}

/// Walks from a point of the boundary to the one closest to q; all in the frame of the body.
SCREE_HD inline WalkIn<Vec2> walk_to_closest(const PolygonView& body, const SurfacePointIn<Vec2>& from,
                                             Vec2 q, Real snap) {
  using Kind = Feature::Kind;
  WalkIn<Vec2> walk;
  walk.end = from;
  Real nearest = length_squared(q - from.point);
  // On the edge where we are the foot is taken anyway: near it the distance is flat.
  const auto take_nearer = [&](int e) {
    const SurfacePointIn<Vec2> candidate = closest_on_edge(body, e, q, snap);
    const Real distance = length_squared(q - candidate.point);
    if (distance < nearest || link_detail::same(candidate.feature, walk.end.feature))
      nearest = distance, walk.end = candidate;
  };
  // Each step ends at the closest point of some edge and is strictly nearer than the one before.
  for (; walk.steps <= body.vertex_count; ++walk.steps) {
    const Feature at = walk.end.feature;
    if (at.kind == Kind::vertex) {
      // The edge after it, or the one before: one at most leads nearer.
      const Vec2 towards = q - body.vertex(at.id);
      if (dot(towards, body.edge(at.id)) > 0) take_nearer(at.id);
      if (dot(towards, body.edge(body.previous(at.id))) < 0) take_nearer(body.previous(at.id));
    } else {
      take_nearer(at.id);
    }
    if (link_detail::same(walk.end.feature, at)) {
      walk.finished = true;
      break;
    }
  }
  const int e = walk.end.feature.id;
  if (walk.end.feature.kind == Kind::edge && dot(body.edge_normal[e], q) < body.edge_offset(e)) {
    nearest = std::numeric_limits<Real>::infinity();
    walk.inside = true;
    for (int other = 0; other < body.vertex_count; ++other) {
      if (dot(body.edge_normal[other], q) <= body.edge_offset(other)) continue;
      walk.inside = false;
      take_nearer(other);
    }
  }
  return walk;
}

}  // namespace scree
