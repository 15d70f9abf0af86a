// Finds the point of a convex polygon closest to a given point by a walk over its boundary. It follows the
// vertex and edge cases of Nezami et al. 2006, Section 3.6. As in 3D (contact/common_plane/link_walk.hpp), a
// walk can end on an edge that faces away from the point. In this case all edges are searched, which also
// shows whether the point is inside.
#pragma once

#include "scree/contact/common_plane/link_walk.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

/// Returns the point of one edge closest to q. Its feature is the edge or one of the two end vertices.
SCREE_HD inline SurfacePointIn<Vec2> closest_on_edge(const PolygonView& body, int e, Vec2 q, Real snap) {
  const Vec2 from = body.vertex(e), along = body.edge(e);
  const Real squared = length_squared(along), t = dot(q - from, along),
             left = squared - t;  // t has the unit of a squared length
  const Real near = snap * snap * squared;
  if (t <= 0 || t * t <= near) return {from, {Feature::Kind::vertex, e}};
  if (left <= 0 || left * left <= near)
    return {body.vertex(body.next(e)), {Feature::Kind::vertex, body.next(e)}};
  return {from + (t / squared) * along, {Feature::Kind::edge, e}};
}

/// Walks from a point of the boundary to the boundary point closest to q, all in the frame of the body.
SCREE_HD inline WalkIn<Vec2> walk_to_closest(const PolygonView& body, const SurfacePointIn<Vec2>& from,
                                             Vec2 q, Real snap) {
  using Kind = Feature::Kind;
  WalkIn<Vec2> walk;
  walk.end = from;
  // The walk moves from vertex to vertex along edges that lead nearer to q, so it visits no vertex twice. It
  // ends at a vertex or inside an edge.
  int edge = from.feature.kind == Kind::edge ? from.feature.id : -1;
  for (; walk.steps <= body.vertex_count; ++walk.steps) {
    const Feature at = walk.end.feature;
    if (at.kind == Kind::vertex) {
      const Vec2 towards = q - body.vertex(at.id);
      const int before = body.previous(at.id);
      edge = dot(towards, body.edge(at.id)) > 0 ? at.id : dot(towards, body.edge(before)) < 0 ? before : -1;
    }
    if (edge >= 0) walk.end = closest_on_edge(body, edge, q, snap);
    walk.finished =
        edge < 0 || walk.end.feature.kind == Kind::edge || link_detail::same(walk.end.feature, at);
    if (walk.finished) break;
  }
  const int e = walk.end.feature.id;
  if (walk.end.feature.kind == Kind::edge && dot(body.edge_normal[e], q) < body.edge_offset(e)) {
    Real nearest = std::numeric_limits<Real>::infinity();
    walk.inside = true;
    for (int other = 0; other < body.vertex_count; ++other) {
      if (dot(body.edge_normal[other], q) <= body.edge_offset(other)) continue;
      walk.inside = false;
      const SurfacePointIn<Vec2> candidate = closest_on_edge(body, other, q, snap);
      const Real distance = length_squared(q - candidate.point);
      if (distance < nearest) nearest = distance, walk.end = candidate;
    }
  }
  return walk;
}

}  // namespace scree
