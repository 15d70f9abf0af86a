// exact: the judge. Brute force over everything that can decide, slow and simple, for two convex polyhedra.
//
// The signed distance is the maximum over all unit normals of the gap between the supporting planes. It is
// attained at a face normal of A, a face normal of B, or the cross product of an edge of A and an edge of B
// that form a face of the Minkowski difference (their arcs on the Gauss map cross). A gap is taken with the
// full support of both bodies, so a candidate that was let in too many can never spoil the maximum. If that
// maximum is positive the bodies are apart, and the distance is the least over all vertex-face, face-vertex
// and edge-edge pairs. Normals across nearly parallel edges and of short links are freed of rounding
// (settle.hpp).
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
