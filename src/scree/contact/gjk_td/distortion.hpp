// Tetrahedron distortion: the facet of A - B nearest to the origin, of bodies that overlap. gjk_td.hpp tells
// how.
#pragma once

#include "scree/contact/gjk_td/recertify.hpp"
#include "scree/contact/pair/simplex.hpp"

namespace scree {

/// Fills the contact, and the cache with the facet and its reserve (recertify.hpp). True when the answer is
/// certified. The simplex holds the origin, all but to rounding, and is made a tetrahedron. `turn` is that of
/// B in A. `on_boundary`: the face opposite to the last vertex of the simplex is known to be.
bool distort(const PolyhedronPair& pair, const Quat& turn, Simplex& s, bool on_boundary,
             const Tolerance& tolerance, Contact& contact, Cache& cache);

/// The same from a triangle and the vertex farthest from it. Of bodies that all but touch the polytope tells
/// too little; they are left to the walk of GJK.
bool distort_from(const PolyhedronPair& pair, const Quat& turn, const MinkowskiVertex (&triangle)[3],
                  bool on_boundary, const Tolerance& tolerance, Contact& contact, Cache& cache);

}  // namespace scree
