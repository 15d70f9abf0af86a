// Volume, centroid and inertia of a solid of unit density, by exact integration of polynomials over its
// surface (divergence theorem). A polyhedron has no discretisation error.
#pragma once

#include "scree/math/mat.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/surface/surface.hpp"

namespace scree {

struct MassProperties {
  Real volume = 0;  // negative if the surface is inside out
  Real area = 0;
  Vec3 centroid;
  Mat3 inertia;  // about the centroid for density 1; multiply by the density
};

MassProperties integrate_mass(const Surface& surface);

/// Mass properties that every solid body stores, at its centroid and along its principal axes.
struct BodyMass {
  Real volume = 0;
  Real area = 0;
  Vec3 inertia;        // principal moments of inertia for density 1
  Pose body_in_input;  // maps the body's frame to the frame of the input
};

BodyMass principal_frame(const MassProperties& mass);

/// Moves the vertices into the frame of the body, at the centroid and along the principal axes. `mass` is the
/// result of integrate_mass for the surface.
BodyMass move_to_body_frame(Surface& surface, const MassProperties& mass);

/// Wadell's sphericity: area of the sphere of equal volume divided by the area of the body; 1 for a sphere.
Real sphericity(Real volume, Real area);

}  // namespace scree
