// Answers of gjk_td for separated bodies: the gap if the caller asks for it, else a plane between the bodies.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/gjk.hpp"

namespace scree {

/// Measures the gap from the simplex that GJK ended with. Returns true if the answer is certified, that is,
/// if the gap along the normal through the closest points equals their distance.
bool measure_gap(const PolyhedronPair& pair, const GjkEnd& end, const Tolerance& tolerance, Contact& contact);

/// Fills the contact from an axis along which the bodies are far apart. It stores a separating normal and a
/// lower bound on the gap. The witnesses are a vertex of A and its projection onto the plane through B's
/// nearest vertex along that normal.
void take_bound(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound, Contact& contact);

/// True if `bound`, the support vertex of A - B along the axis, proves that the gap is beyond the cutoff.
bool beyond_cutoff(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound,
                   const Tolerance& tolerance);

/// Stores a separating plane in the cache. The next query checks it first.
void remember_bound(const MinkowskiVertex& bound, Vec3 normal, Cache& cache);

}  // namespace scree
