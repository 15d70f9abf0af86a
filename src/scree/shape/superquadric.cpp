#include "scree/shape/superquadric.hpp"

#include "scree/error.hpp"
#include "scree/shape/size_range.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

Real sign(Real x) { return x < 0 ? -1 : 1; }

/// (x^n + y^n)^(1/n) for x, y >= 0, without overflow or underflow.
Real norm(Real x, Real y, Real n) {
  const Real high = std::max(x, y), low = std::min(x, y);
  return high > 0 ? high * std::pow(1 + std::pow(low / high, n), 1 / n) : 0;
}

/// The point scaled to the unit body and split as the header says.
struct Scaled {
  Real r, u, v, w;
};

Scaled scale(const Superquadric& s, Vec3 p) {
  const Real x = std::abs(p.x) / s.half_length.x, y = std::abs(p.y) / s.half_length.y;
  const Real r = norm(x, y, s.n2);
  const Real even =
      std::pow(0.5, 1 / s.n2);  // on the axis: the direction in which neither x nor y is preferred
  return {r, r > 0 ? x / r : even, r > 0 ? y / r : even, std::abs(p.z) / s.half_length.z};
}

Real beta(Real x, Real y) { return std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y); }

}  // namespace

Superquadric make_superquadric(Vec3 half_length, Real n1, Real n2) {
  for (const Real l : {half_length.x, half_length.y, half_length.z}) {
    check_size(l, "a half length of the superquadric");
  }
  for (const Real n : {n1, n2}) {
    if (!(n >= 2) || !(n <= 1000)) {
      fail(
          "a superquadric's exponents must lie between 2 and 1000, one is {}. Use 2 for an ellipsoid, 8 or "
          "more for a box "
          "with rounded edges.",
          n);
    }
  }
  return {half_length, n1, n2};
}

Real inside_outside(const Superquadric& s, Vec3 p) {
  const Scaled q = scale(s, p);
  return std::pow(q.r, s.n1) + std::pow(q.w, s.n1) - 1;
}

Vec3 gradient(const Superquadric& s, Vec3 p) {
  const Scaled q = scale(s, p);
  const Real radial = s.n1 * std::pow(q.r, s.n1 - 1);
  return {sign(p.x) * radial * std::pow(q.u, s.n2 - 1) / s.half_length.x,
          sign(p.y) * radial * std::pow(q.v, s.n2 - 1) / s.half_length.y,
          sign(p.z) * s.n1 * std::pow(q.w, s.n1 - 1) / s.half_length.z};
}

Mat3 hessian(const Superquadric& s, Vec3 p) {
  const Scaled q = scale(s, p);
  const auto [a, b, c] = s.half_length;
  const Real radial = s.n1 * std::pow(q.r, s.n1 - 2);
  const Real ru = std::pow(q.u, s.n2 - 1),
             rv = std::pow(q.v, s.n2 - 1);  // dr/dx, dr/dy in scaled coordinates
  const Real xx = (s.n1 - 1) * ru * ru + (s.n2 - 1) * std::pow(q.u, s.n2 - 2) * std::pow(q.v, s.n2);
  const Real yy = (s.n1 - 1) * rv * rv + (s.n2 - 1) * std::pow(q.v, s.n2 - 2) * std::pow(q.u, s.n2);
  const Real xy = (s.n1 - s.n2) * ru * rv * sign(p.x) * sign(p.y);
  const Real zz = s.n1 * (s.n1 - 1) * std::pow(q.w, s.n1 - 2);
  return {{{radial * xx / (a * a), radial * xy / (a * b), 0},
           {radial * xy / (a * b), radial * yy / (b * b), 0},
           {0, 0, zz / (c * c)}}};
}

Vec3 support(const Superquadric& s, Vec3 direction) {
  const auto [a, b, c] = s.half_length;
  const Real dx = a * std::abs(direction.x), dy = b * std::abs(direction.y), dz = c * std::abs(direction.z);
  const Real across = norm(dx, dy, s.n2 / (s.n2 - 1));
  const Real all = norm(across, dz, s.n1 / (s.n1 - 1));
  if (!(all > 0)) return {0, 0, sign(direction.z) * c};  // no direction: any point of the surface
  const Real r = std::pow(across / all, 1 / (s.n1 - 1));
  const Real x = across > 0 ? r * std::pow(dx / across, 1 / (s.n2 - 1)) : 0;
  const Real y = across > 0 ? r * std::pow(dy / across, 1 / (s.n2 - 1)) : 0;
  const Real z = std::pow(dz / all, 1 / (s.n1 - 1));
  return {sign(direction.x) * a * x, sign(direction.y) * b * y, sign(direction.z) * c * z};
}

// Volume and moments after Jaklic, Leonardis and Solina (2000), section 2.4, with their exponents e = 2 / n.
Real volume(const Superquadric& s) {
  const Real e1 = 2 / s.n1, e2 = 2 / s.n2;
  const auto [a, b, c] = s.half_length;
  return 2 * a * b * c * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);
}

Vec3 inertia(const Superquadric& s) {
  const Real e1 = 2 / s.n1, e2 = 2 / s.n2;
  const auto [a, b, c] = s.half_length;
  // Integrals of x^2, y^2 and z^2.
  const Real factor = a * b * c * e1 * e2 / 2;
  const Real across = factor * beta(1.5 * e2, 0.5 * e2) * beta(0.5 * e1, 2 * e1 + 1);
  const Real along = 4 * factor * beta(0.5 * e2, 0.5 * e2 + 1) * beta(1.5 * e1, e1 + 1);
  const Real xx = a * a * across, yy = b * b * across, zz = c * c * along;
  return {yy + zz, xx + zz, xx + yy};
}

Real area(const Superquadric& s) {
  // Quadrilaterals over one octant: the surface is the product of two unit superellipses, each walked by rays
  // to points of a straight line, which spreads the points well for round and for boxy bodies.
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
  // |x|^2 is linear in the squared coordinates, which fill a unit ball of exponents n1 / 2 and n2 / 2: its
  // maximum is the dual norm of (a^2, b^2, c^2).
  const auto dual_norm = [](Real x, Real y, Real n) {  // of exponent m / (m - 1) with m = n / 2
    const Real m = n / 2;
    return m > 1 ? norm(x, y, m / (m - 1)) : std::max(x, y);
  };
  const auto [a, b, c] = s.half_length;
  return std::sqrt(dual_norm(dual_norm(a * a, b * b, s.n2), c * c, s.n1));
}

}  // namespace scree
