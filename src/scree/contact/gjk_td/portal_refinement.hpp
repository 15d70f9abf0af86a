// Minkowski portal refinement (Snethen 2008, XenoCollide). It finds the facet of A - B through which the ray
// from the difference of the centroids through the origin leaves A - B, or a plane that separates the bodies.
//
// A portal is a triangle of vertices of A - B that the ray passes through. Each step pushes the portal out to
// the support vertex along its normal, and keeps the new triangle that the ray passes through. The search
// ends when the portal lies on the boundary of A - B. Steps are cheap, because they need no square roots and
// no divisions. In most shallow contacts, but not in all, the facet found is the facet of least overlap. The
// search does not prove this; gjk_td starts its polytope from the facet. In deep contacts the facet is hardly
// ever the correct one, so a deep portal ends the search. The search gives up if the ray meets an edge of the
// portal to within rounding. The GJK walk handles this case without trouble.
#pragma once

#include "scree/contact/pair/simplex.hpp"

namespace scree {

struct PortalEnd {
  enum class Case : unsigned char { separated, facet, deep, gave_up };
  Case end = Case::gave_up;
  MinkowskiVertex vertex[3];  // facet, deep: the portal, counter-clockwise seen from outside
  // separated: `bound` is the support vertex of A - B along the axis, and it lies before the origin.
  Vec3 axis;
  MinkowskiVertex bound;
  int iterations = 0;
};

SCREE_HD inline bool same(const MinkowskiVertex& v, const MinkowskiVertex& w) {
  return v.a == w.a && v.b == w.b;
}

SCREE_HD inline PortalEnd refine_portal(const PolyhedronPair& pair) {
  constexpr int most_steps = 40;
  const Real rounding = 1e-14 * pair.size(), deep = 0.05 * pair.size();
  PortalEnd result;
  const Vec3 c = -pair.translation;  // inside A - B
  const auto separates = [&](Vec3 axis, const MinkowskiVertex& v) {
    if (!(dot(axis, v.w) < 0)) return false;
    result.end = PortalEnd::Case::separated;
    result.axis = axis;
    result.bound = v;
    return true;
  };
  if (!(length_squared(c) > 0)) return result;
  MinkowskiVertex v1 = minkowski_support(pair, -c);
  if (separates(-c, v1)) return result;
  const SurroundingSupports around(pair, -c, v1);
  for (int i = 0; i < 2; ++i) {
    if (separates(around.along[i], around.vertex[i])) return result;
  }
  MinkowskiVertex v2 = around.vertex[0], v3 = around.vertex[1];
  // Positive if the origin is beyond the plane of c and two of the vertices.
  const Real beyond_12 = dot(cross(v1.w, v2.w), c), beyond_23 = dot(cross(v2.w, v3.w), c),
             beyond_31 = dot(cross(v3.w, v1.w), c);
  if (!(beyond_12 < 0 && beyond_23 < 0 && beyond_31 < 0)) {
    // Starts from the plane beyond which the origin lies farthest. If vertices coincide, there is no
    // such plane.
    if (beyond_12 > 0 && beyond_12 >= beyond_23 && beyond_12 >= beyond_31) {
      const MinkowskiVertex swapped = v1;
      v1 = v2, v2 = swapped;
    } else if (beyond_23 > 0 && beyond_23 >= beyond_31) {
      v1 = v3;
    } else if (beyond_31 > 0) {
      v2 = v3;
    } else {
      const Vec3 out = cross(v1.w, c);
      v2 = minkowski_support(pair, out);
      if (separates(out, v2)) return result;
    }
    // Directs the normal of the plane of c, v1 and v2 towards the origin. c, v1 and v2 are counter-clockwise
    // about it.
    Vec3 out = cross(v1.w - c, v2.w - c);
    if (dot(out, c) > 0) {
      const MinkowskiVertex swapped = v1;
      v1 = v2;
      v2 = swapped;
      out = -out;
    }
    for (;; ++result.iterations) {
      if (result.iterations == most_steps) return result;
      v3 = minkowski_support(pair, out);
      if (separates(out, v3)) return result;
      if (same(v3, v1) || same(v3, v2)) return result;
      if (dot(cross(v1.w, v3.w), c) < 0) {  // the origin is beyond the plane of c, v1 and v3
        v2 = v3;
      } else if (dot(cross(v3.w, v2.w), c) < 0) {
        v1 = v3;
      } else {
        break;
      }
      out = cross(v1.w - c, v2.w - c);
    }
  }
  for (; result.iterations < most_steps; ++result.iterations) {
    const Vec3 n = cross(v2.w - v1.w, v3.w - v1.w);
    const Real square = length_squared(n), height = dot(n, v1.w);
    if (height > 0 && height * height > deep * deep * square) {
      result.end = PortalEnd::Case::deep;
      result.vertex[0] = v1;
      result.vertex[1] = v2;
      result.vertex[2] = v3;
      return result;
    }
    const MinkowskiVertex w = minkowski_support(pair, n);
    if (separates(n, w)) return result;
    const Real beyond = dot(n, w.w - v1.w);
    if (!(beyond > 0 && beyond * beyond > rounding * rounding * square)) {
      if (!(height > 0)) return result;
      result.end = PortalEnd::Case::facet;
      result.vertex[0] = v1;
      result.vertex[1] = v2;
      result.vertex[2] = v3;
      return result;
    }
    // The ray passes through one of the three triangles at the new vertex. The planes of c, the new vertex
    // and each corner decide which one: the origin lies on one side of each plane.
    const Vec3 across = cross(w.w, c);
    if (dot(v1.w, across) > 0) {
      (dot(v2.w, across) > 0 ? v1 : v3) = w;
    } else {
      (dot(v3.w, across) > 0 ? v2 : v1) = w;
    }
  }
  return result;
}

}  // namespace scree
