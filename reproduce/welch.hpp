// Welch's t-test: do two samples of different spread have the same mean? Welch, The generalization of
// 'Student's' problem when several different population variances are involved, Biometrika 34 (1947) 28-35.
#pragma once

#include "scree/math/hd.hpp"

#include <span>

namespace scree::reproduce {

struct Sample {
  Real mean = 0, deviation = 0;  // standard deviation of the values, with n - 1
  int count = 0;
};
Sample sample_of(std::span<const Real> values);

struct WelchTest {
  Real t = 0, freedom = 0;  // degrees of freedom, by Welch and Satterthwaite
  Real p = 1;  // chance of such a difference, or a larger one to either side, between equal means
};

/// Samples of two values or more; others, and two without any spread, tell nothing: p is NaN.
WelchTest welch_test(const Sample& a, const Sample& b);

/// I_x(a, b), the regularized incomplete beta function, to about 1e-14: the continued fraction of
/// Abramowitz and Stegun 26.5.8.
Real incomplete_beta(Real a, Real b, Real x);

}  // namespace scree::reproduce
