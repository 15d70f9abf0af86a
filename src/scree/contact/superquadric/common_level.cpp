// Finds the point between two superquadrics by Newton's method on equation 5. Where the method fails,
// ellipsoids enclose the point.

#include "scree/contact/superquadric/superquadric.hpp"

namespace scree {
namespace {

/// log(2 + F) with its derivatives.
struct Grown {
  Real value, f;
  Vec3 gradient;
  Mat3 hessian;
};

Grown grown(const PlacedSuperquadric& s, Vec3 x) {
  const SuperquadricDerivatives j = s.derivatives_at(x);
  const Real k = 1 / (2 + j.value);
  const Vec3 g = k * j.gradient;
  return {std::log(2 + j.value), j.value, g, k * j.hessian + (-1.0) * outer(g, g)};
}

/// Solves four equations in four unknowns by elimination with the largest pivot. Returns false if the matrix
/// is singular.
bool solve4(Real (&m)[4][5], Real (&x)[4]) {
  for (int c = 0; c < 4; ++c) {
    int pivot = c;
    for (int r = c + 1; r < 4; ++r) {
      if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
    }
    if (!(std::abs(m[pivot][c]) > 0)) return false;
    for (int k = c; k < 5; ++k) {
      const Real swapped = m[c][k];
      m[c][k] = m[pivot][k], m[pivot][k] = swapped;
    }
    for (int r = c + 1; r < 4; ++r) {
      const Real factor = m[r][c] / m[c][c];
      for (int k = c; k < 5; ++k) m[r][k] -= factor * m[c][k];
    }
  }
  for (int r = 3; r >= 0; --r) {
    Real sum = m[r][4];
    for (int k = r + 1; k < 4; ++k) sum -= m[r][k] * x[k];
    x[r] = sum / m[r][r];
  }
  return std::isfinite(x[0] + x[1] + x[2] + x[3]);
}

struct Solver {
  const PlacedSuperquadric &a, &b;
  Real unit;  // length that makes the residuals of the equations comparable
  Vec3 x{};
  Real share = 0.5;  // weight of A in the sum of gradients: (1 + lambda) / 2 in the paper
  Grown at_a{}, at_b{};
  int iterations = 0;

  void move(Vec3 to) { x = to, at_a = grown(a, to), at_b = grown(b, to); }
  void best_share() {
    const Real ga = length(at_a.gradient), gb = length(at_b.gradient);
    share = ga + gb > 0 ? gb / (ga + gb) : 0.5;
  }
  Vec3 balance() const { return share * at_a.gradient + (1 - share) * at_b.gradient; }
  /// Residual of the equations.
  Real wrong() const { return unit * length(balance()) + std::abs(at_a.value - at_b.value); }

  bool newton(int most) {
    best_share();
    Real before = wrong();
    for (int step = 0; step < most; ++step, ++iterations) {
      if (before <= 1e-15) return true;
      const Vec3 r = balance(), d = at_a.gradient - at_b.gradient;
      const Mat3 w = share * at_a.hessian + (1 - share) * at_b.hessian;
      const Real little = 1e-14 * (std::abs(w(0, 0)) + std::abs(w(1, 1)) + std::abs(w(2, 2)));
      Real m[4][5], s[4];
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) m[i][k] = w(i, k) + (i == k ? little : 0);
        m[i][3] = d[i];
        m[3][i] = d[i];
        m[i][4] = -r[i];
      }
      m[3][3] = 0, m[3][4] = -(at_a.value - at_b.value);
      if (!solve4(m, s)) return before < 1e-9;
      Vec3 displacement{s[0], s[1], s[2]};
      const Real longest = 2 * unit + length(a.center - b.center);
      const Real fraction = length(displacement) > longest ? longest / length(displacement) : 1;
      const Vec3 from = x;
      const Real old_share = share;
      const Grown old_a = at_a, old_b = at_b;
      bool better = false;
      Real taken = fraction;
      for (int halving = 0; halving < 12 && !better; ++halving, taken /= 2) {
        move(from + taken * displacement);
        share = old_share + taken * s[3];
        if (!(share > 0 && share < 1)) best_share();
        better = wrong() < before;
      }
      if (!better) {
        x = from;
        share = old_share;
        at_a = old_a;
        at_b = old_b;
        return before < 1e-11;
      }
      const Real now = wrong();
      if (length(x - from) <= 1e-16 * (unit + length(x)) && now < 1e-11) return true;
      before = now;
    }
    return before < 1e-11;
  }

  /// Encloses the minimum of the larger function by the ellipsoid method: the plane through the centre
  /// perpendicular to the gradient cuts each ellipsoid. Returns the number of ellipsoids.
  int cut(int most) {
    best_share();
    // The minimum lies where neither function is larger than at x, so it lies inside a body scaled by its
    // gauge at x.
    const Real grown_a = a.radius * gauge(a.shape, a.to_local(x)),
               grown_b = b.radius * gauge(b.shape, b.to_local(x));
    const bool in_a = grown_a < grown_b;
    const Real reach = 1.0001 * (in_a ? grown_a : grown_b);
    Vec3 center = in_a ? a.center : b.center, best = x;
    Real least = std::max(at_a.value, at_b.value);
    Mat3 shape = reach * reach * identity();
    int count = 0;
    for (; count < most; ++count) {
      move(center);
      const Real value = std::max(at_a.value, at_b.value);
      if (value < least) least = value, best = center;
      const Vec3 g = at_a.value > at_b.value ? at_a.gradient : at_b.gradient;
      const Vec3 sg = shape * g;
      const Real width = dot(g, sg);
      if (!(width > 0)) break;
      const Vec3 step = sg / std::sqrt(width);
      center -= 0.25 * step;
      shape = 1.125 * (shape + (-0.5) * outer(step, step));
    }
    move(best);
    return count;
  }
};

}  // namespace

CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 start) {
  Solver solver{a, b, a.radius < b.radius ? a.radius : b.radius};
  solver.move(start);
  CommonLevel result;
  result.found = solver.newton(60);
  for (int round = 1; round <= 4 && !result.found; ++round) {
    result.cuts += solver.cut(200 * round);
    result.found = solver.newton(100);
  }
  // Near the centres F is too flat for a smaller residual.
  result.found = result.found || solver.wrong() < 1e-8;
  result.point = solver.x;
  result.iterations = solver.iterations;
  result.level = 0.5 * (solver.at_a.f + solver.at_b.f);
  // grad F = (2 + F) grad log(2 + F), and F is the same for both bodies.
  const Real ga = length(solver.at_a.gradient), gb = length(solver.at_b.gradient);
  result.lambda = ga + gb > 0 ? (gb - ga) / (ga + gb) : 0;
  const Vec3 along = solver.at_a.gradient - solver.at_b.gradient;
  // For concentric bodies the gradients define no direction.
  result.normal = length(along) * solver.unit > 1e-30 ? normalized(along) : Vec3{0, 0, 1};
  return result;
}

CommonLevel common_level(const PlacedSuperquadric& a, const PlacedSuperquadric& b) {
  // Starts from the point on the line of centres where both gauges are equal. Along this line each gauge
  // grows in proportion to the distance from its centre.
  const Vec3 between = b.center - a.center;
  const Real reach_a = gauge(a.shape, a.rotated_back(between)),
             reach_b = gauge(b.shape, b.rotated_back(between));
  const Real all = reach_a + reach_b;
  return common_level(a, b, a.center + (all > 0 ? reach_b / all : 0.5) * between);
}

}  // namespace scree
