// Compares Welch's t-test with closed forms, tables and published examples.

#include "reproduce/welch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scree::reproduce {
namespace {

TEST(Welch, IncompleteBetaHasItsClosedForms) {
  for (const Real x : {1e-6, 0.1, 0.3, 0.5, 0.9, 1 - 1e-6}) {
    EXPECT_NEAR(incomplete_beta(1, 1, x), x, 1e-14);
    EXPECT_NEAR(incomplete_beta(3, 1, x), x * x * x, 1e-14);
    EXPECT_NEAR(incomplete_beta(0.5, 0.5, x), 2 / M_PI * std::asin(std::sqrt(x)), 1e-13);
    EXPECT_NEAR(incomplete_beta(2, 3, x), x * x * (6 - 8 * x + 3 * x * x), 1e-13);
    EXPECT_NEAR(incomplete_beta(7.5, 2.25, x) + incomplete_beta(2.25, 7.5, 1 - x), 1, 1e-13);
  }
  EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
  EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
}

/// Runs the test on two samples of equal spread and size that have this t and these degrees of freedom.
WelchTest test_with(Real t, int freedom) {
  const int n = freedom / 2 + 1;
  return welch_test({t * std::sqrt(2.0 / n), 1, n}, {0, 1, n});
}

TEST(Welch, AgreesWithStudentsTable) {
  // Two-sided critical values of t for p = 0.05 and 0.001.
  const struct {
    int freedom;
    Real at_5_percent, at_1_permille;
  } table[] = {
      {2, 4.302653, 31.59905}, {4, 2.776445, 8.610302}, {10, 2.228139, 4.586894}, {30, 2.042272, 3.645959}};
  for (const auto& row : table) {
    EXPECT_NEAR(test_with(row.at_5_percent, row.freedom).freedom, row.freedom, 1e-12);
    EXPECT_NEAR(test_with(row.at_5_percent, row.freedom).p, 0.05, 1e-7);
    EXPECT_NEAR(test_with(-row.at_1_permille, row.freedom).p, 0.001, 1e-8);
  }
  EXPECT_EQ(test_with(0, 4).p, 1);
}

TEST(Welch, AgreesWithAPublishedExample) {
  // Third example of the page on Welch's test in the English Wikipedia: t -2.22, 24.5 degrees of freedom,
  // p 0.036.
  const std::vector<Real> a = {19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0},
                          b = {28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
                               23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2};
  const WelchTest test = welch_test(sample_of(a), sample_of(b));
  EXPECT_NEAR(test.t, -2.22, 0.005);
  EXPECT_NEAR(test.freedom, 24.5, 0.05);
  EXPECT_NEAR(test.p, 0.036, 0.0005);
  EXPECT_EQ(welch_test(sample_of(b), sample_of(a)).p, test.p);
}

TEST(Welch, ReturnsNaNForTooFewValues) {
  EXPECT_TRUE(std::isnan(welch_test({1, 0.1, 1}, {2, 0.1, 3}).p));
  EXPECT_TRUE(std::isnan(welch_test({1, 0, 3}, {2, 0, 3}).p));
  const std::vector<Real> values = {1, 2, 6};
  EXPECT_DOUBLE_EQ(sample_of(values).mean, 3);
  EXPECT_DOUBLE_EQ(sample_of(values).deviation, std::sqrt(7));
}

}  // namespace
}  // namespace scree::reproduce
