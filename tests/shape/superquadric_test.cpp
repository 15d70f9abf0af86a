#include "scree/shape/superquadric.hpp"

#include "scree/shape/half_space.hpp"
#include "scree/shape/sphere.hpp"
#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

Superquadric random_superquadric(Random& random, Real scale = 1) {
  const auto exponent = [&] { return random.below(3) == 0 ? 2.0 : random.uniform(2, 20); };
  return make_superquadric(
      scale * Vec3{random.uniform(0.05, 1), random.uniform(0.05, 1), random.uniform(0.05, 1)}, exponent(),
      exponent());
}

/// Returns a point of the surface in a random direction.
Vec3 surface_point(const Superquadric& s, Random& random) { return support(s, random.direction()); }

TEST(Superquadric, SignDistinguishesInsideFromOutside) {
  Random random(61);
  for (int n = 0; n < 1000; ++n) {
    const Superquadric s = random_superquadric(random);
    const Vec3 p = surface_point(s, random);
    EXPECT_NEAR(inside_outside(s, p), 0, 1e-12);
    EXPECT_LT(inside_outside(s, 0.99 * p), 0);
    EXPECT_GT(inside_outside(s, 1.01 * p), 0);
  }
  EXPECT_EQ(inside_outside(Superquadric{}, {0, 0, 0}), -1);
}

TEST(Superquadric, GradientAndHessianMatchDifferences) {
  Random random(62);
  for (int n = 0; n < 2000; ++n) {
    const Superquadric s = random_superquadric(random);
    const Vec3 p = random.uniform(0.5, 1.1) * surface_point(s, random);
    const Vec3 g = gradient(s, p);
    const Mat3 h = hessian(s, p);
    Real second = 0;
    for (int i = 0; i < 9; ++i) second = std::max(second, std::abs(h(i / 3, i % 3)));
    for (int i = 0; i < 3; ++i) {
      const Real step = 1e-6 * s.half_length[i];
      Vec3 e;
      e[i] = step;
      // The difference of two values near 1 contains their rounding error, divided by the step.
      EXPECT_NEAR((inside_outside(s, p + e) - inside_outside(s, p - e)) / (2 * step), g[i],
                  1e-7 * length(g) + 1e-15 / step);
      const Vec3 column_i = (gradient(s, p + e) - gradient(s, p - e)) / (2 * step);
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(column_i[j], h(j, i), 2e-4 * second + 1e-9);
    }
  }
}

TEST(Superquadric, DerivativesAreFiniteOnTheAxesAndNearThem) {
  for (const Real n1 : {2.0, 2.5, 8.0, 20.0}) {
    for (const Real n2 : {2.0, 2.5, 8.0, 20.0}) {
      const Superquadric s = make_superquadric({1, 2, 3}, n1, n2);
      for (const Real tiny : {0.0, 1e-300, 1e-100, 1e-16}) {
        for (const Vec3 p : {Vec3{tiny, 0, 0}, Vec3{0, tiny, 0}, Vec3{tiny, tiny, 0}, Vec3{0, tiny, 3},
                             Vec3{tiny, 0, 3}, Vec3{1, tiny, 0}, Vec3{0, 2, tiny}, Vec3{tiny, tiny, tiny}}) {
          EXPECT_TRUE(std::isfinite(inside_outside(s, p)));
          EXPECT_TRUE(is_finite(gradient(s, p)));
          for (const Vec3 row : hessian(s, p).row)
            EXPECT_TRUE(is_finite(row)) << n1 << ' ' << n2 << ' ' << tiny;
        }
      }
    }
  }
  const Mat3 ellipsoid = hessian(make_superquadric({1, 2, 4}, 2, 2), {0, 0, 0});
  EXPECT_NEAR(ellipsoid(0, 0), 2, 1e-15);
  EXPECT_NEAR(ellipsoid(1, 1), 0.5, 1e-15);
  EXPECT_NEAR(ellipsoid(2, 2), 0.125, 1e-15);
  EXPECT_NEAR(ellipsoid(0, 1), 0, 1e-15);
}

