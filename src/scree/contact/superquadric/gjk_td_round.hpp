// gjk_td on support functions: finds the signed distance of two convex bodies, polyhedron or superquadric,
// from their support functions alone. The other algorithms for round bodies are compared with this
// independent answer.
//
// GJK walks a simplex of support points of A - B towards the origin. If the simplex encloses the origin, a
// tetrahedron around it is distorted (Descantes, Tricoire, Richard 2019, algorithm 3). Round bodies have
// infinitely many support points, so neither loop would end by itself. Both loops compute bounds on the
// signed distance and end when the bounds agree. The gap along every normal tried is a lower bound. The upper
// bound comes from points of separated bodies, or from the nearest face of the inner polytope of overlapping
// bodies. The answer is the normal with the best lower bound.
//
// Many normals may have nearly the same gap, as for nearly round bodies with nearly the same centre. The
// polytope then fills up before the bounds agree. In this case a quasi-Newton method ascends to the largest
// gaps near the best normals tried, and `certifies` returns false if the bounds stay too wide.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

namespace scree {

struct BoundedDistance {
  Real lower = -1e300, upper = 1e300;  // bounds on the signed distance: positive if separated
  Vec3 normal;                         // unit, from A to B; the gap along it is `lower`
  Vec3 point_a, point_b;               // points of the bodies, `lower` apart along the normal
  int iterations = 0;
};

/// True if the bounds prove a signed distance between the bodies to 1e-8 of their size.
inline bool certifies(const BoundedDistance& bounds, Real gap, Real size) {
  return bounds.upper - gap <= 1e-8 * size;
}

/// Computes bounds on the signed distance, starting from the normal `first`. Ends when the bounds are within
/// `enough` of each other, or as near as rounding and the fixed arrays allow.
BoundedDistance bounded_distance(const PolyhedronView& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough);
BoundedDistance bounded_distance(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough);

}  // namespace scree
