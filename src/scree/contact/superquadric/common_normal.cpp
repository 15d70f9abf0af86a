#include "scree/contact/superquadric/common_normal.hpp"

namespace scree {
namespace {

/// Returns v divided by its length, with one division instead of three.
Vec3 unit(Vec3 v) { return (1 / length(v)) * v; }

/// A general 2 x 2 matrix.
struct Mat2 {
  Real xx, xy, yx, yy;
  Vec2 operator*(Vec2 v) const { return {xx * v.x + xy * v.y, yx * v.x + yy * v.y}; }
};

/// Point of a surface with its normal, and the curvature in a given tangent basis. Second derivatives stay in
/// the body's own frame, where half of them are zero.
struct CurvedPoint {
  Vec3 point, normal;
  SuperquadricDerivatives local;
  Real flatness;  // 1 / |grad F|

  CurvedPoint(const PlacedSuperquadric& s, Vec3 near) {
    Vec3 at = s.to_local(near);
    local = derivatives(s.shape, at);
    // Moves the point to the surface along its ray from the centre. A point near the surface moves along the
    // gradient instead.
    if (std::abs(local.value) > 1e-4) {
      at = at / gauge(s.shape, at);
      local = derivatives(s.shape, at);
    }
    flatness = 1 / length(local.gradient);
    const Vec3 outward = flatness * local.gradient;
    point = s.from_local(at - (local.value * flatness) * outward);
    normal = s.rotation * outward;
  }
  /// True if the point is on the surface up to rounding.
  bool near() const { return std::abs(local.value) <= 1e-7; }
  Mat2 curvature(const PlacedSuperquadric& s, Vec3 p, Vec3 q) const {
    const Vec3 lp = s.rotated_back(p), lq = s.rotated_back(q);
    const Vec3 hp = local.hessian * lp, hq = local.hessian * lq;
    const Real mixed = dot(lp, hq) * flatness;
    return {dot(lp, hp) * flatness, mixed, mixed, dot(lq, hq) * flatness};
  }
};

}  // namespace

CommonNormal common_normal(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 point_a,
                           Vec3 point_b) {
  constexpr int most_steps = 40;
  const Real size_a = a.radius, size_b = b.radius, size = size_a + size_b;
  const Real smaller = size_a < size_b ? size_a : size_b;
  const Vec3 least = min(a.shape.half_length, b.shape.half_length);
  const Real thin = std::min({least.x, least.y, least.z});
  CurvedPoint at_a(a, point_a), at_b(b, point_b);
  CommonNormal result;
  Real before = 1e300;
  Vec3 last_a, last_b, step_a, step_b;  // start of the last step, and the step, which may be halved
  int halvings = 0;
  for (; result.steps < most_steps; ++result.steps) {
    if (!(dot(at_a.normal, at_b.normal) < -0.1)) return result;  // the surfaces do not face each other here
    const Vec3 n = unit(at_a.normal - at_b.normal);
    const Vec3 link = at_b.point - at_a.point;
    const Real gap = dot(n, link);
    const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 p = unit(cross(n, axis)), q = cross(n, p);
    const auto in_plane = [&](Vec3 v) { return Vec2{dot(p, v), dot(q, v)}; };
    const Vec2 mismatch = in_plane(at_a.normal + at_b.normal), slip = in_plane(link);
    const Vec2 incline = in_plane(at_a.normal);
    const Real wrong = smaller * std::sqrt(dot(mismatch, mismatch)) + std::sqrt(dot(slip, slip));
    if (!std::isfinite(wrong)) return result;
    result.point_a = at_a.point;
    result.point_b = at_b.point;
    result.normal = n;
    result.gap = gap;
    if (wrong <= 1e-14 * size && at_a.near() && at_b.near()) {
      result.found = true;
      return result;
    }
    if (!(wrong < before) && halvings < 6 && result.steps > 0) {
      if (wrong < 1e-11 * size) {  // the residual is as small as rounding allows
        result.found = true;
        return result;
      }
      step_a = 0.5 * step_a;
      step_b = 0.5 * step_b;
      ++halvings;
      at_a = CurvedPoint(a, last_a + step_a), at_b = CurvedPoint(b, last_b + step_b);
      continue;
    }
    before = wrong, halvings = 0;
    const Mat2 ka = at_a.curvature(a, p, q), kb = at_b.curvature(b, p, q);
    const Mat2 grown{1 + gap * ka.xx, gap * ka.xy, gap * ka.yx, 1 + gap * ka.yy};
    const Vec2 offset = gap * incline - slip;
    const Vec2 back = kb * offset;
    const Vec2 known{-mismatch.x - back.x, -mismatch.y - back.y};
    Mat2 m{ka.xx + kb.xx * grown.xx + kb.xy * grown.yx, ka.xy + kb.xx * grown.xy + kb.xy * grown.yy,
           ka.yx + kb.yx * grown.xx + kb.yy * grown.yx, ka.yy + kb.yx * grown.xy + kb.yy * grown.yy};
    const Real little = 1e-13 / smaller;  // keeps m invertible where both surfaces are flat
    m.xx += little, m.yy += little;
    const Real det = m.xx * m.yy - m.xy * m.yx;
    if (!(std::abs(det) > 0)) return result;
    const Vec2 step = (1 / det) * Vec2{m.yy * known.x - m.xy * known.y, m.xx * known.y - m.yx * known.x};
    const Vec2 other = offset + grown * step;
    step_a = step.x * p + step.y * q, step_b = other.x * p + other.y * q;
    // Deviation of the surfaces from their tangent planes over the steps. If it is within rounding error,
    // another evaluation would change nothing.
    const Real sag = dot(step, ka * step) + dot(other, kb * other);
    const Real longest = std::sqrt(std::max(dot(step, step), dot(other, other)));
    if (wrong <= 1e-7 * smaller && std::abs(sag) <= 1e-14 * smaller && longest <= 1e-4 * thin &&
        at_a.near() && at_b.near()) {
      const Vec2 bend = ka * step;
      result.point_a = at_a.point + step_a, result.point_b = at_b.point + step_b;
      result.normal = normalized(at_a.normal + bend.x * p + bend.y * q);
      result.gap = dot(result.normal, result.point_b - result.point_a);
      result.found = true, ++result.steps;
      return result;
    }
    // Limits each step to half the bounding radius of its body.
    const Real most = std::max(length(step_a) / (0.5 * size_a), length(step_b) / (0.5 * size_b));
    if (most > 1) step_a = step_a / most, step_b = step_b / most;
    last_a = at_a.point, last_b = at_b.point;
    at_a = CurvedPoint(a, last_a + step_a), at_b = CurvedPoint(b, last_b + step_b);
  }
  return result;
}

}  // namespace scree
