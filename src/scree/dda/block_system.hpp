// The linear equations of a step: a symmetric, positive definite system with one block of rows per body.
// Small systems are factorised (Eigen's sparse LDLT). Large ones are solved by conjugate gradients with the
// diagonal blocks as preconditioner. The iteration starts from the previous solution, because open-close
// iterations hardly change it.
#pragma once

#include "scree/math/vec.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace scree::dda {

template <int dof>
class BlockSystem {
 public:
  using Vector = Eigen::Matrix<Real, dof, 1>;
  using Block = Eigen::Matrix<Real, dof, dof>;
  static constexpr int most_factorised = 50;  // largest number of bodies in a system that is factorised

  /// `couples` lists the pairs of bodies that springs join: each pair once, sorted, with the lower
  /// index first.
  BlockSystem(int bodies, std::vector<std::pair<int, int>> couples)
      : couples_(std::move(couples)), diagonal_(bodies), off_(couples_.size()), right_(bodies) {}

  void clear() {
    std::fill(diagonal_.begin(), diagonal_.end(), Block::Zero());
    std::fill(off_.begin(), off_.end(), Block::Zero());
    std::fill(right_.begin(), right_.end(), Vector::Zero());
  }
  int couple_of(int i, int j) const {
    const auto found =
        std::lower_bound(couples_.begin(), couples_.end(), std::pair<int, int>(std::minmax(i, j)));
    return static_cast<int>(found - couples_.begin());
  }
  Block& diagonal(int i) { return diagonal_[i]; }
  Vector& right(int i) { return right_[i]; }
  /// Adds a spring that acts in one direction. The distance that it measures grows by
  /// row_i . x_i + row_j . x_j. A body whose motion is not an unknown has the index -1.
  void add(int i, const Vector& row_i, int j, const Vector& row_j, Real stiffness) {
    if (i >= 0) diagonal_[i] += stiffness * row_i * row_i.transpose();
    if (j >= 0) diagonal_[j] += stiffness * row_j * row_j.transpose();
    if (i < 0 || j < 0) return;
    Block& block = off_[couple_of(i, j)];  // block in the row of the lower index
    block += stiffness * (i < j ? row_i * row_j.transpose() : row_j * row_i.transpose());
  }

  /// Solves the equations. `x` holds the initial guess and receives the solution.
  void solve(std::vector<Vector>& x) const {
    if (static_cast<int>(diagonal_.size()) <= most_factorised || !iterate(x)) factorise(x);
  }

 private:
  std::vector<std::pair<int, int>> couples_;
  std::vector<Block> diagonal_, off_;
  std::vector<Vector> right_;

  void multiply(const std::vector<Vector>& x, std::vector<Vector>& y) const {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = diagonal_[i] * x[i];
    for (std::size_t c = 0; c < couples_.size(); ++c) {
      const auto [i, j] = couples_[c];
      y[i] += off_[c] * x[j];
      y[j] += off_[c].transpose() * x[i];
    }
  }

  static Real product(const std::vector<Vector>& x, const std::vector<Vector>& y) {
    Real sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i].dot(y[i]);
    return sum;
  }

  /// Solves the equations by conjugate gradients. Returns false if the solution is not accurate to rounding
  /// after as many iterations as there are unknowns.
  bool iterate(std::vector<Vector>& x) const {
    const std::size_t n = x.size();
    std::vector<Eigen::LDLT<Block>> inverse(n);
    for (std::size_t i = 0; i < n; ++i) inverse[i].compute(diagonal_[i]);
    std::vector<Vector> residual(n), z(n), direction(n), image(n);
    multiply(x, image);
    for (std::size_t i = 0; i < n; ++i) {
      residual[i] = right_[i] - image[i];
      direction[i] = z[i] = inverse[i].solve(residual[i]);
    }
    Real left = product(residual, z), whole = 0;
    for (std::size_t i = 0; i < n; ++i) whole += right_[i].dot(inverse[i].solve(right_[i]));
    const Real enough = 1e-22 * whole;  // square of the relative error 1e-11
    for (std::size_t round = 0; round < dof * n; ++round) {
      if (!(left > enough)) return std::isfinite(left);
      multiply(direction, image);
      const Real step_length = left / product(direction, image);
      for (std::size_t i = 0; i < n; ++i) {
        x[i] += step_length * direction[i];
        residual[i] -= step_length * image[i];
        z[i] = inverse[i].solve(residual[i]);
      }
      const Real now = product(residual, z), keep = now / left;
      for (std::size_t i = 0; i < n; ++i) direction[i] = z[i] + keep * direction[i];
      left = now;
    }
    return !(left > enough) && std::isfinite(left);
  }

  void factorise(std::vector<Vector>& x) const {
    std::vector<Eigen::Triplet<Real>> entries;  // entries of the lower triangle
    entries.reserve(diagonal_.size() * dof * dof + off_.size() * dof * dof);
    const int n = static_cast<int>(diagonal_.size());
    for (int i = 0; i < n; ++i) {
      for (int r = 0; r < dof; ++r) {
        for (int c = 0; c <= r; ++c) entries.emplace_back(dof * i + r, dof * i + c, diagonal_[i](r, c));
      }
    }
    for (std::size_t k = 0; k < couples_.size(); ++k) {
      const auto [i, j] = couples_[k];
      for (int r = 0; r < dof; ++r) {
        for (int c = 0; c < dof; ++c) entries.emplace_back(dof * j + c, dof * i + r, off_[k](r, c));
      }
    }
    Eigen::SparseMatrix<Real> matrix(dof * n, dof * n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<Real>> factors(matrix);
    Eigen::Matrix<Real, Eigen::Dynamic, 1> right(dof * n);
    for (int i = 0; i < n; ++i) right.template segment<dof>(dof * i) = right_[i];
    const Eigen::Matrix<Real, Eigen::Dynamic, 1> all = factors.solve(right);
    for (int i = 0; i < n; ++i) x[i] = all.template segment<dof>(dof * i);
  }
};

}  // namespace scree::dda
