// Finds the point of a superquadric's surface closest to a given point, from inside or outside, by Newton's
// method on the surface.
//
// Let w be the vector from the surface point y to the given point and h its height over the tangent plane.
// Over the surface, half the squared distance has the gradient -w (its tangential component) and the second
// derivatives I + h K, where K is the curvature of the surface. The gauge function brings a point of the
// tangent plane back to the surface. Outside the body I + h K is positive definite. Every step then leads
// downhill, and a step that is halved often enough decreases the distance. The method therefore converges
// from anywhere on the near side. Inside, the matrix is shifted until it is positive definite, and the result
// is a local minimum.
#pragma once

#include "scree/shape/superquadric_derivatives.hpp"

namespace scree {

struct ClosestPoint {
  Vec3 point;   // on the surface
  Vec3 normal;  // outward normal at the point
  Real height;  // height of the given point over the surface along the normal: positive outside
  int steps = 0;
  bool converged = false;
};

/// Returns the point of the surface closest to v. All data are in the frame of the body. `start` is any point
/// except the centre; it is moved to the surface along its ray from the centre.
SCREE_HD inline ClosestPoint closest_on_surface(const Superquadric& s, Vec3 v, Vec3 start) {
  constexpr int most_steps = 60;
  ClosestPoint closest;
  Vec3 y = start / gauge(s, start);
  const Real scale = length(s.half_length) + length(v);
  Real squared = length_squared(v - y);
  for (closest.steps = 0; closest.steps < most_steps; ++closest.steps) {
    const SuperquadricDerivatives j = derivatives(s, y);
    const Real steep = length(j.gradient);
    const Vec3 n = j.gradient / steep, w = v - y;
    closest.point = y;
    closest.normal = n;
    closest.height = dot(n, w);
    const Vec3 slip = w - closest.height * n;
    if (length(slip) <= 4e-16 * scale) {
      closest.converged = true;
      return closest;
    }
    const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 p = normalized(cross(n, axis)), q = cross(n, p);
    const Vec3 hp = j.hessian * p, hq = j.hessian * q;
    const Real k = closest.height / steep;
    Real pp = 1 + k * dot(p, hp), pq = k * dot(p, hq), qq = 1 + k * dot(q, hq);
    const Real middle = 0.5 * (pp + qq);
    const Real lowest = middle - std::sqrt(0.25 * (pp - qq) * (pp - qq) + pq * pq);
    if (lowest < 0.1) pp += 0.1 - lowest, qq += 0.1 - lowest;
    const Real det = pp * qq - pq * pq, sp = dot(p, slip), sq = dot(q, slip);
    Vec3 step = ((qq * sp - pq * sq) / det) * p + ((pp * sq - pq * sp) / det) * q;
    bool shorter = false;
    for (int halving = 0; halving < 30 && !shorter; ++halving, step = 0.5 * step) {
      const Vec3 next = y + step;
      const Vec3 on_surface = next / gauge(s, next);
      const Real now = length_squared(v - on_surface);
      // Near the minimum the distance hardly changes, and rounding hides its decrease. A short full step is
      // accepted there.
      if (now < squared ||
          (halving == 0 && length(step) < 1e-7 * scale && now < squared + 1e-14 * scale * scale)) {
        if (length(on_surface - y) <= 4e-16 * scale) halving = 30;
        y = on_surface;
        squared = now;
        shorter = true;
      }
    }
    if (!shorter || length(step) <= 1e-16 * scale) {
      closest.converged = length(slip) <= 1e-9 * scale;
      return closest;
    }
  }
  // The method has converged if the residual is only rounding.
  closest.converged = length(v - closest.point - closest.height * closest.normal) <= 1e-12 * scale;
  return closest;
}

/// Returns the surface point whose normal is perpendicular to a line and meets it. The line passes through p
/// along the unit vector d. `height` is the height of the line over the surface. `start` must be near the
/// answer. Where the surface is flat along the line, every point of the flat region is a solution.
SCREE_HD inline ClosestPoint closest_over_line(const Superquadric& s, Vec3 p, Vec3 d, Vec3 start) {
  constexpr int most_steps = 40;
  ClosestPoint closest;
  Vec3 y = start / gauge(s, start), from = y, step;
  const Real scale = length(s.half_length) + length(cross(p, d));
  const Real unit = std::min({s.half_length.x, s.half_length.y, s.half_length.z});
  Real before = 1e300;
  int halvings = 0;
  for (closest.steps = 0; closest.steps < most_steps; ++closest.steps) {
    const SuperquadricDerivatives j = derivatives(s, y);
    const Real steep = length(j.gradient);
    const Vec3 n = j.gradient / steep, w = p - y;
    closest.point = y;
    closest.normal = n;
    closest.height = dot(n, w);
    Vec3 e = cross(d, n);
    const Real sine = length(e);
    if (!(sine > 1e-3)) return closest;
    e = e / sine;
    const Vec3 q = cross(n, e);  // along the line, in the tangent plane
    const Real incline = dot(d, n), slip = dot(e, w);
    const Real wrong = unit * std::abs(incline) + std::abs(slip);
    if (wrong <= 1e-15 * scale) {
      closest.converged = true;
      return closest;
    }
    if (!(wrong < before) && closest.steps > 0) {
      if (wrong <= 1e-13 * scale || ++halvings > 8) {
        closest.converged = wrong <= 1e-13 * scale;
        return closest;
      }
      step = 0.5 * step;
      y = from + step, y = y / gauge(s, y);
      continue;
    }
    before = wrong, halvings = 0;
    // Newton step b = x q + z e, which solves d . (n + K b) = 0 and e . (b + height K b) = slip. K is the
    // derivative of the normal.
    const Vec3 hq = j.hessian * q / steep, he = j.hessian * e / steep;
    const Vec3 tq = hq - dot(n, hq) * n, te = he - dot(n, he) * n;
    Real qq = dot(d, tq);
    const Real qe = dot(d, te), eq = closest.height * dot(e, tq), ee = 1 + closest.height * dot(e, te);
    qq += (qq < 0 ? -1e-14 : 1e-14) / scale;
    const Real det = qq * ee - qe * eq;
    if (!(std::abs(det) > 0)) return closest;
    const Real x = (-incline * ee - qe * slip) / det, z = (qq * slip + eq * incline) / det;
    step = x * q + z * e;
    const Real longest = 0.5 * max_component(s.half_length);
    if (length(step) > longest) step = (longest / length(step)) * step;
    from = y;
    y = y + step, y = y / gauge(s, y);
  }
  return closest;
}

}  // namespace scree