TEST(Superquadric, SupportPointSatisfiesItsOptimality) {
  // The point lies on the surface, and the gradient there has the given direction. For a convex body it is
  // therefore the farthest point.
  Random random(63);
  for (const Real scale : {1e-6, 1.0, 1e6}) {
    for (int n = 0; n < 1000; ++n) {
      const Superquadric s = random_superquadric(random, scale);
      const Vec3 d = random.direction(), p = support(s, d);
      EXPECT_NEAR(inside_outside(s, p), 0, 1e-12);
      EXPECT_LT(length(cross(normalized(gradient(s, p)), d)), 1e-9);
      EXPECT_GT(dot(gradient(s, p), d), 0);
    }
  }
  const Superquadric s = make_superquadric({1, 2, 3}, 4, 6);
  EXPECT_EQ(support(s, {0, 0, 1}), (Vec3{0, 0, 3}));
  EXPECT_EQ(support(s, {-1, 0, 0}).x, -1);
  EXPECT_EQ(support(s, {0, 5, 0}).y, 2);
}

TEST(Superquadric, OptimalityCheckCanFail) {
  const Superquadric s = make_superquadric({1, 2, 3}, 4, 6);
  const Vec3 d = normalized(Vec3{1, 1, 1}), wrong = support(s, normalized(Vec3{1, 1, 1.01}));
  EXPECT_GT(length(cross(normalized(gradient(s, wrong)), d)), 1e-4);
}

TEST(Superquadric, MatchesVolumeAndInertiaOfKnownBodies) {
  const Superquadric ellipsoid = make_superquadric({1, 2, 3}, 2, 2);
  const Real v = 4 * std::numbers::pi / 3 * 6;
  EXPECT_NEAR(volume(ellipsoid) / v, 1, 1e-14);
  const Vec3 i = inertia(ellipsoid), expected = v / 5 * Vec3{4 + 9, 1 + 9, 1 + 4};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(i[k] / expected[k], 1, 1e-14);
  // With n2 = 2 and large n1 the body approaches a cylinder, with large n1 and n2 a box.
  EXPECT_NEAR(volume(make_superquadric({1, 1, 1}, 1000, 2)), 2 * std::numbers::pi, 0.02);
  EXPECT_NEAR(volume(make_superquadric({1, 1, 1}, 1000, 1000)), 8, 0.04);
  EXPECT_NEAR(inertia(make_superquadric({1, 1, 1}, 1000, 1000)).z, 8 * 2.0 / 3, 0.05);
}

TEST(Superquadric, VolumeAndInertiaMatchQuadrature) {
  // Slices z = const are superellipses of area A(1 - z^n1)^(2/n1). The reference values are one-dimensional
  // Simpson sums of smooth integrands, in t with z = 1 - (1 - t)^2, fine enough for 1e-6.
  Random random(64);
  for (int n = 0; n < 20; ++n) {
    const Superquadric s = random_superquadric(random);
    const auto curve = [](Real x, Real m) { return std::pow(std::max(0.0, 1 - std::pow(x, m)), 1 / m); };
    constexpr int steps = 4000;
    Real plane_area = 0, plane_x2 = 0, volume_sum = 0, x2_sum = 0, z2_sum = 0;
    for (int k = 0; k < steps; ++k) {  // midpoint rule in u with x = 1 - u^3: fine where the curve is steep
      const Real u = (k + 0.5) / steps, x = 1 - u * u * u, dx = 3 * u * u / steps;
      plane_area += 4 * curve(x, s.n2) * dx;
      plane_x2 += 4 * x * x * curve(x, s.n2) * dx;
      const Real r = curve(x, s.n1);
      volume_sum += 2 * r * r * dx;
      x2_sum += 2 * std::pow(r, 4) * dx;
      z2_sum += 2 * r * r * x * x * dx;
    }
    const auto [a, b, c] = s.half_length;
    EXPECT_NEAR(volume(s) / (a * b * c * plane_area * volume_sum), 1, 2e-6);
    const Real xx = a * a * a * b * c * plane_x2 * x2_sum, yy = a * b * b * b * c * plane_x2 * x2_sum,
               zz = a * b * c * c * c * plane_area * z2_sum;
    const Vec3 i = inertia(s);
    EXPECT_NEAR(i.x / (yy + zz), 1, 5e-6);
    EXPECT_NEAR(i.y / (xx + zz), 1, 5e-6);
    EXPECT_NEAR(i.z / (xx + yy), 1, 5e-6);
  }
}

