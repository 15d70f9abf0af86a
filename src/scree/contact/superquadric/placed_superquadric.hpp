// A superquadric placed in the frame of another body, with queries against a plane and a segment. All points
// and directions are in that frame.
#pragma once

#include "scree/math/closest.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/superquadric_derivatives.hpp"

namespace scree {

struct PlacedSuperquadric {
  Superquadric shape;
  Mat3 rotation;
  Vec3 center;
  Real radius;  // bounding radius

  SCREE_HD PlacedSuperquadric(const Superquadric& s, const Pose& pose, Real bounding)
      : shape(s), rotation(to_matrix(pose.orientation)), center(pose.position), radius(bounding) {}
  PlacedSuperquadric(const Superquadric& s, const Pose& pose)
      : PlacedSuperquadric(s, pose, bounding_radius(s)) {}

  SCREE_HD Vec3 rotated_back(Vec3 v) const {
    return v.x * rotation.row[0] + v.y * rotation.row[1] + v.z * rotation.row[2];
  }
  SCREE_HD Vec3 to_local(Vec3 p) const { return rotated_back(p - center); }
  SCREE_HD Vec3 from_local(Vec3 p) const { return rotation * p + center; }
  SCREE_HD Vec3 support(Vec3 direction) const {
    return from_local(support_point(shape, rotated_back(direction)));
  }
  SCREE_HD SuperquadricSlope slope_at(Vec3 p) const {
    const SuperquadricSlope local = slope(shape, to_local(p));
    return {local.value, rotation * local.gradient};
  }
  SCREE_HD SuperquadricDerivatives derivatives_at(Vec3 p) const {
    const SuperquadricDerivatives local = derivatives(shape, to_local(p));
    return {local.value, rotation * local.gradient, rotation * local.hessian * transpose(rotation)};
  }
  SCREE_HD Real value_at(Vec3 p) const { return slope(shape, to_local(p)).value; }
};

/// Lowest point of a superquadric over the plane outward . x = offset, and its height over the plane. The
/// point is nearest to the plane or deepest below it. The plane may be a wall or the plane of a face. The
/// closed form is PHSQ-8.
struct LowestPoint {
  Vec3 point;
  Real height;
};

SCREE_HD inline LowestPoint lowest_over_plane(const PlacedSuperquadric& s, Vec3 outward, Real offset) {
  const Vec3 point = s.support(-outward);
  return {point, dot(outward, point) - offset};
}

/// Finds the same point by Newton's method on grad F = -mu outward, F = 0, as in the paper. It serves to
/// check the closed form. Returns false if 100 steps do not suffice.
bool lowest_over_plane_by_newton(const PlacedSuperquadric& s, Vec3 outward, Real offset, LowestPoint& lowest);

/// Point of a segment where F is least (PHSQ-9). F is convex along a line, so its slope changes sign once.
struct LeastPoint {
  Vec3 point;
  Real parameter;  // 0 at p, 1 at q
  Real value;      // F at the point; the segment meets the body if this is not positive
};

LeastPoint least_on_segment(const PlacedSuperquadric& s, Vec3 p, Vec3 q);

}  // namespace scree
