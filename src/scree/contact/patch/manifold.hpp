// The points at which the forces of a contact act. There are up to eight, each with its share of the force.
//
// The points are the corners of the contact patch (clip.hpp), or the vertices of a face on a wall. Their
// weights add up to 1, so a contact is equally stiff whether a face or a corner touches. The force of a
// linear law is stiffness x the weighted mean of the overlaps. A weight is the corner's share of the patch,
// times a factor that falls from 1 to 0 as the line from a deeper point to the corner gets steeper. While a
// body tilts from a face (all its corners) over an edge (two corners) to a vertex (one corner), the weights
// therefore change without a jump. They are constant for tilts that are small relative to `steepest`.
//
// The elastic energy of a contact is the sum of weight x energy over its points. This energy changes with
// the overlaps, which gives the forces at the points. It also changes with the weights while the bodies
// rotate relative to each other, which gives a couple. Each point therefore stores how its weight changes.
// Without the couple, frictionless elastic impacts gained or lost up to a fifth of their energy, whatever
// the time step.
#pragma once

#include "scree/contact/patch/clip.hpp"
#include "scree/contact/patch/contact_weights.hpp"

namespace scree {

using ManifoldPoint = ManifoldPointIn<Vec3, Vec3>;
using Manifold = ManifoldIn<Vec3, Vec3, ContactPatch::capacity>;

/// Sets the weights of points that are the corners of a convex polygon, in order. The weights are shares of
/// its area that integrate linear fields exactly. The polygon is divided into triangles of each edge and the
/// mean of the corners. At this mean, a linear field has the mean of its values at the corners.
SCREE_HD inline void share_area(Manifold& manifold) {
  const int n = manifold.count;
  Vec3 mean;
  for (int i = 0; i < n; ++i) mean += manifold.point[i].position / n;
  Real triangle[Manifold::capacity], sum = 0;
  for (int i = 0; i < n; ++i) {
    const Vec3 p = manifold.point[i].position, q = manifold.point[i + 1 == n ? 0 : i + 1].position;
    sum += triangle[i] = length(cross(p - mean, q - mean));
  }
  for (int i = 0; i < n; ++i) {
    const Real adjacent = triangle[i] + triangle[i == 0 ? n - 1 : i - 1];
    manifold.point[i].weight = n > 2 && sum > 0 ? (adjacent / sum + 1.0 / n) / 3 : 1.0 / n;
  }
}

namespace manifold_detail {

/// A point in the coordinates of the common plane. Only the few points that transmit a force are transformed
/// to 3D.
struct PlanePoint {
  Vec2 position;
  Real overlap = 0, weight = 0;
  Vec2 weight_gradient;

  SCREE_HD static Vec2 couple(Vec2 arm) { return {arm.y, -arm.x}; }  // arm x normal
};
struct PlanePoints {
  static constexpr int capacity = Manifold::capacity;
  int count = 0;
  union {  // the union leaves the points uninitialized
    PlanePoint point[capacity];
  };

