// Simplices of the Minkowski difference A - B, and the point of a simplex closest to the origin. Two
// sub-algorithms find it: Johnson's (Gilbert, Johnson and Keerthi 1988) and the signed volumes of Montanari,
// Petrinic and Barbieri (2017). The second includes the correction of Descantes et al. 2019, equation 5
// (Cramer's rule with the projected origin in column i). Both reduce the simplex to its smallest face that
// contains the closest point, and compute the barycentric weights of that point.
#pragma once

#include "scree/contact/pair/minkowski.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

using MinkowskiVertex = MinkowskiVertexIn<Vec3>;

/// Two support vertices in addition to the support vertex along a direction. The three vertices surround the
/// direction, counter-clockwise about it. Walks that start with all three need half as many steps as walks
/// that start with one. The two additional vertices are found at the same time, whereas a walk finds its
/// vertices one after the other. The two search directions point away from the side on which the first vertex
/// lies. They deviate from the given direction by about the angle between neighbouring vertices of a body,
/// seen from its centre.
struct SurroundingSupports {
  Vec3 along[2];
  MinkowskiVertex vertex[2];

  SCREE_HD SurroundingSupports(const PolyhedronPair& pair, Vec3 direction, const MinkowskiVertex& first) {
    const int fewest = pair.a.vertex_count < pair.b.vertex_count ? pair.a.vertex_count : pair.b.vertex_count;
    const Vec3 across = cross(direction, first.w), back = cross(direction, across);
    const Real square = length_squared(across);
    // If the first vertex lies exactly along the direction, there is no such side, and both searches use the
    // direction itself.
    const Real spread = square > 0 ? 2 / std::sqrt(fewest * square) : 0;
    const Vec3 middle = direction + 0.5 * spread * back,
               sideways = 0.866 * spread * length(direction) * across;
    along[0] = middle + sideways, along[1] = middle - sideways;
    for (int i = 0; i < 2; ++i) vertex[i] = minkowski_support(pair, along[i]);
  }
};

struct Simplex {
  union {  // the union leaves the vertices uninitialized
    MinkowskiVertex vertex[4];
  };
  Real weight[4] = {1, 0, 0, 0};
  int count = 0;

  SCREE_HD Simplex() {}

  SCREE_HD void add(const MinkowskiVertex& v) { vertex[count++] = v; }
  SCREE_HD bool holds(const MinkowskiVertex& v) const {
    for (int i = 0; i < count; ++i) {
      if (vertex[i].a == v.a && vertex[i].b == v.b) return true;
    }
    return false;
  }
  SCREE_HD Vec3 point() const {
    Vec3 p;
    for (int i = 0; i < count; ++i) p += weight[i] * vertex[i].w;
    return p;
  }
  /// Removes the vertices whose bit is not set. The remaining vertices keep their order. The indices of
  /// `weights` are in the old order.
  SCREE_HD void keep(unsigned bits, const Real (&weights)[4]) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if ((bits >> i & 1U) == 0) continue;
      vertex[kept] = vertex[i];
      weight[kept++] = weights[i];
    }
    count = kept;
  }
};

/// The result of a sub-algorithm before the simplex is reduced: a bit for each vertex that stays, and
/// the weights.
struct Reduction {
  unsigned bits = 0;
  Real weight[4] = {};
  Vec3 point;            // the closest point
  Real squared = 1e300;  // its distance from the origin

  SCREE_HD void set_point(Vec3 p) { point = p, squared = length_squared(p); }
};

