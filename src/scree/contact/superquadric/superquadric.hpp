// superquadric: contact of two superquadrics, after Peng, Hanley 2019, Section 2.1.
//
// The point between the bodies minimizes F_A + F_B among the points with F_A = F_B (equation 2). It is the
// point at which the bodies first meet when they grow or shrink to a common level of F. Newton's method finds
// it from the Lagrange system of equation 5, which has four equations and an analytic Jacobian. The bodies
// touch if F is negative at this point.
//
// Departures: the system is written for log(2 + F) instead of F, which has the same solution. For the
// exponent 20, F grows like r^20, and Newton's method on F takes 19 steps where this version takes one. A
// step is halved as long as the residual grows. Where Newton's method fails, ellipsoids enclose the solution,
// which is the minimum of the larger of the two functions. The level sets of that function are convex, so
// this method cannot fail. Newton's method then completes the search.
//
// The paper calls the point the midpoint of the two closest surface points, which is true only for equal
// spheres. `collide` starts from this point and finds the closest surface points (common_normal.hpp). Deep
// overlaps may have several common normals; gjk_td finds their answer with bounds. A pair with one sphere
// uses the surface point closest to the centre of the sphere. Two spheres have a closed form.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

#include <string_view>

namespace scree {

/// Point of equation 5, with its level and its multiplier.
struct CommonLevel {
  Vec3 point;
  Real level = 0;   // F_A = F_B at the point; negative if the bodies overlap
  Real lambda = 0;  // the multiplier: (1 + lambda) grad F_A + (1 - lambda) grad F_B = 0
  Vec3 normal;      // unit, from A to B: along grad F_A
  int iterations = 0;
  int cuts = 0;  // steps of the ellipsoid method; 0: Newton's method sufficed
  bool found = false;
};

/// Finds the point of equation 5. `start` is any point; the default is the point on the line of centres where
/// spheres would touch.
CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b);
CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 start);

/// The overlap as the paper and LIGGGHTS measure it: the length, inside both bodies, of the line through the
/// point along the normal. Valid only for overlapping bodies.
struct LineOverlap {
  Vec3 point_a, point_b;
  Real overlap = 0;
};
LineOverlap overlap_on_line(const PlacedSuperquadric& a, const PlacedSuperquadric& b,
                            const CommonLevel& level);

struct SuperquadricPairNewton {
  static constexpr std::string_view name = "superquadric";
  static Contact collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

/// The point, normal and overlap of the paper as a contact. For separated bodies it uses the plane through
/// the point perpendicular to the normal. The gap along that normal is a lower bound on the distance.
struct SuperquadricPairPublished {
  static constexpr std::string_view name = "superquadric_published";
  static Contact collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

/// The answer of gjk_td (gjk_td_round.hpp) as a contact. It is independent of the methods above.
struct GjkTdSuperquadrics {
  static constexpr std::string_view name = "gjk_td";
  static Contact collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
