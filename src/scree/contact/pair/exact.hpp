// exact: brute force over all candidates of the contact normal, for two convex polyhedra. It is slow and
// simple, and it is the fallback and the reference of the other algorithms.
//
// The signed distance is the maximum over all unit normals of the gap between the supporting planes. It is
// attained at one of three kinds of normals: a face normal of A, a face normal of B, or the cross product of
// an edge of A and an edge of B. The two edges must form a face of the Minkowski difference, that is, their
// arcs on the Gauss map cross. Every gap uses the full support of both bodies, so a superfluous candidate can
// never spoil the maximum. If the maximum is positive, the bodies are separated, and the distance is the
// least over all vertex-face, face-vertex and edge-edge pairs. Normals across nearly parallel edges and of
// short links are freed of rounding errors (refine_normal.hpp).
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct Exact {
  static constexpr std::string_view name = "exact";

  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
