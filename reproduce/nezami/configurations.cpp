#include "reproduce/nezami/nezami.hpp"

#include <cmath>
#include <numbers>

namespace scree::reproduce {
namespace {

constexpr Real degree = std::numbers::pi / 180;

/// Returns a polygon with corners at equal intervals on a circle. `first` is the angle of the first corner in
/// degrees. A `squeeze` below 1 compresses the polygon along y.
Polygon regular(int sides, Real radius, Real first = 0, Real squeeze = 1) {
  std::vector<Vec2> corners;
  for (int i = 0; i < sides; ++i) {
    const Real angle = first * degree + 2 * std::numbers::pi * i / sides;
    corners.push_back({radius * std::cos(angle), squeeze * radius * std::sin(angle)});
  }
  return make_polygon(corners);
}

Polygon box(Real length, Real height) {
  const Real x = length / 2, y = height / 2;
  return make_polygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}

}  // namespace

std::vector<Configuration> nine_configurations() {
  using enum Feature::Kind;
  const auto at = [](Real x, Real y, Real degrees) {
    return PlanarPose{{x, y}, rotation_by(degrees * degree)};
  };
  return {
      {"two triangles", regular(3, 1), regular(3, 1, 60), at(2.3, 0.15, 0), vertex, vertex},
      {"triangle over a square", box(1.6, 1.6), regular(3, 1, -90), at(0.35, 2.0, 8), edge, vertex},
      {"two squares, edges parallel", box(1.5, 1.5), box(1.2, 1.2), at(0.5, 1.45, 0), edge, edge},
      {"square and pentagon, corners", box(1.4, 1.4), regular(5, 1), at(1.85, 1.45, 0), vertex, vertex},
      {"hexagon over a pentagon", regular(5, 1, 90 - 36), regular(6, 1, 0), at(0.3, 1.95, 25), edge, vertex},
      {"octagons, edges nearly parallel", regular(8, 1, 22.5), regular(8, 1, 22.5), at(0.25, 1.95, 0.5), edge,
       vertex},
      {"slender bar over a hexagon", regular(6, 1, 0), box(4, 0.2), at(0.2, 1.25, 20), vertex, edge},
      {"two slender bars, end to side", box(4, 0.25), box(3, 0.2), at(0.7, 1.72, 80), edge, vertex},
      {"16 and 24 sides", regular(16, 1.2, 4, 0.8), regular(24, 1, 0, 0.7), at(1.7, 1.25, 30), edge, vertex},
  };
}

}  // namespace scree::reproduce
