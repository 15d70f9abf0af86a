// superquadric: contact of two superquadrics, after Peng, Hanley 2019, Section 2.1.
//
// The point between the bodies minimizes F_A + F_B among the points with F_A = F_B (equation 2). It is the
// point that both reach first when they grow or shrink to a common level of F. It follows from Newton's
// method on the Lagrange system of equation 5, four equations with their analytic Jacobian. The bodies touch
// if F is negative there.
//
// Departures: the system is written for log(2 + F) instead of F, which has the same solution. F of exponent
// 20 grows like r^20, and Newton's method on it takes 19 steps where this version takes one. Steps are
// halved while the residual grows. Where that fails, the solution is the minimum of the larger of the two
// functions, whose level sets are convex. Ellipsoids enclose it, which cannot fail, and Newton's method
// completes the search.
//
// The paper calls the point the midpoint of the two closest surface points, which holds only for equal
// spheres. `collide` starts from this point and finds those points (common_normal.hpp). Deep overlaps, which
// may have several common normals, are left to the bounds of gjk_td. Pairs with one sphere use the surface
// point closest to its centre; two spheres use a closed form.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

#include <string_view>

namespace scree {

/// Point of equation 5, with its level and its multiplier.
struct CommonLevel {
  Vec3 point;
  Real level = 0;   // F_A = F_B there: negative if the bodies overlap
  Real lambda = 0;  // the multiplier: (1 + lambda) grad F_A + (1 - lambda) grad F_B = 0
  Vec3 normal;      // unit, from A to B: along grad F_A
  int iterations = 0;
  int cuts = 0;  // steps of the ellipsoids; 0: Newton's method sufficed
  bool found = false;
};

/// Finds the point of equation 5. `start` is any point; the default is the point on the line of centres where
/// spheres would touch.
CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b);
CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 start);

/// The overlap as the paper and LIGGGHTS measure it: the length of the line through the point along the
/// normal inside both bodies. Valid only for overlapping bodies.
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

/// The independent answer (gjk_td_round.hpp) as a contact.
struct GjkTdSuperquadrics {
  static constexpr std::string_view name = "gjk_td";
  static Contact collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
