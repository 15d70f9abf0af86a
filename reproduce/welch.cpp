#include "reproduce/welch.hpp"

#include <cmath>
#include <limits>

namespace scree::reproduce {
namespace {

/// Continued fraction of I_x(a, b), by Lentz's method. Converges fast for x < (a + 1) / (a + b + 2).
Real beta_fraction(Real a, Real b, Real x) {
  constexpr Real tiny = 1e-300;
  const auto away_from_zero = [](Real v) { return std::abs(v) < tiny ? tiny : v; };
  Real c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), fraction = d;
  for (int m = 1; m <= 10'000; ++m) {
    const Real even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const Real odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    Real change = 1;
    for (const Real step : {even, odd}) {
      d = 1 / away_from_zero(1 + step * d), c = away_from_zero(1 + step / c);
      change = c * d, fraction *= change;
    }
    if (std::abs(change - 1) < 1e-16) break;
  }
  return fraction;
}

}  // namespace

Sample sample_of(std::span<const Real> values) {
  Sample s;
  s.count = static_cast<int>(values.size());
  for (const Real v : values) s.mean += v / s.count;
  Real squares = 0;
  for (const Real v : values) squares += (v - s.mean) * (v - s.mean);
  s.deviation = s.count > 1 ? std::sqrt(squares / (s.count - 1)) : std::numeric_limits<Real>::quiet_NaN();
  return s;
}

WelchTest welch_test(const Sample& a, const Sample& b) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Real va = a.deviation * a.deviation / a.count, vb = b.deviation * b.deviation / b.count;
  if (a.count < 2 || b.count < 2 || !(va + vb > 0)) return {nan, nan, nan};
  WelchTest test;
  test.t = (a.mean - b.mean) / std::sqrt(va + vb);
  test.freedom = (va + vb) * (va + vb) / (va * va / (a.count - 1) + vb * vb / (b.count - 1));
  test.p = incomplete_beta(0.5 * test.freedom, 0.5, test.freedom / (test.freedom + test.t * test.t));
  return test;
}

Real incomplete_beta(Real a, Real b, Real x) {
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  const Real front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace scree::reproduce
