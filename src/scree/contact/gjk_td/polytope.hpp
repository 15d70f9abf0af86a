// The convex polytope that gjk_td grows from a tetrahedron. Its faces are triangles with vertices of A - B,
// stored in arrays of fixed size. Planes are stored component by component, so that one scan checks all faces
// (face_scan.hpp). Every face stores its neighbours, so that the edges of a hole are found without a search.
#pragma once

#include "scree/contact/gjk_td/face_scan.hpp"
#include "scree/contact/pair/simplex.hpp"
#include "scree/math/simd.hpp"

namespace scree {

class Polytope {
 public:
  struct Face {
    int v[3];       // counter-clockwise seen from outside
    Vec3 normal;    // unit, outward
    Real distance;  // depth of the origin below the plane
    Real area;      // twice the area of the triangle
  };
  // With 96 vertices, pairs of 200-vertex hulls with coincident centres fell back to `exact` and took 60
  // times as long.
  static constexpr int most_vertices = 256, most_faces = 2 * most_vertices;

  SCREE_HD Polytope() {}

  /// Starts from four vertices. Returns false if they lie in one plane.
  SCREE_HD bool start(const Simplex& s, Real rounding) {
    for (int i = 0; i < 4; ++i) vertex_[i] = s.vertex[i];
    vertices_ = 4, faces_ = 4;
    rounding_ = rounding;
    inside_ = 0.25 * (vertex_[0].w + vertex_[1].w + vertex_[2].w + vertex_[3].w);
    const Real volume =
        dot(vertex_[3].w - vertex_[0].w, cross(vertex_[1].w - vertex_[0].w, vertex_[2].w - vertex_[0].w));
    if (volume > 0) {
      const MinkowskiVertex swapped = vertex_[1];
      vertex_[1] = vertex_[2], vertex_[2] = swapped;
    }
    first_survives_ = true;
    corners_[0] = {{0, 1, 2}, {side(1, 2), side(2, 2), side(3, 2)}, false};
    corners_[1] = {{0, 3, 1}, {side(3, 1), side(2, 0), side(0, 0)}, false};
    corners_[2] = {{1, 3, 2}, {side(1, 1), side(3, 0), side(0, 1)}, false};
    corners_[3] = {{2, 3, 0}, {side(2, 1), side(1, 0), side(0, 2)}, false};
    bool sound = true;
    for (int f = 0; f < 4; ++f) {
      const int* v = corners_[f].v;
      sound &= set_plane(f, vertex_[v[0]].w, vertex_[v[1]].w, vertex_[v[2]].w);
      starts_[f] = 0;
      if (f == 0 || distance_[f] < distance_[nearest_]) nearest_ = f;
    }
    end_distances();
    return sound;
  }

  /// True if the face is the triangle of the first three vertices at the start.
  SCREE_HD bool is_first(int f) const { return first_survives_ && f == 0; }

  SCREE_HD int nearest() const { return nearest_; }
  /// Returns one of the faces no farther than `limit`. For each of them it takes the point of the face's
  /// plane closest to the origin, and it chooses the face in which this point lies deepest. If faces tie to
  /// within rounding, the witnesses from the other faces would lie outside the bodies.
  SCREE_HD int most_central(Real limit) const {
    int best = nearest_;
    Real deepest = -1e300;
    const auto look_at = [&](int f) {
      const Face face = this->face(f);
      const Vec3 closest_point = face.distance * face.normal;
      Real inside = 1e300;  // distance from the nearest side, negative outside
      for (int i = 0; i < 3; ++i) {
        const Vec3 p = vertex_[face.v[i]].w, q = vertex_[face.v[(i + 1) % 3]].w;
        const Real depth = dot(cross(q - p, closest_point - p), face.normal) / length(q - p);
        inside = depth < inside ? depth : inside;
      }
      if (inside > deepest) deepest = inside, best = f;
    };
    int near = 0;
    for (int f = 0; f < faces_; ++f) near += distance_[f] > limit ? 0 : 1;
    for (int f = 0; f < faces_ && near > 1; ++f) {
      if (!(distance_[f] > limit)) look_at(f);
    }
    return best;
  }
  /// Upper bound on the error of a face's distance: the normal of a triangle of height h is correct to
  /// rounding / h.
  SCREE_HD Real doubt(int f) const {
    const int* v = corners_[f].v;
    const Vec3 a = vertex_[v[0]].w, b = vertex_[v[1]].w, c = vertex_[v[2]].w;
    const Real longest = max_component({length_squared(b - a), length_squared(c - b), length_squared(a - c)});
    return 0.05 * rounding_ * std::sqrt(longest * length_squared(a)) / area_[f];
  }
  SCREE_HD int faces() const { return faces_; }
  SCREE_HD Face face(int f) const {
    const int* v = corners_[f].v;
    return {{v[0], v[1], v[2]}, {x_[f], y_[f], z_[f]}, distance_[f], area_[f]};
  }
  SCREE_HD Real distance(int f) const { return distance_[f]; }
  SCREE_HD Real area(int f) const { return area_[f]; }
  SCREE_HD const MinkowskiVertex& vertex(int v) const { return vertex_[v]; }
  SCREE_HD bool holds(const MinkowskiVertex& w) const {
    for (int i = 0; i < vertices_; ++i) {
      if (vertex_[i].a == w.a && vertex_[i].b == w.b) return true;
    }
    return false;
  }

