// Points of two bodies that face each other along the normal of a contact, found without features.
//
// Points p of A and q of B are the witnesses if p - q is the overlap times the normal. The line along the
// normal through the origin leaves A - B at the point p - q. The search starts with a triangle that the line
// passes through. It pushes the triangle outwards along the triangle's own normal until no vertex of A - B
// lies beyond it, as portal_refinement.hpp does with a portal. The barycentric weights of the point where the
// line crosses the triangle are also the weights of the vertices of both bodies. The points therefore belong
// to their bodies, however many features tie to within rounding.
//
// The first triangle is auxiliary and lies far below A - B. No vertex lies above the supporting plane, so the
// final corners on this plane have all of the weight. The auxiliary corners then have zero weight.
#pragma once

#include "scree/contact/pair/simplex.hpp"

/// Marks functions that hot functions call rarely. If inlined, they would occupy registers that the hot
/// functions need.
#define SCREE_NEVER_INLINE __attribute__((noinline))

namespace scree {

/// A point of each body. `error` is the distance of their difference from the overlap times the normal.
struct OppositePoints {
  Vec3 on_a, on_b;
  Real error = 1e300;
};

namespace opposite_detail {

/// A corner of the triangle. Its x and y coordinates are perpendicular to the normal. Its z coordinate is the
/// height over the supporting plane, along the normal.
struct Corner {
  Vec3 at;
  int a = -1, b = -1;  // -1: a corner of the auxiliary triangle
};

SCREE_HD inline Real cross_2d(Vec3 p, Vec3 q) { return p.x * q.y - p.y * q.x; }

/// Returns the corner that a new corner must replace so that the line still passes through the triangle.
SCREE_HD inline int replaced_corner(const Corner (&corner)[3], Vec3 added) {
  int best = 0;
  Real most = -1e300;
  for (int i = 0; i < 3; ++i) {
    // The line passes through the triangle of the new corner and the corners j and k if the direction from
    // the new corner to the line points between j and k.
    const Real from_j = cross_2d(added, corner[(i + 1) % 3].at),
               to_k = cross_2d(corner[(i + 2) % 3].at, added);
    const Real least = from_j < to_k ? from_j : to_k;
    if (least > most) most = least, best = i;
  }
  return best;
}

}  // namespace opposite_detail

/// Returns points that face each other along a unit normal from A to B. `overlap` is the overlap along this
/// normal, negative for a gap. If several pairs of points face each other, it returns any one of them.
SCREE_HD inline OppositePoints opposite_points(const PolyhedronPair& pair, Vec3 normal, Real overlap) {
  using namespace opposite_detail;
  constexpr int most_steps = 100;  // 3 to 10 steps are usual
  const Real size = pair.size(), away = length(pair.translation),
             rounding = 1e-15 * (size > away ? size : away);
  const Vec3 other = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 x = normalized(cross(normal, other)), y = cross(normal, x), target = overlap * normal;
  const Real extent = 4 * size;
  Corner corner[3];
  corner[0].at = {extent, 0, -extent}, corner[1].at = {-0.5 * extent, 0.866 * extent, -extent};
  corner[2].at = {-0.5 * extent, -0.866 * extent, -extent};
  Real weight[3];
  for (int step = 0; step < most_steps; ++step) {
    const Vec3 p = corner[0].at, q = corner[1].at, r = corner[2].at;
    weight[0] = cross_2d(q, r);
    weight[1] = cross_2d(r, p);
    weight[2] = cross_2d(p, q);
    const Real sum = weight[0] + weight[1] + weight[2];
    if (weight[0] * p.z + weight[1] * q.z + weight[2] * r.z >= -rounding * sum) break;
    const Vec3 out = cross(q - p, r - p);
    const MinkowskiVertex next = minkowski_support(pair, out.x * x + out.y * y + out.z * normal);
    const Vec3 w = next.w - target;
    const Vec3 at{dot(x, w), dot(y, w), dot(normal, w)};
    const Real beyond = dot(out, at - p);
    if (!(beyond > 0 && beyond * beyond > 0.01 * rounding * rounding * length_squared(out))) break;
    bool known = false;
    for (const Corner& c : corner) known = known || (c.a == next.a && c.b == next.b);
    if (known) break;
    Corner& gone = corner[replaced_corner(corner, at)];
    gone.at = at;
    gone.a = next.a;
    gone.b = next.b;
  }
  // The weights of a sliver are mostly rounding error. The point of the sliver nearest to the target may then
  // have a smaller error, so both are tried.
  OppositePoints best;
  Simplex simplex;
  Real weights[2][3] = {};
  for (int i = 0; i < 3; ++i) {
    if (corner[i].a < 0) continue;
    weights[0][simplex.count] = weight[i] > 0 ? weight[i] : 0;
    MinkowskiVertex v = minkowski_vertex(pair, corner[i].a, corner[i].b);
    v.w -= target;
    simplex.add(v);
  }
  if (simplex.count == 0) return best;
  const Reduction nearest = SignedVolumes::reduce(simplex);
  for (int i = 0; i < 3; ++i) weights[1][i] = nearest.weight[i];
  for (const auto& of : weights) {
    const Real sum = of[0] + of[1] + of[2];
    if (!(sum > 0)) continue;
    OppositePoints points;
    Vec3 in_b;
    for (int i = 0; i < simplex.count; ++i) {
      points.on_a += (of[i] / sum) * pair.vertex_a(simplex.vertex[i].a);
      in_b += (of[i] / sum) * pair.b.vertex(simplex.vertex[i].b);
    }
    points.on_b = pair.rotation * in_b + pair.translation;
    points.error = length(points.on_a - points.on_b - target);
    if (points.error < best.error) best = points;
  }
  return best;
}

}  // namespace scree
