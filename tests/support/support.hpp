// Helpers for several tests: the message of an expected Error, random bodies, independent mass properties.
#pragma once

#include "scree/error.hpp"
#include "scree/math/quat.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/surface.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scree::test {

/// Returns the message of the Error that the call throws. Fails the test if the call throws none.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) { return error.what(); }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

#define EXPECT_ERROR(call, fragment)                                                        \
  do {                                                                                      \
    const std::string message = ::scree::test::error_of([&] { static_cast<void>(call); });  \
    EXPECT_NE(message.find(fragment), std::string::npos) << "the message was: " << message; \
  } while (false)

/// Scale of a body and its distance from the origin in sizes, at the limits of the supported range.
struct Placement {
  Real scale = 1;
  Real sizes_away = 0;
};
inline constexpr Placement placements[] = {{1, 0}, {1e-6, 0}, {1e6, 0}, {1, 1e6}, {1e-6, 1e6}, {1e6, 1e6}};

inline Vec3 place_point(const Placement& p, Vec3 v) {
  return p.scale * (v + p.sizes_away * Vec3{1, -0.7, 0.4});
}

/// Returns random points on ellipsoids or in boxes, whose forms range from needles to plates to balls.
inline std::vector<Vec3> random_points(Random& random, int count) {
  const Vec3 stretch{random.uniform(0.05, 1), random.uniform(0.05, 1), 1};
  const bool on_sphere = random.below(2) == 0;
  const Quat rotation = random.rotation();
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Vec3 p = on_sphere ? random.direction()
                             : Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    points.push_back(rotate(rotation, {stretch.x * p.x, stretch.y * p.y, stretch.z * p.z}));
  }
  return points;
}

inline Surface rotated(Surface surface, Quat q) {
  for (Vec3& v : surface.vertices) v = rotate(q, v);
  return surface;
}

/// Computes mass properties from signed tetrahedra with the first vertex, in long double. Formula and
/// precision differ from those of integrate_mass.
inline MassProperties mass_by_tetrahedra(const Surface& surface) {
  using Wide = long double;
  struct W {
    Wide x[3];
  };
  const auto widen = [&](int v) {
    const Vec3 p = surface.vertices[v] - surface.vertices[0];
    return W{{p.x, p.y, p.z}};
  };
  Wide volume = 0, first[3] = {}, second[3][3] = {};
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const W t[3] = {widen(loop[0]), widen(loop[i - 1]), widen(loop[i])};
      const Wide det = t[0].x[0] * (t[1].x[1] * t[2].x[2] - t[1].x[2] * t[2].x[1]) -
                       t[0].x[1] * (t[1].x[0] * t[2].x[2] - t[1].x[2] * t[2].x[0]) +
                       t[0].x[2] * (t[1].x[0] * t[2].x[1] - t[1].x[1] * t[2].x[0]);
      volume += det / 6;
      for (int a = 0; a < 3; ++a) {
        const Wide sum_a = t[0].x[a] + t[1].x[a] + t[2].x[a];
        first[a] += det / 24 * sum_a;
        for (int b = 0; b < 3; ++b) {
          const Wide sum_b = t[0].x[b] + t[1].x[b] + t[2].x[b];
          Wide products = 0;
          for (const W& corner : t) products += corner.x[a] * corner.x[b];
          second[a][b] += det / 120 * (sum_a * sum_b + products);
        }
      }
    }
  }
  MassProperties mass;
  mass.volume = static_cast<Real>(volume);
  mass.centroid = surface.vertices[0];
  Wide central[3][3];
  for (int a = 0; a < 3; ++a) {
    mass.centroid[a] += static_cast<Real>(first[a] / volume);
    for (int b = 0; b < 3; ++b) central[a][b] = second[a][b] - first[a] * first[b] / volume;
  }
  const Wide trace = central[0][0] + central[1][1] + central[2][2];
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) mass.inertia(a, b) = static_cast<Real>((a == b ? trace : 0) - central[a][b]);
  }
  return mass;
}

}  // namespace scree::test
