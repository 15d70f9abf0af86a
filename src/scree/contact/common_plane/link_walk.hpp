// Finds the point of a convex polyhedron closest to a given point by a walk over its surface. It follows the
// vertex, edge and face cases of Nezami, Hashash, Zhao, Ghaboussi 2006 (Shortest link method for contact
// detection in discrete element method), Section 3.4.
//
// Departures:
// - At a vertex, the walk searches no face if no edge leads closer to the point. This test is equivalent and
//   needs fewer products.
// - A walk that starts on the far side of the body can end at the closest point of a face that faces away
//   from the given point. The paper says that every local minimum is the global one, but this is true only
//   for faces that face the point. If the walk ends on a face that faces away, it searches all faces, which
//   also shows whether the point is inside the body.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/feature.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/math/closest.hpp"

#include <limits>

namespace scree {

/// Point of the surface, and the vertex, edge or face that contains it in its interior.
template <class Vec>
struct SurfacePointIn {
  Vec point;
  Feature feature;
};
using SurfacePoint = SurfacePointIn<Vec3>;

/// Snapping distance, as a fraction of the size of the pair. A point nearer than this to a vertex or an edge
/// is treated as a point on it. The paper gives no value.
inline constexpr Real link_snap = 1e-12;

/// Returns the point of one face closest to q, which may lie above, below or beside the face.
SCREE_HD inline SurfacePoint closest_on_face(const PolyhedronView& body, int f, Vec3 q, Real snap) {
  const Vec3 normal = body.face_normal[f];
  SurfacePoint best{q - (dot(normal, q) - body.face_offset(f)) * normal, {Feature::Kind::face, f}};
  Real nearest = std::numeric_limits<Real>::infinity();
  const int begin = body.face_begin[f], end = body.face_begin[f + 1];
  Vec3 from = body.vertex(body.origin[begin]);
  for (int h = begin; h < end; ++h) {
    const int target = body.origin[h + 1 == end ? begin : h + 1];
    const Vec3 to = body.vertex(target), along = to - from, towards = q - from;
    const Real beyond = dot(cross(along, normal), towards), squared = dot(along, along);
    if (beyond > 0 || beyond * beyond <= snap * snap * squared) {
      const Real t = dot(towards, along) / squared;
      const bool at_from = t <= 0 || t * t * squared <= snap * snap;
      const bool at_to = t >= 1 || (1 - t) * (1 - t) * squared <= snap * snap;
      const Vec3 point = at_from ? from : at_to ? to : from + t * along;
      const Real distance = length_squared(q - point);
      if (distance < nearest) {
        nearest = distance;
        best.point = point;
        best.feature = at_from ? Feature{Feature::Kind::vertex, body.origin[h]}
                       : at_to ? Feature{Feature::Kind::vertex, target}
                               : edge_feature(body, h);
      }
    }
    from = to;
  }
  return best;
}

template <class Vec>
struct WalkIn {
  SurfacePointIn<Vec> end;
  int steps = 0;
  bool inside = false;    // the point is inside the body: there is no link to it
  bool finished = false;  // false: the limit on steps was reached
};
using Walk = WalkIn<Vec3>;

namespace link_detail {

SCREE_HD inline bool same(Feature x, Feature y) { return x.kind == y.kind && x.id == y.id; }

/// Replaces `best` by the closest point of a face if that point is nearer or lies on the same feature as
/// `best`. The second condition is necessary because the distance hardly changes near its minimum: in double
/// precision, a closest point accurate to 1e-16 is no nearer than a point accurate to 1e-8.
SCREE_HD inline void take_nearer(const PolyhedronView& body, int f, Vec3 q, Real snap, SurfacePoint& best,
                                 Real& nearest) {
  const SurfacePoint candidate = closest_on_face(body, f, q, snap);
  const Real distance = length_squared(q - candidate.point);
  if (distance < nearest || same(candidate.feature, best.feature)) nearest = distance, best = candidate;
}

/// Case 1: keeps a vertex as the closest point if no edge from it leads nearer to q. Otherwise searches all
/// faces around the vertex.
SCREE_HD inline void search_around_vertex(const PolyhedronView& body, Vec3 q, Real snap, SurfacePoint& best,
                                          Real& nearest) {
  const int v = best.feature.id, start = body.vertex_halfedge[v];
  const Vec3 at = body.vertex(v), towards = q - at;
  bool nearer = false;
  int h = start;
  do {
    nearer = nearer || dot(towards, body.vertex(body.target(h)) - at) > 0;
    h = body.next_around_vertex(h);
  } while (h != start && !nearer);
  if (!nearer) return;
  h = start;
  do {
    take_nearer(body, body.face[h], q, snap, best, nearest);
    h = body.next_around_vertex(h);
  } while (h != start);
}

/// Searches all faces that have q on their outer side.
SCREE_HD inline void search_everywhere(const PolyhedronView& body, Vec3 q, Real snap, Walk& walk) {
  Real nearest = std::numeric_limits<Real>::infinity();
  walk.inside = true;
  for (int f = 0; f < body.face_count; ++f) {
    if (dot(body.face_normal[f], q) <= body.face_offset(f)) continue;
    walk.inside = false;
    take_nearer(body, f, q, snap, walk.end, nearest);
  }
}

}  // namespace link_detail

/// Walks from a point of the surface to the surface point closest to q, all in the frame of the body.
SCREE_HD inline Walk walk_to_closest(const PolyhedronView& body, const SurfacePoint& from, Vec3 q,
                                     Real snap) {
  using Kind = Feature::Kind;
  Walk walk;
  walk.end = from;
  Real nearest = length_squared(q - from.point);
  // Each step ends at the closest point of some face, which is strictly nearer to q than the point before.
  // The walk therefore visits no face twice.
  for (; walk.steps <= body.face_count; ++walk.steps) {
    const Feature at = walk.end.feature;
    if (at.kind == Kind::vertex) {
      link_detail::search_around_vertex(body, q, snap, walk.end, nearest);
    } else if (at.kind == Kind::edge) {
      link_detail::take_nearer(body, body.face[at.id], q, snap, walk.end, nearest);
      link_detail::take_nearer(body, body.face[body.twin[at.id]], q, snap, walk.end, nearest);
    } else {
      link_detail::take_nearer(body, at.id, q, snap, walk.end, nearest);
    }
    if (link_detail::same(walk.end.feature, at)) {
      walk.finished = true;
      break;
    }
  }
  if (walk.end.feature.kind == Kind::face) {
    const int f = walk.end.feature.id;
    if (dot(body.face_normal[f], q) < body.face_offset(f))
      link_detail::search_everywhere(body, q, snap, walk);
  }
  return walk;
}

}  // namespace scree
