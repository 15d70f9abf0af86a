// The input of the kernels for two convex polyhedra: pointers to the arrays of the shapes, and the pose of B
// in the frame of A. A vertex of B is transformed to A's frame only when it is needed.
#pragma once

#include "scree/contact/pair/support_scan.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/polyhedron.hpp"

namespace scree {

struct PolyhedronView {
  const Real *x, *y, *z;  // vertices at scale 1, padded to simd_padding
  int vertex_count, halfedge_count, face_count;
  const int *face_begin, *origin, *twin, *face, *vertex_halfedge;
  const Vec3* face_normal;
  const Real* unit_face_offset;  // at scale 1
  Real bounding_radius;
  Real scale;
  // True if the faces are planar and the body is convex, both to within rounding. A vertex without a higher
  // neighbour along a direction is then a support vertex.
  bool even;

  SCREE_HD Vec3 vertex(int v) const { return {scale * x[v], scale * y[v], scale * z[v]}; }
  SCREE_HD Real face_offset(int f) const { return scale * unit_face_offset[f]; }
  /// Facets are the faces of a polyhedron and the edges of a PolygonView. Code that 3D and 2D share uses
  /// these functions.
  SCREE_HD int facet_count() const { return face_count; }
  SCREE_HD Vec3 facet_normal(int f) const { return face_normal[f]; }
  SCREE_HD Real facet_offset(int f) const { return face_offset(f); }
  SCREE_HD int next(int h) const { return h + 1 == face_begin[face[h] + 1] ? face_begin[face[h]] : h + 1; }
  SCREE_HD int target(int h) const { return origin[twin[h]]; }
  SCREE_HD int next_around_vertex(int h) const { return next(twin[h]); }

  /// Returns a vertex farthest along the direction. The search starts at the vertex `from`, which should be
  /// nearby, and climbs from neighbour to neighbour. The body must be even.
  SCREE_HD int climb(Vec3 direction, int from) const {
    // The number of steps is limited, because a scan is faster than a long climb. On a face perpendicular to
    // the direction, rounding can also make the climb cycle.
    for (int step = 0; step < 8; ++step) {
      const Vec3 p{x[from], y[from], z[from]};
      const int start = vertex_halfedge[from];
      int higher = -1, h = start;
      do {
        const int back = twin[h], v = origin[back];
        // The difference is taken first, because it is exact for vertices close to each other.
        if (direction.x * (x[v] - p.x) + direction.y * (y[v] - p.y) + direction.z * (z[v] - p.z) > 0) {
          higher = v;
          break;
        }
        h = next(back);
      } while (h != start);
      if (higher < 0) return from;
      from = higher;
    }
    return support(direction);
  }
  /// Returns a vertex farthest along the direction, the first if there are several.
  SCREE_HD int support(Vec3 direction) const {
    return support_scan(x, y, z, vertex_count, direction.x, direction.y, direction.z);
  }
};

inline PolyhedronView view(const Polyhedron& p, Real scale = 1) {
  const Topology& t = p.topology;
  return {p.vertex_x.data(),
          p.vertex_y.data(),
          p.vertex_z.data(),
          p.vertex_count(),
          t.halfedge_count(),
          p.face_count(),
          t.face_begin.data(),
          t.origin.data(),
          t.twin.data(),
          t.face.data(),
          t.vertex_halfedge.data(),
          p.face_normal.data(),
          p.face_offset.data(),
          scale * p.bounding_radius,
          scale,
          p.unevenness <= 1e-14 * p.bounding_radius};
}

/// The support vertices along a normal from A to B: the highest vertex of A and the lowest vertex of B.
struct SupportPair {
  int a = 0, b = 0;
};

struct PolyhedronPair {
  using Vector = Vec3;  // lets 3D and 2D share code
  using Supports = SupportPair;

  PolyhedronView a, b;
  Mat3 rotation;  // orientation of B in A
  Vec3 translation;

  SCREE_HD PolyhedronPair(const PolyhedronView& view_a, const PolyhedronView& view_b, const Pose& b_in_a)
      : a(view_a), b(view_b), rotation(to_matrix(b_in_a.orientation)), translation(b_in_a.position) {}

  SCREE_HD Real size() const { return a.bounding_radius + b.bounding_radius; }
  /// All vectors below are in the frame of A.
  SCREE_HD Vec3 vertex_a(int v) const { return a.vertex(v); }
  SCREE_HD SCREE_ALWAYS_INLINE Vec3 vertex_b(int v) const { return rotation * b.vertex(v) + translation; }
  SCREE_HD Vec3 normal_a(int f) const { return a.face_normal[f]; }
  SCREE_HD SCREE_ALWAYS_INLINE Vec3 normal_b(int f) const { return rotation * b.face_normal[f]; }
  SCREE_HD SCREE_ALWAYS_INLINE Vec3 to_b(Vec3 direction) const { return transpose(rotation) * direction; }
  SCREE_HD int support_a(Vec3 direction) const { return a.support(direction); }
  SCREE_HD int support_b(Vec3 direction) const { return b.support(to_b(direction)); }

  /// Returns one of the bodies. Code that is the same for A and B uses it.
  SCREE_HD const PolyhedronView& body(bool of_b) const { return of_b ? b : a; }
  SCREE_HD Vec3 point(bool of_b, int v) const { return of_b ? vertex_b(v) : vertex_a(v); }
  /// Returns the outward normal of a face as a normal from A to B. outward() is the inverse function: it
  /// returns a normal from A to B as an outward direction in the frame of its body.
  SCREE_HD Vec3 normal_of(bool of_b, int f) const { return of_b ? -normal_b(f) : normal_a(f); }
  SCREE_HD Vec3 outward(bool of_b, Vec3 normal) const { return of_b ? to_b(-normal) : normal; }

  SCREE_HD SupportPair supports(Vec3 normal) const { return {support_a(normal), support_b(-normal)}; }

  /// Returns the gap between the bodies along a unit normal from A to B, that is, the height of B's lowest
  /// point above A's highest point. If the bodies overlap, the gap is negative for every normal. The maximum
  /// of the gap over all normals is the signed distance.
  SCREE_HD Real gap(Vec3 normal, SupportPair at) const {
    return dot(normal, vertex_b(at.b)) - dot(normal, vertex_a(at.a));
  }
  SCREE_HD Real gap(Vec3 normal) const { return gap(normal, supports(normal)); }
};

}  // namespace scree
