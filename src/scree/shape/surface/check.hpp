// Conditions that a closed surface must satisfy to bound a solid, and to be convex. Each check names the face
// and the cause of a failure.
#pragma once

#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/topology.hpp"
#include "scree/shape/surface/triangulate.hpp"

#include <string>

namespace scree {

/// Returns the distance below which differences are attributed to rounding: 1e-9 of the size, or more if the
/// input was far from the origin.
Real rounding_distance(const Surface& surface);

/// Throws an Error unless every face is planar and the volume is positive (not inverted, not flat).
void check_solid(const Surface& surface, const MassProperties& mass);

/// Returns the reason why the surface does not bound a convex body, or nothing if it does. Dents up to
/// `tolerance` are accepted.
std::string why_not_convex(const Surface& surface, const Topology& topology, const MassProperties& mass,
                           Real tolerance);

/// Throws an Error if one of several shells has the wrong orientation. Normals of a shell must point
/// outwards, or inwards if the shell is the wall of a cavity in another shell.
void check_shells(const Surface& surface, const Topology& topology);

/// Throws an Error that names two faces that cross or touch other than along their common edge or vertex.
void check_self_contact(const Surface& surface, const Triangles& triangles, const Bvh& triangle_bvh);

}  // namespace scree
