#include "scree/contact/superquadric/placed_superquadric.hpp"

namespace scree {

bool lowest_over_plane_by_newton(const PlacedSuperquadric& s, Vec3 outward, Real offset,
                                 LowestPoint& lowest) {
  // The unknowns are the point x and the multiplier mu of  grad F + mu outward = 0,  F = 0, in the body's
  // frame. Newton's method starts from the point of the surface below the centre and halves a step until the
  // residual decreases.
  const Superquadric& shape = s.shape;
  const Vec3 d = s.rotated_back(outward);
  Vec3 x = -d;
  x = x / gauge(shape, x);
  Real mu = length(gradient(shape, x));
  const Real size = length(shape.half_length);
  const auto residual = [&](const SuperquadricDerivatives& j, Real m) {
    return size * length(j.gradient + m * d) + std::abs(j.value);
  };
  SuperquadricDerivatives j = derivatives(shape, x);
  for (int step = 0; step < 100; ++step) {
    const Vec3 r = j.gradient + mu * d;
    // Schur complement: H dx + dmu d = -r and grad . dx = -F. A small multiple of the unit matrix keeps H
    // regular where the surface is flat.
    const Mat3 h = j.hessian + (1e-12 * trace(j.hessian)) * identity();
    const Vec3 hd = solve(h, d), hr = solve(h, r);
    const Real dmu = (j.value - dot(j.gradient, hr)) / dot(j.gradient, hd);
    const Vec3 dx = -(hr + dmu * hd);
    if (!is_finite(dx) || !std::isfinite(dmu)) return false;
    const Real before = residual(j, mu);
    Real fraction = 1;
    for (int halving = 0; halving < 30; ++halving, fraction /= 2) {
      const SuperquadricDerivatives next = derivatives(shape, x + fraction * dx);
      if (residual(next, mu + fraction * dmu) < before || halving == 29) {
        x += fraction * dx;
        mu += fraction * dmu;
        j = next;
        break;
      }
    }
    if (length(dx) <= 1e-14 * size || residual(j, mu) <= 1e-15) break;
    if (step == 99) return false;
  }
  lowest.point = s.from_local(x);
  lowest.height = dot(outward, lowest.point) - offset;
  return residual(j, mu) < 1e-6;
}

LeastPoint least_on_segment(const PlacedSuperquadric& s, Vec3 p, Vec3 q) {
  const Vec3 start = s.to_local(p), along = s.rotated_back(q - p);
  const Superquadric& shape = s.shape;
  if (shape.n1 == 2 && shape.n2 == 2) {  // F is a parabola along the segment
    const auto [a, b, c] = shape.half_length;
    const Vec3 x{start.x / a, start.y / b, start.z / c}, d{along.x / a, along.y / b, along.z / c};
    const Real l = dot(d, d), t = l > 0 ? clamp01(-dot(x, d) / l) : 0;
    return {p + t * (q - p), t, length_squared(x + t * d) - 1};
  }
  // Newton's method on the derivative of F along the segment, inside an interval in which the derivative
  // changes sign.
  const auto found = [&](Real t, Real value) { return LeastPoint{p + t * (q - p), t, value}; };
  const SuperquadricSlope first = slope(shape, start), last = slope(shape, start + along);
  if (dot(first.gradient, along) >= 0) return found(0, first.value);
  if (dot(last.gradient, along) <= 0) return found(1, last.value);
  Real low = 0, high = 1;
  // The first guess is the minimum for an ellipsoid of the same half lengths.
  const auto [a, b, c] = shape.half_length;
  const Vec3 x{start.x / a, start.y / b, start.z / c}, d{along.x / a, along.y / b, along.z / c};
  Real t = clamp01(-dot(x, d) / dot(d, d));
  if (!(t > 0 && t < 1)) t = 0.5;
  Real before = 1e300;
  for (int step = 0; step < 200; ++step) {
    const SuperquadricDerivatives j = derivatives(shape, start + t * along);
    const Real first_derivative = dot(j.gradient, along), second = dot(along, j.hessian * along);
    if (first_derivative > 0) high = t;
    if (first_derivative < 0) low = t;
    Real next = t - first_derivative / second;
    const bool slow = std::abs(first_derivative) > 0.5 * before;
    if (slow || !(next > low && next < high)) next = 0.5 * (low + high);
    before = std::abs(first_derivative);
    if (first_derivative == 0 || std::abs(next - t) <= 1e-16 || high - low <= 1e-16) break;
    t = next;
  }
  return found(t, slope(shape, start + t * along).value);
}

}  // namespace scree
