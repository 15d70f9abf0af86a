// What gjk_td tells of bodies that are apart: the gap where it is asked for, else a plane between them.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/gjk.hpp"

namespace scree {

/// The gap from the simplex that GJK ended with. True when the answer is certified: the plane across the
/// normal through the closest points separates the bodies by just their distance.
bool measure_gap(const PolyhedronPair& pair, const GjkEnd& end, const Tolerance& tolerance, Contact& contact);

/// The plane across an axis that shows the bodies to be far apart: a separating normal and a lower bound of
/// the gap. The witnesses are a vertex of A and its projection onto the plane through B's nearest vertex
/// along that normal.
void take_bound(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound, Contact& contact);

/// Whether A - B ends along an axis so far before the origin that the gap need not be known.
bool shows_far(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound,
               const Tolerance& tolerance);

/// Keeps a plane for the next query: it is asked first.
void remember_bound(const MinkowskiVertex& bound, Vec3 normal, Cache& cache);

}  // namespace scree
