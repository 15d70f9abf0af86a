// A superquadric: the points where F <= 0 (Peng and Hanley 2019, equation 1),
//   F(x, y, z) = (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 - 1,
// with half lengths a, b, c and blockiness n1 (along z), n2 (across). n1 = n2 = 2 is an ellipsoid; larger
// exponents are boxier. Exponents below 2 are rejected: bodies with exponents from 1 to 2 are convex, but
// their curvature is unbounded. The kernels use the inline functions of superquadric_derivatives.hpp.
#pragma once

#include "scree/math/mat.hpp"

namespace scree {

struct Superquadric {
  Vec3 half_length{1, 1, 1};  // a, b, c
  Real n1 = 2, n2 = 2;
};

/// Makes a superquadric. Throws an Error unless the half lengths are within the range of sizes and the
/// exponents lie between 2 and 1000.
Superquadric make_superquadric(Vec3 half_length, Real n1, Real n2);

/// F: negative inside, zero on the surface, positive outside.
Real inside_outside(const Superquadric& s, Vec3 p);
Vec3 gradient(const Superquadric& s, Vec3 p);
/// Second derivatives of F. On the z axis with n1 = 2 < n2 they depend on the direction of approach; the
/// function then returns a finite value among these.
Mat3 hessian(const Superquadric& s, Vec3 p);

/// Returns the point of the body farthest along a direction, in closed form (dual norms with
/// exponents n / (n - 1)).
Vec3 support(const Superquadric& s, Vec3 direction);

Real volume(const Superquadric& s);
/// Surface area by quadrature, since there is no closed form. The relative error is below 1e-4.
Real area(const Superquadric& s);
/// Principal moments of inertia for density 1. The axes of the body are its principal axes.
Vec3 inertia(const Superquadric& s);
/// Radius of the smallest sphere about the centre that contains the body.
Real bounding_radius(const Superquadric& s);

}  // namespace scree