namespace signed_volumes_detail {

SCREE_HD inline Reduction vertex(const Simplex& s, int i) {
  Reduction r;
  r.bits = 1U << i;
  r.weight[i] = 1;
  r.set_point(s.vertex[i].w);
  return r;
}

SCREE_HD inline Reduction segment(const Simplex& s, int i, int j) {
  const Vec3 p = s.vertex[i].w, d = s.vertex[j].w - p;
  const Real along = -dot(p, d), all = dot(d, d);
  if (!(along > 0)) return vertex(s, i);
  if (!(along < all)) return vertex(s, j);
  Reduction r;
  r.bits = 1U << i | 1U << j;
  r.weight[j] = along / all;
  r.weight[i] = 1 - r.weight[j];
  r.set_point(r.weight[i] * p + r.weight[j] * s.vertex[j].w);
  return r;
}

SCREE_HD inline Reduction triangle(const Simplex& s, int i, int j, int k) {
  const Vec3 a = s.vertex[i].w, b = s.vertex[j].w, c = s.vertex[k].w;
  const Vec3 n = cross(b - a, c - a);
  const Real all = dot(n, n);
  // Barycentric coordinates, times a common factor, of the closest point of the plane to the origin.
  const Real u = dot(cross(b, c), n), v = dot(cross(c, a), n), w = dot(cross(a, b), n);
  if (all > 0 && u > 0 && v > 0 && w > 0) {
    Reduction r;
    r.bits = 1U << i | 1U << j | 1U << k;
    const Real sum = u + v + w;
    r.weight[i] = u / sum;
    r.weight[j] = v / sum;
    r.weight[k] = w / sum;
    r.set_point(r.weight[i] * a + r.weight[j] * b + r.weight[k] * c);
    return r;
  }
  // The closest point lies on an edge that faces the origin. A degenerate triangle does not show clearly
  // which edges do, so all of these edges are tried.
  Reduction best;
  const auto offer = [&](const Reduction& r) {
    if (r.squared < best.squared) best = r;
  };
  if (!(u > 0)) offer(segment(s, j, k));
  if (!(v > 0)) offer(segment(s, i, k));
  if (!(w > 0)) offer(segment(s, i, j));
  return best;
}

SCREE_HD inline Reduction tetrahedron(const Simplex& s) {
  const Vec3 a = s.vertex[0].w, b = s.vertex[1].w, c = s.vertex[2].w, d = s.vertex[3].w;
  // Signed volumes of the tetrahedra in which the origin replaces one vertex. They add up to the volume of
  // the whole tetrahedron.
  const Real volume[4] = {dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)),
                          -dot(a, cross(b, c))};
  const Real all = volume[0] + volume[1] + volume[2] + volume[3];
  Reduction best;
  if (all != 0) {
    const Real sign = all > 0 ? 1 : -1;
    if (sign * volume[0] > 0 && sign * volume[1] > 0 && sign * volume[2] > 0 && sign * volume[3] > 0) {
      best.bits = 15;
      for (int i = 0; i < 4; ++i) best.weight[i] = volume[i] / all;
      best.squared = 0;
      return best;
    }
  }
  constexpr int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  for (int i = 0; i < 4; ++i) {
    if (all != 0 && (all > 0 ? volume[i] : -volume[i]) > 0)
      continue;  // the origin is on the inner side of this face
    const Reduction r = triangle(s, faces[i][0], faces[i][1], faces[i][2]);
    if (r.squared < best.squared) best = r;
  }
  return best;
}

}  // namespace signed_volumes_detail

struct SignedVolumes {
  SCREE_HD static Reduction reduce(const Simplex& s) {
    using namespace signed_volumes_detail;
    return s.count == 1   ? vertex(s, 0)
           : s.count == 2 ? segment(s, 0, 1)
           : s.count == 3 ? triangle(s, 0, 1, 2)
                          : tetrahedron(s);
  }
};

struct Johnson {
  /// Returns the smallest set of vertices whose cofactors are all positive, and to which no other vertex can
  /// be added with a positive cofactor. If rounding leaves no such set, it returns the set with positive
  /// cofactors that is nearest to the origin (the backup procedure).
  SCREE_HD static Reduction reduce(const Simplex& s) {
    const int n = s.count;
    Real delta[16][4] = {};
    for (int i = 0; i < n; ++i) delta[1U << i][i] = 1;
    for (unsigned set = 1; set < (1U << n); ++set) {  // subsets come before their supersets
      int first = 0;
      while ((set >> first & 1U) == 0) ++first;
      for (int j = 0; j < n; ++j) {
        if ((set >> j & 1U) != 0) continue;
        Real sum = 0;
        for (int i = 0; i < n; ++i) {
          if ((set >> i & 1U) != 0)
            sum += delta[set][i] * dot(s.vertex[i].w, s.vertex[first].w - s.vertex[j].w);
        }
        delta[set | 1U << j][j] = sum;
      }
    }
    Reduction best;
    for (unsigned set = 1; set < (1U << n); ++set) {
      Real all = 0;
      bool inside = true, optimal = true;
      for (int i = 0; i < n; ++i) {
        if ((set >> i & 1U) != 0) {
          all += delta[set][i];
          inside = inside && delta[set][i] > 0;
        } else {
          optimal = optimal && !(delta[set | 1U << i][i] > 0);
        }
      }
      if (!inside) continue;
      Reduction r;
      r.bits = set;
      for (int i = 0; i < n; ++i) r.weight[i] = (set >> i & 1U) != 0 ? delta[set][i] / all : 0;
      Vec3 p;
      for (int i = 0; i < n; ++i) p += r.weight[i] * s.vertex[i].w;
      r.set_point(p);
      if (optimal) return r;
      if (r.squared < best.squared) best = r;
    }
    return best;
  }
};

}  // namespace scree
