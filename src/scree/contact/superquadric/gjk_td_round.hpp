// gjk_td on support functions: finds the signed distance of two convex bodies, polyhedron or superquadric,
// from their support functions alone. The other algorithms for round bodies are compared with this
// independent answer.
//
// GJK walks a simplex of support points of A - B towards the origin. If the simplex encloses the origin, a
// tetrahedron around it is distorted (Descantes, Tricoire, Richard 2019, algorithm 3). Round bodies have no
// last vertex, so neither loop ends without a bound. Both carry bounds on the signed distance and end when
// these agree. Every normal tried gives a plane between the bodies and with it a lower bound. The upper bound
// comes from points of the bodies (separated) or from the nearest face of the inner polytope (overlapping).
// The answer is the normal of the best lower bound.
//
// If many normals nearly tie, as for nearly round bodies with nearly the same centre, the polytope fills up
// before the bounds meet. Then a quasi-Newton method climbs to the largest gaps near the best normals tried,
// and `certifies` reports that the bounds stay wide.
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
/// `enough`, or as near as rounding and the fixed arrays allow.
BoundedDistance bounded_distance(const PolyhedronView& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough);
BoundedDistance bounded_distance(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough);

}  // namespace scree
