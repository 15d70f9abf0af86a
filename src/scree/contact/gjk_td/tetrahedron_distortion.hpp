// Tetrahedron distortion finds the facet of A - B nearest to the origin for bodies that overlap. gjk_td.hpp
// explains the method.
#pragma once

#include "scree/contact/gjk_td/facet_proof.hpp"
#include "scree/contact/pair/simplex.hpp"

namespace scree {

/// Fills in the contact, and stores the facet and its margin in the cache (facet_proof.hpp). Returns true if
/// the answer is certified. The simplex must contain the origin, except for rounding, and is extended to a
/// tetrahedron. `rotation` is the orientation of B in A. `on_boundary` means that the face opposite to the
/// last vertex of the simplex is known to lie on the boundary. The steps are added to `iterations`.
bool distort(const PolyhedronPair& pair, const Quat& rotation, Simplex& s, bool on_boundary,
             const Tolerance& tolerance, Contact& contact, Cache& cache, int& iterations);

/// Calls `distort` with a triangle and the support vertex farthest from it. Returns false for bodies that
/// barely touch, because their polytope does not determine the overlap. The GJK walk measures such bodies.
bool distort_from(const PolyhedronPair& pair, const Quat& rotation, const MinkowskiVertex (&triangle)[3],
                  bool on_boundary, const Tolerance& tolerance, Contact& contact, Cache& cache,
                  int& iterations);

}  // namespace scree
