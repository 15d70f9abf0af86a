// The tetrahedron that gjk_td distorts: a convex polytope of triangles with vertices of A - B, in fixed
// arrays.
#pragma once

#include "scree/contact/simplex.hpp"

namespace scree {

class Polytope {
 public:
  struct Face {
    int v[3];       // counter-clockwise seen from outside
    Vec3 normal;    // unit, outward
    Real distance;  // of the origin below the plane
    Real area;      // twice that of the triangle
  };
  // With 96, hulls of 200 vertices with coincident centres were left to `exact` and took 60 times as long.
  static constexpr int most_vertices = 256, most_faces = 2 * most_vertices;

  SCREE_HD Polytope() {}

  /// From four vertices that are not in one plane; false when they are.
  SCREE_HD bool start(const Simplex& s, Real rounding) {
    for (int i = 0; i < 4; ++i) vertex_[i] = s.vertex[i];
    vertices_ = 4;
    rounding_ = rounding;
    inside_ = 0.25 * (vertex_[0].w + vertex_[1].w + vertex_[2].w + vertex_[3].w);
    const Real volume =
        dot(vertex_[3].w - vertex_[0].w, cross(vertex_[1].w - vertex_[0].w, vertex_[2].w - vertex_[0].w));
    if (volume > 0) {
      const MinkowskiVertex swapped = vertex_[1];
      vertex_[1] = vertex_[2], vertex_[2] = swapped;
    }
    first_survives_ = true;
    return add_face(0, 1, 2) && add_face(0, 3, 1) && add_face(1, 3, 2) && add_face(2, 3, 0);
  }

  /// Whether a face is the one that the first three vertices made at the start.
  SCREE_HD bool is_first(const Face& f) const { return first_survives_ && &f == face_; }

  SCREE_HD const Face& nearest() const {
    int best = 0;
    for (int f = 1; f < faces_; ++f) {
      if (face_[f].distance < face_[best].distance) best = f;
    }
    return face_[best];
  }
  /// Of the faces no farther than `limit`, the one that the foot of the origin lies deepest inside: where
  /// faces tie to rounding, the witnesses of the others would lie beside the bodies.
  SCREE_HD const Face& most_central(Real limit) const {
    int best = 0;
    Real deepest = -1e300;
    for (int f = 0; f < faces_; ++f) {
      if (face_[f].distance > limit) continue;
      const Vec3 foot = face_[f].distance * face_[f].normal;
      Real inside = 1e300;  // distance of the foot from the nearest side, negative outside
      for (int i = 0; i < 3; ++i) {
        const Vec3 p = vertex_[face_[f].v[i]].w, q = vertex_[face_[f].v[(i + 1) % 3]].w;
        const Real depth = dot(cross(q - p, foot - p), face_[f].normal) / length(q - p);
        inside = depth < inside ? depth : inside;
      }
      if (inside > deepest) deepest = inside, best = f;
    }
    return face_[best];
  }
  /// How much the distance of a face may be off: a triangle of height h has a normal right to rounding / h.
  SCREE_HD Real doubt(const Face& f) const {
    const Vec3 a = vertex_[f.v[0]].w, b = vertex_[f.v[1]].w, c = vertex_[f.v[2]].w;
    const Real longest = max_component({length_squared(b - a), length_squared(c - b), length_squared(a - c)});
    return 0.05 * rounding_ * std::sqrt(longest * length_squared(a)) / f.area;
  }
  SCREE_HD int faces() const { return faces_; }
  SCREE_HD const Face& face(int f) const { return face_[f]; }
  SCREE_HD const MinkowskiVertex& vertex(int v) const { return vertex_[v]; }
  SCREE_HD bool holds(const MinkowskiVertex& w) const {
    for (int i = 0; i < vertices_; ++i) {
      if (vertex_[i].a == w.a && vertex_[i].b == w.b) return true;
    }
    return false;
  }

  /// Replaces the faces that see the vertex, or hold it in their plane, by triangles to it. False when the
  /// arrays are full or rounding has made the polytope unsound.
  SCREE_HD bool grow(const MinkowskiVertex& w) {
    if (vertices_ == most_vertices) return false;
    const int top = vertices_++;
    vertex_[top] = w;
    horizon_count_ = 0;
    for (int f = 0; f < faces_;) {
      if (dot(face_[f].normal, w.w) - face_[f].distance < -rounding_) {
        ++f;
        continue;
      }
      for (int i = 0; i < 3; ++i) {
        if (!toggle(face_[f].v[i], face_[f].v[(i + 1) % 3])) return false;
      }
      if (f == 0) first_survives_ = false;
      face_[f] = face_[--faces_];
    }
    if (horizon_count_ < 3) return false;
    for (int e = 0; e < horizon_count_; ++e) {
      if (!add_face(horizon_[e][0], horizon_[e][1], top)) return false;
    }
    return true;
  }

 private:
  SCREE_HD bool add_face(int i, int j, int k) {
    if (faces_ == most_faces) return false;
    const Vec3 a = vertex_[i].w, b = vertex_[j].w, c = vertex_[k].w;
    const Vec3 n = cross(b - a, c - a);
    const Real area = length(n);
    if (!(area > 0)) return false;
    Face& f = face_[faces_++];
    f = {{i, j, k}, (1 / area) * n, 0, area};
    f.distance = dot(f.normal, a);
    return dot(f.normal, a - inside_) > 0;
  }

  /// An edge of two removed faces is met once in each direction and cancels; what is left is the horizon.
  SCREE_HD bool toggle(int from, int to) {
    for (int e = 0; e < horizon_count_; ++e) {
      if (horizon_[e][0] == to && horizon_[e][1] == from) {
        --horizon_count_;
        horizon_[e][0] = horizon_[horizon_count_][0], horizon_[e][1] = horizon_[horizon_count_][1];
        return true;
      }
    }
    if (horizon_count_ == most_faces) return false;
    horizon_[horizon_count_][0] = from, horizon_[horizon_count_][1] = to;
    ++horizon_count_;
    return true;
  }

  // Unions keep the arrays from being cleared, of which a query uses a small part: 10 % of its time.
  union {
    MinkowskiVertex vertex_[most_vertices];
  };
  union {
    Face face_[most_faces];
  };
  int horizon_[most_faces][2];
  int vertices_ = 0, faces_ = 0, horizon_count_ = 0;
  bool first_survives_ = false;
  Vec3 inside_;
  Real rounding_ = 0;
};

}  // namespace scree
