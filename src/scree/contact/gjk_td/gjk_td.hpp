// gjk_td: GJK followed by tetrahedron distortion (Descantes, Tricoire, Richard 2019, algorithm 3): the exact
// signed distance of two convex polyhedra, apart or overlapping, with witness points.
//
// GJK walks to the origin. If it ends with a simplex round the origin, the simplex is made a tetrahedron and
// distorted: the face nearest to the origin is pushed out to the support vertex along its normal, until the
// support vertex lies on the face. That face is on the boundary of A - B; its distance is the overlap, its
// normal the contact normal.
//
// Departures from the paper, each with its reason:
// - All faces that see the new vertex are replaced, not only the nearest one. The paper's rule keeps
// overlapping faces, and its bound of
//   3(vA + vB) - 8 steps is exceeded on real pairs (it takes A - B to have vA + vB vertices); ours stays
//   convex and needs few steps.
// - The location condition compares support values, not vertices: facets from two edges are parallelograms,
// and another of
//   their corners may be returned.
// - Normals point away from a fixed point inside the tetrahedron, not from the origin, which may lie on a
// face (the Fig. 8 case) or, with
//   touching bodies, a rounding error outside. So touching needs no case of its own.
// - Ours: a gap that is surely beyond Tolerance::far ends the search. What is told of it then is a separating
//   normal and a lower bound. Simulations need no more of bodies that are apart, and it takes a third of the
//   time.
// - The walk has cheaper steps than that of `gjk` and starts with three vertices, which saves half of them
//   (lean_walk.hpp).
// - Where the gap is not asked for, a portal (portal.hpp) is found instead of a tetrahedron: its steps are
//   cheaper, and it ends on the facet of A - B that is right for most shallow contacts. The cone over that
//   facet proves it (recertify.hpp). Else, and as soon as the portal is known to be deep, it and the vertex
//   farthest from it are the tetrahedron to distort.
// - Bounding spheres and the plane that separated the bodies last time come first, and the facet that had the
// least
//   overlap last time, which is proven again without a search (recertify.hpp).
// - The normal is taken from the features (a stored face normal, or the cross product of two edges) and the
// overlap from the full
//   support along it. That is an upper bound by itself; with the face's distance, a lower bound, it certifies
//   the answer. An answer that rounding keeps from being certified is handed to `exact`.
// - A sliver's plane is known badly, and its distance may be too large: a sliver that may be nearer than the
//   face found is pushed out as well.
// - Where the polytope just misses the origin (touching, or a gap below 1e-10 of the size) its planes bound
//   the gap from below only. GJK goes on to the end and measures it; the normal of so short a link is settled
//   (settle.hpp).
// - Of facets that tie to rounding the one named may lie beside the foot of the origin. Witnesses are checked
//   against the features, and else found without any (opposite_points.hpp).
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
