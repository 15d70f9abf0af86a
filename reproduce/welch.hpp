// Welch's t-test: do two samples of different spread have the same mean? Welch, The generalization of
// 'Student's' problem when several different population variances are involved, Biometrika 34 (1947) 28-35.
#pragma once

#include "scree/math/hd.hpp"

#include <span>

namespace scree::reproduce {

struct Sample {
  Real mean = 0, deviation = 0;  // deviation: standard deviation with the divisor n - 1
  int count = 0;
};
Sample sample_of(std::span<const Real> values);

struct WelchTest {
  Real t = 0, freedom = 0;  // degrees of freedom, by Welch and Satterthwaite
  Real p = 1;               // two-sided probability of a difference at least as large if the means are equal
};

/// Tests samples of at least two values. For smaller samples, or two samples without any spread, p is NaN.
WelchTest welch_test(const Sample& a, const Sample& b);

/// Regularized incomplete beta function I_x(a, b) to about 1e-14, by the continued fraction of Abramowitz and
/// Stegun 26.5.8.
Real incomplete_beta(Real a, Real b, Real x);

}  // namespace scree::reproduce
