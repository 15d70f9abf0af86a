// The lists of algorithms for pairs with superquadrics: a convex polyhedron with a superquadric, and two
// superquadrics. The lists drive `scree list`, `query`, `verify` and `bench`, as algorithms.hpp does for
// two polyhedra.
#pragma once

#include "scree/contact/superquadric/polyhedron_superquadric.hpp"
#include "scree/contact/superquadric/superquadric.hpp"

#include <array>

namespace scree {

template <class Body>
struct RoundAlgorithm {
  std::string_view name, summary;
  // True if the algorithm claims the signed distance with an error of at most 1e-8 of the size. The other
  // algorithms evaluate it as the paper does.
  bool exact;
  Contact (*collide)(const Body& a, const PlacedSuperquadric& b, Cache& cache, const Tolerance& tolerance);
};

inline constexpr std::array polyhedron_superquadric_algorithms = {
    RoundAlgorithm<PolyhedronView>{PolyhedronSuperquadric::name,
                                   "Peng and Hanley, completed and measured exactly", true,
                                   PolyhedronSuperquadric::collide},
    RoundAlgorithm<PolyhedronView>{PolyhedronSuperquadricPublished::name,
                                   "Peng and Hanley as published: six cases, no distance", false,
                                   PolyhedronSuperquadricPublished::collide},
    RoundAlgorithm<PolyhedronView>{GjkTdPolyhedronSuperquadric::name,
                                   "gjk_td on support functions, between certified bounds", true,
                                   GjkTdPolyhedronSuperquadric::collide},
};

inline constexpr std::array superquadric_algorithms = {
    RoundAlgorithm<PlacedSuperquadric>{SuperquadricPairNewton::name,
                                       "Newton on the Lagrange system, measured exactly", true,
                                       SuperquadricPairNewton::collide},
    RoundAlgorithm<PlacedSuperquadric>{SuperquadricPairPublished::name,
                                       "the same point, overlap along the line through it", false,
                                       SuperquadricPairPublished::collide},
    RoundAlgorithm<PlacedSuperquadric>{GjkTdSuperquadrics::name,
                                       "gjk_td on support functions, between certified bounds", true,
                                       GjkTdSuperquadrics::collide},
};

}  // namespace scree
