// Powers and roots of non-negative numbers. Integer exponents use multiplications, and the most common roots
// use square and cube roots. All other exponents use std::pow, which takes ten times as long.
#pragma once

#include "scree/math/hd.hpp"

#include <cmath>

namespace scree {

/// Returns x^n for n >= 0.
SCREE_HD inline Real power(Real x, Real n) {
  const int whole = static_cast<int>(n);
  if (whole != n) return std::pow(x, n);
  Real result = 1;
  for (int bits = whole; bits > 0; bits >>= 1, x *= x) {
    if ((bits & 1) != 0) result *= x;
  }
  return result;
}

/// Returns x^(1/n) for n >= 1.
SCREE_HD inline Real root(Real x, Real n) {
  if (n == 1 || x == 1) return x;
  if (n == 2) return std::sqrt(x);
  if (n == 3) return std::cbrt(x);
  if (n == 4) return std::sqrt(std::sqrt(x));
  if (n == 8) return std::sqrt(std::sqrt(std::sqrt(x)));
  return std::pow(x, 1 / n);
}

}  // namespace scree
