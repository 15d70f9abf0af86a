#include "scree/shape/superquadric.hpp"

#include "scree/error.hpp"
#include "scree/shape/superquadric_derivatives.hpp"
#include "scree/shape/surface/size_range.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

using superquadric_detail::norm;

Real beta(Real x, Real y) { return std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y); }

}  // namespace

Superquadric make_superquadric(Vec3 half_length, Real n1, Real n2) {
  for (const Real l : {half_length.x, half_length.y, half_length.z}) {
    check_size(l, "a half length of the superquadric");
  }
  for (const Real n : {n1, n2}) {
    if (!(n >= 2) || !(n <= 1000)) {
      fail(
          "a superquadric's exponents must lie between 2 and 1000, not {}. Use 2 for an ellipsoid, 8 or "
          "more for a box "
          "with rounded edges.",
          n);
    }
  }
  return {half_length, n1, n2};
}

Real inside_outside(const Superquadric& s, Vec3 p) { return slope(s, p).value; }
Vec3 gradient(const Superquadric& s, Vec3 p) { return slope(s, p).gradient; }
Mat3 hessian(const Superquadric& s, Vec3 p) { return derivatives(s, p).hessian; }
Vec3 support(const Superquadric& s, Vec3 direction) { return support_point(s, direction); }

// Volume and moments after Jaklic, Leonardis and Solina (2000), section 2.4, with their exponents e = 2 / n.
Real volume(const Superquadric& s) {
  const Real e1 = 2 / s.n1, e2 = 2 / s.n2;
  const auto [a, b, c] = s.half_length;
  return 2 * a * b * c * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);
}

Vec3 inertia(const Superquadric& s) {
  const Real e1 = 2 / s.n1, e2 = 2 / s.n2;
  const auto [a, b, c] = s.half_length;
  // Integrals of x^2, y^2 and z^2 over the body.
  const Real factor = a * b * c * e1 * e2 / 2;
  const Real across = factor * beta(1.5 * e2, 0.5 * e2) * beta(0.5 * e1, 2 * e1 + 1);
  const Real along = 4 * factor * beta(0.5 * e2, 0.5 * e2 + 1) * beta(1.5 * e1, e1 + 1);
  const Real xx = a * a * across, yy = b * b * across, zz = c * c * along;
  return {yy + zz, xx + zz, xx + yy};
}

Real area(const Superquadric& s) {
  // Sums quadrilaterals over one octant. The surface is the product of two unit superellipses. Each is
  // sampled along rays to points of a straight line, which spreads the points well on round and boxy bodies.
  constexpr int steps = 200;
  const auto curve = [](Real t, Real n) {
    const Real size = norm(t, 1 - t, n);
    return Vec2{(1 - t) / size, t / size};
  };
  const auto point = [&](Real t, Real u) {
    const Vec2 along = curve(t, s.n1), across = curve(u, s.n2);
    return Vec3{s.half_length.x * along.x * across.x, s.half_length.y * along.x * across.y,
                s.half_length.z * along.y};
  };
  Real octant = 0;
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < steps; ++j) {
      const Real h = 1.0 / steps;
      const Vec3 a = point(i * h, j * h), b = point((i + 1) * h, j * h), c = point((i + 1) * h, (j + 1) * h),
                 d = point(i * h, (j + 1) * h);
      octant += length(cross(c - a, d - b)) / 2;
    }
  }
  return 8 * octant;
}

Real bounding_radius(const Superquadric& s) {
  // |x|^2 is linear in the squared coordinates, which fill a unit ball with exponents n1 / 2 and n2 / 2. So
  // the maximum of |x|^2 is the dual norm of (a^2, b^2, c^2).
  const auto dual_norm = [](Real x, Real y, Real n) {  // exponent m / (m - 1) with m = n / 2
    const Real m = n / 2;
    return m > 1 ? norm(x, y, m / (m - 1)) : std::max(x, y);
  };
  const auto [a, b, c] = s.half_length;
  return std::sqrt(dual_norm(dual_norm(a * a, b * b, s.n2), c * c, s.n1));
}

}  // namespace scree
