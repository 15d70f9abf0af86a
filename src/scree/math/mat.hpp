// 3 x 3 matrices stored by rows, and the eigenvectors of symmetric matrices such as inertia tensors.
#pragma once

#include "scree/math/vec.hpp"

namespace scree {

struct Mat3 {
  Vec3 row[3];

  SCREE_HD constexpr Real& operator()(int i, int j) { return row[i][j]; }
  SCREE_HD constexpr Real operator()(int i, int j) const { return row[i][j]; }
};

SCREE_HD constexpr Mat3 identity() { return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
SCREE_HD constexpr Mat3 diagonal(Vec3 d) { return {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}; }
SCREE_HD SCREE_ALWAYS_INLINE constexpr Vec3 column(const Mat3& m, int j) {
  return {m(0, j), m(1, j), m(2, j)};
}
SCREE_HD SCREE_ALWAYS_INLINE constexpr Vec3 operator*(const Mat3& m, Vec3 v) {
  return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)};
}
SCREE_HD SCREE_ALWAYS_INLINE constexpr Mat3 transpose(const Mat3& m) {
  return {{column(m, 0), column(m, 1), column(m, 2)}};
}
SCREE_HD constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  const Mat3 bt = transpose(b);
  return {{bt * a.row[0], bt * a.row[1], bt * a.row[2]}};
}
SCREE_HD constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
  return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}
SCREE_HD constexpr Mat3 operator*(Real s, const Mat3& a) {
  return {{s * a.row[0], s * a.row[1], s * a.row[2]}};
}
SCREE_HD constexpr Mat3 outer(Vec3 a, Vec3 b) { return {{a.x * b, a.y * b, a.z * b}}; }
SCREE_HD constexpr Real trace(const Mat3& m) { return m(0, 0) + m(1, 1) + m(2, 2); }
SCREE_HD constexpr Real determinant(const Mat3& m) { return dot(m.row[0], cross(m.row[1], m.row[2])); }

/// Returns the solution of m x = b by Cramer's rule. m must be invertible.
SCREE_HD constexpr Vec3 solve(const Mat3& m, Vec3 b) {
  const Vec3 c0 = column(m, 0), c1 = column(m, 1), c2 = column(m, 2);
  const Real det = dot(c0, cross(c1, c2));
  return Vec3{dot(b, cross(c1, c2)), dot(c0, cross(b, c2)), dot(c0, cross(c1, b))} / det;
}

struct SymmetricEigen {
  Vec3 values;
  Mat3 vectors;  // a rotation matrix; column j is the eigenvector of values[j]
};

/// Returns the eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations. They are not sorted.
/// Each rotation uses the smaller of the two possible angles, so a matrix that is already diagonal (to 1e-14)
/// keeps its axes.
SCREE_HD inline SymmetricEigen symmetric_eigen(Mat3 m) {
  Mat3 vectors = identity();
  const Real negligible = 1e-14 * (std::abs(m(0, 0)) + std::abs(m(1, 1)) + std::abs(m(2, 2)));
  for (int sweep = 0; sweep < 30; ++sweep) {  // the method converges cubically; 5 sweeps are usual
    bool rotated = false;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (!(std::abs(m(p, q)) > negligible)) continue;
        rotated = true;
        const Real theta = (m(q, q) - m(p, p)) / (2 * m(p, q));
        const Real t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const Real c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3 rotation = identity();
        rotation(p, p) = c;
        rotation(q, q) = c;
        rotation(p, q) = s;
        rotation(q, p) = -s;
        m = transpose(rotation) * m * rotation;
        vectors = vectors * rotation;
      }
    }
    if (!rotated) break;
  }
  return {{m(0, 0), m(1, 1), m(2, 2)}, vectors};
}

}  // namespace scree
