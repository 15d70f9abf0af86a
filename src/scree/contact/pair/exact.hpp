// exact: brute force over all candidates of the contact normal, for two convex polyhedra. It is slow but
// simple. It serves as the fallback and as the reference for the other algorithms.
//
// The signed distance is the maximum over all unit normals of the gap between the supporting planes. It is
// attained at one of three kinds of normals: a face normal of A, a face normal of B, or the cross product of
// an edge of A and an edge of B. The two edges must form a face of the Minkowski difference, that is, their
// arcs on the Gauss map must cross. Every gap uses the support vertices of the whole bodies, so a superfluous
// candidate can never make the maximum too large. If the maximum is positive, the bodies are separated, and
// the distance is the least over all vertex-face, face-vertex and edge-edge pairs. refine_normal.hpp removes
// rounding errors from the normals of nearly parallel edges and of short links.
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