  SCREE_HD PlanePoints() {}
};

/// True if all edges at a vertex make so steep an angle with the contact plane that their other ends have
/// no weight. `down` is the normal of this plane that points out of the vertex's body, in the frame of
/// this body.
SCREE_HD inline bool stands_steep(const PolyhedronView& body, int vertex, Vec3 down) {
  const Vec3 p = body.vertex(vertex);
  const int start = body.vertex_halfedge[vertex];
  int h = start;
  do {
    const int twin = body.twin[h];
    const Vec3 e = p - body.vertex(body.origin[twin]);
    const Real drop = dot(down, e), square = drop * drop;
    if (!(square > steepest * steepest * (length_squared(e) - square))) return false;
    h = body.next(twin);
  } while (h != start);
  return true;
}

/// True if both faces at an edge are too steep along the other body's edge, so that points on them have no
/// weight. Faces that point away from the other body are ignored. All arguments are in the frame of the
/// edge's body.
SCREE_HD inline bool crosses_steep(const PolyhedronView& body, int edge, Vec3 outward, Vec3 along) {
  const Real square = steepest * steepest * length_squared(along);
  for (const int h : {edge, body.twin[edge]}) {
    const Vec3 n = body.face_normal[body.face[h]];
    const Real facing = dot(n, outward), fall = dot(n, along);
    if (facing > 0 && !(fall * fall > square * facing * facing)) return false;
  }
  return true;
}

/// True if only the deepest point has weight. The region shared by both bodies lies in a cone with its apex
/// at this point, and the overlap is linear over it. The overlap decreases most slowly along one of the sides
/// of the cone. These sides are edges of the bodies.
SCREE_HD inline bool presses_at_one_point(const PolyhedronPair& pair, const Contact& c) {
  using Kind = Feature::Kind;
  const Feature a = c.feature_a, b = c.feature_b;
  if (a.kind == Kind::edge && b.kind == Kind::edge) {
    const Vec3 along_a = pair.a.vertex(pair.a.target(a.id)) - pair.a.vertex(pair.a.origin[a.id]);
    const Vec3 along_b = pair.b.vertex(pair.b.target(b.id)) - pair.b.vertex(pair.b.origin[b.id]);
    return crosses_steep(pair.a, a.id, c.normal, pair.rotation * along_b) &&
           crosses_steep(pair.b, b.id, pair.to_b(-c.normal), pair.to_b(along_a));
  }
  if (a.kind == Kind::face && b.kind == Kind::vertex)
    return stands_steep(pair.b, b.id, pair.to_b(-pair.normal_a(a.id)));
  return a.kind == Kind::vertex && b.kind == Kind::face && stands_steep(pair.a, a.id, -pair.normal_b(b.id));
}

/// An edge that lies on a face of the other body. Two points bound its piece over the face. All values are in
/// the frame of the face's body. The outward normal of the face is approximately `up`. `find` returns false
/// if the piece is shorter than `merge`.
struct EdgeOnFace {
  Vec3 from, to;  // ends of the piece over the face
  Real overlap_from, overlap_to;
  // Half-edges of the face that cut the edge; -1 if the edge itself ends there.
  int cut_from = -1, cut_to = -1;

