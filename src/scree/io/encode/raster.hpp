// Rasterizes triangles in plain C++. A z-buffer stores the depth, the normal and the colour of the nearest
// surface. Several samples per pixel smooth the edges. It needs no graphics card and no library, and draws
// the same picture on every machine.
#pragma once

#include "scree/math/vec.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace scree {

/// Camera that looks in the direction of -`back`. The projection is perspective; if `tangent` is 0, it is
/// parallel and shows `half_height` above and below the middle.
struct Eye {
  Vec3 position, right{1, 0, 0}, up{0, 1, 0}, back{0, 0, 1};
  Real tangent = 0;      // tangent of half the vertical angle of view
  Real half_height = 1;  // half the picture's height, for parallel projection

  /// Returns the picture position to the right of and above the middle of the picture, in units of half its
  /// height, and the depth in front of the eye.
  Vec3 project(Vec3 p) const {
    const Vec3 from = p - position;
    const Real depth = -dot(from, back), unit = tangent > 0 ? depth * tangent : half_height;
    return {dot(from, right) / unit, dot(from, up) / unit, depth};
  }
  /// Returns the point at a picture position and a depth.
  Vec3 point(Real x, Real y, Real depth) const {
    const Real unit = tangent > 0 ? depth * tangent : half_height;
    return position - depth * back + (x * unit) * right + (y * unit) * up;
  }
};

struct Sample {
  float depth = std::numeric_limits<float>::infinity();
  std::array<std::int8_t, 3> normal{};
  std::array<std::uint8_t, 3> color{};
};

struct Corner {
  Vec3 position, normal;
};

class Raster {
 public:
  Raster(int width, int height)
      : width_(width), height_(height), samples_(static_cast<std::size_t>(width) * height) {}
  int width() const { return width_; }
  int height() const { return height_; }
  const Sample& at(int x, int y) const { return samples_[static_cast<std::size_t>(y) * width_ + x]; }
  Sample& at(int x, int y) { return samples_[static_cast<std::size_t>(y) * width_ + x]; }

  /// Draws a triangle wherever it is nearer than everything drawn so far.
  void add_triangle(const Eye& eye, const std::array<Corner, 3>& corners,
                    const std::array<std::uint8_t, 3>& color);

  /// Calls visit(x, y, depth, a, b, c) for every sample of a triangle, even if the sample is hidden. The
  /// weights of the corners are a, b and c. A triangle that reaches behind the eye is cut, and the weights
  /// then refer to the corners of the remaining piece.
  template <class Visit>
  void visit_triangle(const Eye& eye, const std::array<Vec3, 3>& corners, Visit visit) const;

  /// Returns the picture position of a sample, as Eye::project does.
  Vec2 position_of(int x, int y) const {
    return {(2 * x + 1.0 - width_) / height_, (height_ - 2 * y - 1.0) / height_};
  }

 private:
  template <class Visit>
  void visit_cut(const Eye& eye, const std::array<Vec3, 3>& corners, Visit visit) const;

  int width_, height_;
  std::vector<Sample> samples_;
};

template <class Visit>
void Raster::visit_triangle(const Eye& eye, const std::array<Vec3, 3>& corners, Visit visit) const {
  std::array<Vec3, 3> p;
  for (int k = 0; k < 3; ++k) {
    p[k] = eye.project(corners[k]);
    if (p[k].z <= 0) return visit_cut(eye, corners, visit);
    p[k].x = 0.5 * (p[k].x * height_ + width_ - 1), p[k].y = 0.5 * (height_ - 1 - p[k].y * height_);
    p[k].z = eye.tangent > 0 ? 1 / p[k].z : p[k].z;  // 1 / depth is linear in the picture
  }
  const Real area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  if (!(std::abs(area) > 1e-12)) return;
  const Vec3 low = min(p[0], min(p[1], p[2])), high = max(p[0], max(p[1], p[2]));
  if (high.x < 0 || high.y < 0 || low.x > width_ - 1 || low.y > height_ - 1) return;
  const int x0 = static_cast<int>(std::ceil(std::max(low.x, 0.0))),
            y0 = static_cast<int>(std::ceil(std::max(low.y, 0.0)));
  const int x1 = static_cast<int>(std::min(high.x, width_ - 1.0)),
            y1 = static_cast<int>(std::min(high.y, height_ - 1.0));
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const Real b = ((x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (y - p[0].y)) / area;
      const Real c = ((p[1].x - p[0].x) * (y - p[0].y) - (x - p[0].x) * (p[1].y - p[0].y)) / area;
      const Real a = 1 - b - c;
      if (a < 0 || b < 0 || c < 0) continue;
      const Real z = a * p[0].z + b * p[1].z + c * p[2].z;
      visit(x, y, eye.tangent > 0 ? 1 / z : z, a, b, c);
    }
  }
}

/// Visits the piece of a triangle in front of the eye, as one or two triangles.
template <class Visit>
void Raster::visit_cut(const Eye& eye, const std::array<Vec3, 3>& corners, Visit visit) const {
  Real depth[3], farthest = 0;
  for (int k = 0; k < 3; ++k) {
    depth[k] = -dot(corners[k] - eye.position, eye.back);
    farthest = std::max(farthest, depth[k]);
  }
  if (farthest <= 0) return;
  const Real near = 1e-3 * farthest;
  std::vector<Vec3> kept;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const Real h = depth[k] - near, g = depth[next] - near;
    if (h >= 0) kept.push_back(corners[k]);
    if ((h >= 0) != (g >= 0)) kept.push_back(corners[k] + (h / (h - g)) * (corners[next] - corners[k]));
  }
  for (std::size_t k = 2; k < kept.size(); ++k) visit_triangle(eye, {kept[0], kept[k - 1], kept[k]}, visit);
}

inline void Raster::add_triangle(const Eye& eye, const std::array<Corner, 3>& k,
                                 const std::array<std::uint8_t, 3>& color) {
  visit_triangle(eye, {k[0].position, k[1].position, k[2].position},
                 [&](int x, int y, Real depth, Real a, Real b, Real c) {
                   Sample& s = at(x, y);
                   if (depth >= s.depth) return;
                   const Vec3 n = normalized(a * k[0].normal + b * k[1].normal + c * k[2].normal);
                   s = {static_cast<float>(depth),
                        {static_cast<std::int8_t>(127 * n.x), static_cast<std::int8_t>(127 * n.y),
                         static_cast<std::int8_t>(127 * n.z)},
                        color};
                 });
}

}  // namespace scree
