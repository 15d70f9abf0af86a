// Functions of a superquadric that the kernels need: F with its first and second derivatives at a point, the
// support point, and the gauge (the factor by which the body must grow to reach a point). They are inline and
// do not allocate. They do not call std::pow if the exponents are whole numbers.
//
// All of them use u = |x/a| / r and v = |y/b| / r, where r is the n2-norm of (x/a, y/b). All three lie in [0,
// 1] near the body, so no power of a small number is divided by another and the axes need no special case.
// With n1 = n2 the norm r cancels and is not computed at all.
#pragma once

#include "scree/math/power.hpp"
#include "scree/shape/superquadric.hpp"

namespace scree {

struct SuperquadricDerivatives {
  Real value;  // F
  Vec3 gradient;
  Mat3 hessian;
};

namespace superquadric_detail {

SCREE_HD inline Real with_sign(Real size, Real of) { return of < 0 ? -size : size; }

/// (x^n + y^n)^(1/n) for x, y >= 0, without overflow or underflow.
SCREE_HD inline Real norm(Real x, Real y, Real n) {
  const Real high = x > y ? x : y, low = x > y ? y : x;
  return high > 0 ? high * root(1 + power(low / high, n), n) : 0;
}

/// A point scaled to the unit body and split as described at the top of this file.
struct Scaled {
  Real r, u, v, w;
};

SCREE_HD inline Scaled scale(const Superquadric& s, Vec3 p) {
  const Real x = std::abs(p.x) / s.half_length.x, y = std::abs(p.y) / s.half_length.y;
  const Real r = norm(x, y, s.n2), w = std::abs(p.z) / s.half_length.z;
  if (r > 0) return {r, x / r, y / r, w};
  const Real even = root(0.5, s.n2);  // on the axis: the direction midway between x and y
  return {r, even, even, w};
}

}  // namespace superquadric_detail

SCREE_HD inline bool is_sphere(const Superquadric& s) {
  const auto [a, b, c] = s.half_length;
  return s.n1 == 2 && s.n2 == 2 && a == b && b == c;
}

/// Lower bound on the least radius of curvature: the radius of a ball that can roll inside the body and reach
/// every point of its surface. For the unit body it is at least 1 / (n - 1) with the larger exponent; the
/// corners where two axes are equal have the greatest curvature. Stretching the unit body to the half lengths
/// turns a ball into an ellipsoid, whose least radius of curvature is the bound.
SCREE_HD inline Real rolling_radius(const Superquadric& s) {
  const auto [a, b, c] = s.half_length;
  const Real thin = std::min({a, b, c}), long_half = std::max({a, b, c});
  return thin * (thin / long_half) / ((s.n1 > s.n2 ? s.n1 : s.n2) - 1);
}

/// F, its gradient and its second derivatives.
SCREE_HD inline SuperquadricDerivatives derivatives(const Superquadric& s, Vec3 p) {
  using namespace superquadric_detail;
  const auto [a, b, c] = s.half_length;
  const Real n1 = s.n1, n2 = s.n2;
  if (n1 == n2) {
    const Real ia = 1 / a, ib = 1 / b, ic = 1 / c;  // divisions are expensive
    const Real x = p.x * ia, y = p.y * ib, z = p.z * ic;
    Real px = 1, py = 1, pz = 1;
    if (n1 != 2) {
      px = power(std::abs(x), n1 - 2);
      py = power(std::abs(y), n1 - 2);
      pz = power(std::abs(z), n1 - 2);
    }
    const Real second = n1 * (n1 - 1);
    return {px * x * x + py * y * y + pz * z * z - 1,
            {n1 * px * x * ia, n1 * py * y * ib, n1 * pz * z * ic},
            diagonal({second * px * (ia * ia), second * py * (ib * ib), second * pz * (ic * ic)})};
  }
  const Scaled q = scale(s, p);
  const Real rp = power(q.r, n1 - 2), wp = power(q.w, n1 - 2);
  const Real up = power(q.u, n2 - 2), vp = power(q.v, n2 - 2);
  const Real ru = up * q.u, rv = vp * q.v;  // dr/dx, dr/dy in scaled coordinates
  const Real radial = n1 * rp;
  const Real xx = (n1 - 1) * ru * ru + (n2 - 1) * up * rv * q.v;
  const Real yy = (n1 - 1) * rv * rv + (n2 - 1) * vp * ru * q.u;
  const Real xy = with_sign(n1 - n2, p.x * p.y) * ru * rv;
  return {rp * q.r * q.r + wp * q.w * q.w - 1,
          {with_sign(radial * q.r * ru / a, p.x), with_sign(radial * q.r * rv / b, p.y),
           with_sign(n1 * wp * q.w / c, p.z)},
          {{{radial * xx / (a * a), radial * xy / (a * b), 0},
            {radial * xy / (a * b), radial * yy / (b * b), 0},
            {0, 0, n1 * (n1 - 1) * wp / (c * c)}}}};
}

/// Value and gradient of F, without the Hessian.
struct SuperquadricSlope {
  Real value;
  Vec3 gradient;
};

SCREE_HD inline SuperquadricSlope slope(const Superquadric& s, Vec3 p) {
  using namespace superquadric_detail;
  const auto [a, b, c] = s.half_length;
  if (s.n1 == s.n2) {
    const SuperquadricDerivatives j = derivatives(s, p);  // the compiler removes the unused Hessian
    return {j.value, j.gradient};
  }
  const Scaled q = scale(s, p);
  const Real rp = power(q.r, s.n1 - 1), wp = power(q.w, s.n1 - 1);
  return {rp * q.r + wp * q.w - 1,
          {with_sign(s.n1 * rp * power(q.u, s.n2 - 1) / a, p.x),
           with_sign(s.n1 * rp * power(q.v, s.n2 - 1) / b, p.y), with_sign(s.n1 * wp / c, p.z)}};
}

/// Factor by which the body must grow to reach a point; it is 1 on the surface.
SCREE_HD inline Real gauge(const Superquadric& s, Vec3 p) {
  using namespace superquadric_detail;
  const auto [a, b, c] = s.half_length;
  if (s.n1 == 2 && s.n2 == 2) return length(Vec3{p.x / a, p.y / b, p.z / c});
  if (s.n1 == s.n2) {
    const Vec3 scaled{std::abs(p.x) / a, std::abs(p.y) / b, std::abs(p.z) / c};
    const Real high = max_component(scaled), n = s.n1;
    if (!(high > 0)) return 0;
    return high * root(power(scaled.x / high, n) + power(scaled.y / high, n) + power(scaled.z / high, n), n);
  }
  return norm(norm(std::abs(p.x) / a, std::abs(p.y) / b, s.n2), std::abs(p.z) / c, s.n1);
}

/// Returns the point of the body farthest along a direction, in closed form: the gradient of the dual norm,
/// whose exponents are n / (n - 1). Where t^(n - 1) = d, the sum of t^n that normalises the point equals the
/// sum of t d.
SCREE_HD inline Vec3 support_point(const Superquadric& s, Vec3 d) {
  using namespace superquadric_detail;
  const auto [a, b, c] = s.half_length;
  const Real n1 = s.n1, n2 = s.n2;
  if (n1 == 2 && n2 == 2) {
    const Vec3 scaled{a * d.x, b * d.y, c * d.z};
    const Real all = length(scaled);
    if (!(all > 0)) return {0, 0, c};
    return {a * (scaled.x / all), b * (scaled.y / all), c * (scaled.z / all)};
  }
  const Real dx = a * std::abs(d.x), dy = b * std::abs(d.y), dz = c * std::abs(d.z);
  const Real most = max_component({dx, dy, dz});
  if (!(most > 0)) return {0, 0, c};  // zero direction: any point of the surface will do
  const Real high = dx > dy ? dx : dy;
  // Support point of the unit cross-section in x and y; `across` is its height along the direction.
  Real x = 0, y = 0, across = 0;
  if (high > 0) {
    const Real ux = dx / high, uy = dy / high;
    x = root(ux, n2 - 1), y = root(uy, n2 - 1);
    const Real sum = x * ux + y * uy, size = root(sum, n2);
    x /= size;
    y /= size;
    across = high * (sum / size);
  }
  const Real top = across > dz ? across : dz;
  const Real r = root(across / top, n1 - 1), z = root(dz / top, n1 - 1);
  const Real size = root(r * (across / top) + z * (dz / top), n1);
  return {with_sign(a * (r / size) * x, d.x), with_sign(b * (r / size) * y, d.y),
          with_sign(c * (z / size), d.z)};
}

}  // namespace scree