  SCREE_HD bool find(const PolyhedronView& body, int face, Vec3 p, Vec3 q, Vec3 up, Real rounding,
                     Real merge) {
    const int begin = body.face_begin[face], end = body.face_begin[face + 1];
    const Vec3 along = q - p;
    Real first = 0, last = 1;
    Vec3 corner = body.vertex(body.origin[end - 1]);
    for (int h = begin; h < end; ++h) {
      const Vec3 next = body.vertex(body.origin[h]), out_normal = cross(next - corner, up);
      const Real slack =
          rounding * (std::abs(out_normal.x) + std::abs(out_normal.y) + std::abs(out_normal.z));
      const Real out_p = dot(out_normal, p - corner) - slack, out_q = dot(out_normal, q - corner) - slack;
      corner = next;
      if (!(out_p > 0 || out_q > 0)) continue;
      if (out_p > 0 && out_q > 0) return false;
      const Real t = out_p / (out_p - out_q);
      const int cut = h == begin ? end - 1 : h - 1;
      if (out_p > 0 && t > first) first = t, cut_from = cut;
      if (out_q > 0 && t < last) last = t, cut_to = cut;
    }
    const Real fraction = last - first;
    if (!(fraction > 0 && fraction * fraction * length_squared(along) > merge * merge)) return false;
    const Vec3 m = body.face_normal[face];
    const Real steep = 1 / dot(m, up), offset = body.face_offset(face);
    from = p + first * along, to = p + last * along;
    overlap_from = steep * (offset - dot(m, from)), overlap_to = steep * (offset - dot(m, to));
    return true;
  }
};

/// Computes the manifold of an edge of one body on a face of the other. Returns false if the piece of the
/// edge over the face is too short.
SCREE_HD inline bool press_edge(const PolyhedronPair& pair, const Contact& contact, Feature feature_a,
                                Feature feature_b, Real merge, Manifold& manifold) {
  const bool face_of_a = feature_a.kind == Feature::Kind::face;
  const PolyhedronView &edged = face_of_a ? pair.b : pair.a, &faced = face_of_a ? pair.a : pair.b;
  const Feature edge = face_of_a ? feature_b : feature_a, face = face_of_a ? feature_a : feature_b;
  const int end[2] = {edged.origin[edge.id], edged.target(edge.id)};
  const auto point_of = [&](int v) {
    return face_of_a ? pair.vertex_b(v) : pair.to_b(pair.vertex_a(v) - pair.translation);
  };
  const Vec3 up = face_of_a ? contact.normal : pair.to_b(-contact.normal);
  EdgeOnFace on;
  if (!on.find(faced, face.id, point_of(end[0]), point_of(end[1]), up, 1e-14 * pair.size(), merge))
    return false;
  manifold.count = 2;
  for (int i = 0; i < 2; ++i) {
    const Real overlap = i == 0 ? on.overlap_from : on.overlap_to;
    const Vec3 middle = (i == 0 ? on.from : on.to) + (0.5 * overlap) * up;
    const int cut = i == 0 ? on.cut_from : on.cut_to;
    const Feature here = cut < 0 ? Feature{Feature::Kind::vertex, end[i]} : edge;
    const Feature there = cut < 0 ? face : edge_feature(faced, cut);
    manifold.point[i] = {face_of_a ? middle : pair.rotation * middle + pair.translation, contact.normal,
                         overlap, 0.5, face_of_a ? key_of(there, here) : key_of(here, there)};
  }
  compute_weights(manifold);
  remove_inactive(manifold);
  return true;
}

}  // namespace manifold_detail

/// Returns the manifold of a contact of two polyhedra that an algorithm has found, in the frame of A. It
/// leaves out points that transmit no force.
SCREE_HD inline Manifold manifold_of(const PolyhedronPair& pair, const Contact& contact) {
  using namespace clip_detail;
  // The margin is the whole size, so nothing is cut off where the bodies do not overlap. The weights
  // therefore do not depend on the depth.
  constexpr PatchTolerance tolerance{.margin = 1};
  Manifold manifold;
  if (!has_patch(pair, contact, tolerance.margin)) return manifold;
  const auto set_deepest = [&] {
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap,
                        key_of(contact.feature_a, contact.feature_b));
  };
  if (manifold_detail::presses_at_one_point(pair, contact)) {
    set_deepest();
    return manifold;
  }
  const ParallelFeatures features(pair, contact, tolerance.slope);
  if (features.is_edge_on_face()) {
    if (!manifold_detail::press_edge(pair, contact, features.a, features.b, tolerance.merge * pair.size(),
                                     manifold))
      set_deepest();
    return manifold;
  }
  const Frame frame(contact);
  SeenPatch seen;
  if (!see_patch(pair, contact, features, frame, tolerance, seen, nullptr)) {
    set_deepest();
    return manifold;
  }
  manifold_detail::PlanePoints points;
  points.count = seen.count();
  for (int i = 0; i < points.count; ++i) {
    const Corner& c = seen.corner(i);
    const Real overlap = seen.a.height_at(c.x, c.y) - seen.b.height_at(c.x, c.y);
    points.point[i] = {{c.x, c.y}, overlap, seen.share[i], {}};
  }
  if (points.count > 1) compute_weights(points);
  for (int i = 0; i < points.count; ++i) {
    const manifold_detail::PlanePoint& p = points.point[i];
    if (!(p.overlap > 0 && p.weight > 0)) continue;
    const Real middle = seen.a.height_at(p.position.x, p.position.y) - 0.5 * p.overlap;
    manifold.point[manifold.count++] = {frame.from(p.position.x, p.position.y, middle),
                                        contact.normal,
                                        p.overlap,
                                        p.weight,
                                        key_of(seen.feature_a(pair, i), seen.feature_b(pair, i)),
                                        p.weight_gradient.x * frame.x + p.weight_gradient.y * frame.y};
  }
  return manifold;
}

}  // namespace scree
