#include "scree/math/mat.hpp"

#include "scree/math/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

namespace scree {
namespace {

Mat3 random_symmetric(Random& random) {
  Mat3 m{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) m(i, j) = m(j, i) = random.uniform(-1, 1);
  }
  return m;
}

TEST(Mat, SolveInvertsTheProduct) {
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    const Mat3 m = random_symmetric(random) + 3 * identity();
    const Vec3 x = random.direction();
    EXPECT_LT(length(solve(m, m * x) - x), 1e-13);
  }
}

TEST(Mat, EigenvaluesAgreeWithEigen) {
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const Mat3 m = random_symmetric(random);
    const SymmetricEigen ours = symmetric_eigen(m);
    Eigen::Matrix3d theirs;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) theirs(i, j) = m(i, j);
    }
    const Eigen::Vector3d expected = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(theirs).eigenvalues();
    Vec3 sorted = ours.values;
    std::sort(&sorted.x, &sorted.x + 3);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(sorted[i], expected[i], 1e-13);
    EXPECT_NEAR(determinant(ours.vectors), 1, 1e-13);  // a rotation, not a reflection
    for (int j = 0; j < 3; ++j) {
      EXPECT_LT(length(m * column(ours.vectors, j) - ours.values[j] * column(ours.vectors, j)), 1e-13);
    }
  }
}

TEST(Mat, DiagonalMatrixKeepsItsAxes) {
  const SymmetricEigen e = symmetric_eigen(diagonal({2, 1, 3}));
  EXPECT_EQ(e.values, (Vec3{2, 1, 3}));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(e.vectors.row[i], identity().row[i]);
}

}  // namespace
}  // namespace scree