  /// Removes the faces that see the vertex, or whose plane contains it, and joins the edges of the hole to
  /// the vertex by triangles. Returns false if the arrays are full or rounding has made the polytope unsound.
  /// The polytope is then unusable.
  SCREE_HD bool grow(const MinkowskiVertex& w) {
    if (vertices_ == most_vertices) return false;
    const int top = vertices_++;
    vertex_[top] = w;
    starts_[top] = 0;
    int seen[most_faces + 16];
    const FacePlanes planes{x_, y_, z_, distance_};
    const FacesSeen found = face_scan(planes, faces_, w.w.x, w.w.y, w.w.z, rounding_, seen);
    const int gone = found.count;
    int best = found.nearest;
    Real nearest = found.distance;
    for (int i = 0; i < gone; ++i) corners_[seen[i]].goes = true;
    // Edges between faces that are removed and faces that stay.
    struct Edge {
      int from, to, beyond;  // `beyond` is the side of the neighbouring face at this edge
    } edge[3 * most_faces];
    int edges = 0;
    for (int i = 0; i < gone; ++i) {
      const Corners& c = corners_[seen[i]];
      for (int k = 0; k < 3; ++k) {
        const int beyond = c.beyond[k];
        edge[edges].from = c.v[k];
        edge[edges].to = c.v[k == 2 ? 0 : k + 1];
        edge[edges].beyond = beyond;
        edges += corners_[face_of(beyond)].goes ? 0 : 1;
      }
    }
    const int added = edges > gone ? edges - gone : 0;
    if (edges < 3 || faces_ + added > most_faces) return false;
    if (seen[0] == 0) first_survives_ = false;
    // Joins each edge to the new vertex by a triangle. The triangles reuse the indices of the removed faces
    // and then the indices after the last face.
    for (int i = 0; i < added; ++i) seen[gone + i] = faces_ + i;
    bool sound = true;
    for (int e = 0; e < edges; ++e) {
      const int f = seen[e], beyond = edge[e].beyond;
      Corners& c = corners_[f];
      c.v[0] = edge[e].from;
      c.v[1] = edge[e].to;
      c.v[2] = top;
      c.beyond[0] = beyond, c.beyond[2] = -1;
      c.goes = false;
      corners_[face_of(beyond)].beyond[beyond & 3] = side(f, 0);
      starts_[edge[e].from] = f;
      sound &= set_plane(f, vertex_[edge[e].from].w, vertex_[edge[e].to].w, w.w);
      const Real distance = distance_[f];
      // The selection avoids a branch, which would have to wait for a square root and a division.
      best = distance < nearest ? f : best;
      nearest = distance < nearest ? distance : nearest;
    }
    nearest_ = best;
    for (int e = 0; e < edges; ++e) {
      const int f = seen[e], next = starts_[edge[e].to];
      Corners& c = corners_[next];
      // This is false if the edges do not form one loop.
      sound &= c.v[0] == edge[e].to && c.v[2] == top && c.beyond[2] < 0;
      corners_[f].beyond[1] = side(next, 2), c.beyond[2] = side(f, 1);
    }
    if (!sound) return false;
    for (int e = gone; e > edges; --e) remove(seen[e - 1]);
    faces_ += added;
    end_distances();
    return true;
  }

 private:
  /// Vertices of a face, and for each of its edges the side of the neighbouring face. Side i runs from vertex
  /// i to vertex i + 1.
  struct Corners {
    int v[3], beyond[3];
    bool goes;  // set while the polytope grows
  };
  SCREE_HD static int side(int face, int i) { return 4 * face + i; }
  SCREE_HD static int face_of(int side) { return side >> 2; }

  SCREE_HD bool set_plane(int f, Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 across = cross(b - a, c - a);
    const Real square = length_squared(across), area = std::sqrt(square);
    const Vec3 n = ((1 / square) * area) * across;  // the division does not wait for the root
    x_[f] = n.x;
    y_[f] = n.y;
    z_[f] = n.z;
    distance_[f] = dot(n, a);
    area_[f] = area;
    return distance_[f] > dot(n, inside_);  // also false for a triangle of zero area
  }

  /// Moves the last face to the index of a removed face. No face refers to the removed face as a neighbour
  /// any more.
  SCREE_HD void remove(int f) {
    const int last = --faces_;
    if (f == last) return;
    if (nearest_ == last) nearest_ = f;
    corners_[f] = corners_[last];
    x_[f] = x_[last];
    y_[f] = y_[last];
    z_[f] = z_[last];
    distance_[f] = distance_[last], area_[f] = area_[last];
    for (int i = 0; i < 3; ++i) {
      const int b = corners_[f].beyond[i];
      corners_[face_of(b)].beyond[b & 3] = side(f, i);
    }
  }

  SCREE_HD void end_distances() {
    for (int i = 0; i < simd_padding; ++i) distance_[faces_ + i] = 1e300;
  }

  // The unions leave the arrays uninitialized, because clearing them would take 10 % of a query's time. A
  // query uses only a small fraction of them.
  union {
    MinkowskiVertex vertex_[most_vertices];
  };
  union {
    Corners corners_[most_faces];
  };
  static constexpr int capacity = most_faces + simd_padding;
  alignas(simd_padding * sizeof(Real)) Real x_[capacity], y_[capacity], z_[capacity], distance_[capacity],
      area_[capacity];
  int starts_[most_vertices];  // index of the new face whose first edge starts at this vertex
  int vertices_ = 0, faces_ = 0, nearest_ = 0;
  bool first_survives_ = false;
  Vec3 inside_;
  Real rounding_ = 0;
};

}  // namespace scree