TEST(Superquadric, MatchesAreaOfKnownBodies) {
  EXPECT_NEAR(area(Superquadric{}) / (4 * std::numbers::pi), 1, 1e-4);
  // The body is a prolate spheroid with semi-axes 1, 1, 2.
  const Real e = std::sqrt(0.75);
  EXPECT_NEAR(area(make_superquadric({1, 1, 2}, 2, 2)) / (2 * std::numbers::pi * (1 + 2 / e * std::asin(e))),
              1, 1e-4);
  EXPECT_NEAR(area(make_superquadric({1, 1, 1}, 1000, 1000)) / 24, 1, 5e-3);
}

TEST(Superquadric, BoundingRadiusIsReachedAndNotExceeded) {
  Random random(65);
  for (int n = 0; n < 300; ++n) {
    const Superquadric s = random_superquadric(random);
    const Real radius = bounding_radius(s);
    Real farthest = 0;
    Vec3 d = normalized(s.half_length);  // climbs: support point along the farthest point so far
    for (int step = 0; step < 2000; ++step) d = normalized(support(s, d));
    farthest = length(support(s, d));
    EXPECT_LE(farthest, radius * (1 + 1e-12));
    for (int k = 0; k < 50; ++k) EXPECT_LE(length(surface_point(s, random)), radius * (1 + 1e-12));
    if (s.n1 > 2 && s.n2 > 2) { EXPECT_NEAR(farthest / radius, 1, 1e-6); }
  }
  EXPECT_NEAR(bounding_radius(make_superquadric({1, 2, 3}, 2, 2)), 3, 1e-15);
}

TEST(Superquadric, EverythingIsFiniteAtTheEndsOfTheRangeOfSizes) {
  for (const Vec3 half : {Vec3{1e-30, 1e-30, 1e-30}, Vec3{1e30, 1e30, 1e30}, Vec3{1e-30, 1, 1e30}}) {
    for (const Real n : {2.0, 1000.0}) {
      const Superquadric s = make_superquadric(half, n, n);
      for (const Real x :
           {volume(s), area(s), bounding_radius(s), inertia(s).x, inertia(s).y, inertia(s).z}) {
        EXPECT_TRUE(x > 0 && std::isfinite(x)) << x;
      }
    }
  }
}

TEST(Superquadric, RejectsInvalidParameters) {
  EXPECT_ERROR(make_superquadric({1, 1, 1}, 1.9, 2), "exponents must lie between 2 and 1000, not 1.9");
  EXPECT_ERROR(make_superquadric({1, 1, 1}, 2, NAN), "exponents");
  EXPECT_ERROR(make_superquadric({1, -1, 1}, 2, 2), "a half length of the superquadric is -1 m");
  EXPECT_ERROR(make_superquadric({INFINITY, 1, 1}, 2, 2), "a half length of the superquadric is inf m");
  EXPECT_ERROR(make_superquadric({1e-120, 1, 1}, 2, 2), "Lengths must be positive, from 1e-30 to 1e+30 m");
}

TEST(Sphere, MatchesTheEqualSuperquadricAndRejectsBadRadii) {
  EXPECT_NEAR(volume(Sphere{2}), volume(make_superquadric({2, 2, 2}, 2, 2)), 1e-13);
  EXPECT_NEAR(inertia(Sphere{2}), inertia(make_superquadric({2, 2, 2}, 2, 2)).x, 1e-12);
  EXPECT_LT(length(support(Sphere{2}, {0, 3, 4}) - Vec3{0, 1.2, 1.6}), 1e-15);
  EXPECT_ERROR(make_sphere(1e31), "the radius of the sphere is 1e+31 m");
  EXPECT_ERROR(make_sphere(0), "the radius of the sphere is 0 m. Lengths must be positive");
  EXPECT_ERROR(make_sphere(-1), "the radius of the sphere is -1 m");
}

TEST(HalfSpace, ReturnsSignedDistances) {
  const HalfSpace h = make_half_space({0, 0, 2}, {5, 5, 1});
  EXPECT_EQ(signed_distance(h, {9, 9, 3}), 2);
  EXPECT_EQ(signed_distance(h, {9, 9, 0}), -1);
  EXPECT_ERROR(make_half_space({0, 0, 0}, {0, 0, 0}), "outward direction");
}

}  // namespace
}  // namespace scree
