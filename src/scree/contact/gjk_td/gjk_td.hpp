// gjk_td: GJK followed by tetrahedron distortion (Descantes, Tricoire, Richard 2019, algorithm 3). It finds
// the exact signed distance of two convex polyhedra, separated or overlapping, with witness points.
//
// GJK walks towards the origin. If it ends with a simplex around the origin, the simplex is extended to a
// tetrahedron and distorted. In this distortion, the face nearest to the origin is pushed out to the support
// vertex along its normal, until the support vertex lies on the face. That face is on the boundary of A - B.
// Its distance is the overlap, and its normal is the contact normal.
//
// Differences from the paper, each with its reason:
// - The polytope replaces all faces that see the new vertex, not only the nearest one. The paper's rule
//   leaves faces that overlap each other. Real pairs exceed the paper's bound of 3(vA + vB) - 8 steps,
//   because the bound assumes that A - B has vA + vB vertices. Our polytope stays convex and needs few steps.
// - The paper's location condition is checked with support values instead of vertices. Facets from two edges
//   are parallelograms, and the search may return another of their corners.
// - Normals point away from a fixed point inside the tetrahedron, not from the origin. The origin may lie on
//   a face (the Fig. 8 case). If the bodies touch, it may also lie outside by a rounding error. Touching
//   bodies therefore need no special case.
// - Our addition: a gap that is certainly beyond Tolerance::distance_cutoff ends the search. The answer is
//   then a separating normal and a lower bound on the gap. Simulations need no more for separated bodies, and
//   such a query takes a third of the time.
// - The steps of the walk are cheaper than in `gjk`. The walk starts with three vertices, which saves half of
//   the steps (gjk_fast.hpp).
// - If the caller does not ask for the gap, the search finds a portal (portal_refinement.hpp) instead of a
//   tetrahedron. The steps of a portal are cheaper, and it ends on the correct facet of A - B for most
//   shallow contacts. The cone over that facet proves it (facet_proof.hpp). If the cone does not, or as soon
//   as the portal is known to be deep, the tetrahedron to distort starts from the portal and the vertex
//   farthest from it.
// - Before a search, a query checks the bounding spheres and the last separating plane. If the last answer
//   was a facet, the query tries to prove it again without a search (facet_proof.hpp).
// - The normal is taken from the features (a stored face normal, or the cross product of two edges) and the
//   overlap from the full support along it. This overlap is an upper bound. Together with the face's
//   distance, a lower bound, it certifies the answer. If rounding prevents this, `exact` supplies the answer.
// - The plane of a sliver is inaccurate, and its distance may be too large. A sliver that may be nearer than
//   the face found is therefore pushed out as well.
// - If the polytope just misses the origin (touching, or a gap below 1e-10 of the size), its planes only
//   bound the gap from below. GJK then continues to the end and measures the gap. refine_normal.hpp corrects
//   the normal of such a short link.
// - If facets tie to within rounding, the chosen facet may not contain the closest point to the origin.
//   Witnesses are checked against the features. If they lie outside, opposite_points.hpp finds others.
//   Between nearly parallel features, GJK may end near the closest points but not at them. If there are no
//   opposite points along its normal, `exact` supplies the answer.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct GjkTd {
  static constexpr std::string_view name = "gjk_td";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
