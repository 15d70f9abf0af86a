#include "scree/contact/superquadric/superquadric.hpp"

#include "scree/contact/superquadric/closest_point.hpp"
#include "scree/contact/superquadric/common_normal.hpp"
#include "superquadric_cases.hpp"
#include "support/support.hpp"

#include <cstdio>

namespace scree {
namespace {

using namespace test;

/// Numbers that carry their derivatives along x, y and z (automatic differentiation). Nesting them gives the
/// second derivatives.
template <class T>
struct Dual {
  T value;
  T d[3] = {};
};
template <class T>
Dual<T> operator+(const Dual<T>& a, const Dual<T>& b) {
  return {a.value + b.value, {a.d[0] + b.d[0], a.d[1] + b.d[1], a.d[2] + b.d[2]}};
}
template <class T>
Dual<T> operator*(const Dual<T>& a, const Dual<T>& b) {
  Dual<T> r{a.value * b.value, {}};
  for (int i = 0; i < 3; ++i) r.d[i] = a.value * b.d[i] + a.d[i] * b.value;
  return r;
}
Real constant(Real x, Real) { return x; }
template <class T>
Dual<T> constant(Real x, const Dual<T>& like) {
  return {constant(x, like.value),
          {constant(0, like.value), constant(0, like.value), constant(0, like.value)}};
}
Real power_of(Real x, Real n) { return std::pow(x, n); }
template <class T>
Dual<T> power_of(const Dual<T>& x, Real n) {
  const T slope = constant(n, x.value) * power_of(x.value, n - 1);
  return {power_of(x.value, n), {slope * x.d[0], slope * x.d[1], slope * x.d[2]}};
}

TEST(SuperquadricDerivatives, MatchesAutomaticDifferentiation) {
  // Evaluates equation 1 as printed with automatic differentiation. The exponents are whole, equal
  // and arbitrary.
  using First = Dual<Real>;
  using Second = Dual<First>;
  Random random(400);
  for (int n = 0; n < 4000; ++n) {
    const Superquadric s = random_superquadric(random, 20);
    const Vec3 ray = random.direction();
    const Vec3 p = random.uniform(0.3, 1.5) *
                   Vec3{s.half_length.x * ray.x, s.half_length.y * ray.y, s.half_length.z * ray.z};
    Second x[3];
    for (int i = 0; i < 3; ++i) {
      const Real sign = p[i] < 0 ? -1 : 1, scale = sign / s.half_length[i];
      x[i] = {First{std::abs(p[i]) / s.half_length[i], {}}, {}};
      x[i].value.d[i] = scale, x[i].d[i] = First{scale, {}};
    }
    const Second across = power_of(power_of(x[0], s.n2) + power_of(x[1], s.n2), s.n1 / s.n2);
    const Second f = across + power_of(x[2], s.n1);
    const SuperquadricDerivatives ours = derivatives(s, p);
    const SuperquadricSlope first = slope(s, p);
    const Real scale = 1 + std::abs(ours.value);
    ASSERT_NEAR(ours.value, f.value.value - 1, 1e-12 * scale) << n;
    ASSERT_NEAR(first.value, ours.value, 1e-12 * scale) << n;
    Real steep = 0, bent = 0;
    for (int i = 0; i < 9; ++i) {
      steep = std::max(steep, std::abs(f.d[i / 3].value));
      bent = std::max(bent, std::abs(f.d[i / 3].d[i % 3]));
    }
    for (int i = 0; i < 3; ++i) {
      ASSERT_NEAR(ours.gradient[i], f.d[i].value, 1e-11 * steep + 1e-300) << n;
      ASSERT_NEAR(first.gradient[i], f.d[i].value, 1e-11 * steep + 1e-300) << n;
      for (int j = 0; j < 3; ++j) ASSERT_NEAR(ours.hessian(i, j), f.d[i].d[j], 1e-10 * bent + 1e-300) << n;
    }
    ASSERT_NEAR(std::pow(gauge(s, p), s.n1), ours.value + 1, 1e-11 * scale) << n;
  }
}

TEST(SuperquadricDerivatives, NoSurfaceIsMoreCurvedThanTheRollingBall) {
  Random random(399);
  for (int n = 0; n < 4000; ++n) {
    const Superquadric s = random_superquadric(random, 5);
    const Vec3 y = support(s, random.direction());
    const SuperquadricDerivatives j = derivatives(s, y);
    const Vec3 normal = normalized(j.gradient);
    const Vec3 p = normalized(cross(normal, random.direction()));  // any tangent
    ASSERT_LE(dot(p, j.hessian * p) / length(j.gradient), (1 + 1e-9) / rolling_radius(s)) << n;
    // The ball that touches the surface from inside stays inside.
    const Vec3 middle = y - rolling_radius(s) * normal;
    for (int k = 0; k < 5; ++k)
      ASSERT_LE(inside_outside(s, middle + rolling_radius(s) * random.direction()), 1e-9) << n;
  }
}

struct Pair {
  PlacedSuperquadric a, b;
  Real size() const { return a.radius + b.radius; }
};

/// Returns a random pair with any overlap or gap. Many pairs are close to touching.
Pair random_pair(Random& random, int number, Real aspect, Real ratio) {
  const PlacedSuperquadric a(random_superquadric(random, aspect), {{}, random.rotation()});
  const Superquadric shape = random_superquadric(random, aspect, std::pow(ratio, random.uniform(-1, 1)));
  const Real radius = bounding_radius(shape);
  const Pose pose{random.uniform(0, 1.1) * (a.radius + radius) * random.direction(), random.rotation()};
  PlacedSuperquadric b(shape, pose, radius);
  const Real sign = number % 3 == 1 ? 1 : -1;
  const Real wanted = sign * std::pow(10, random.uniform(-9, -1)) * std::min(a.radius, radius);
  if (number % 3 != 0) b = moved_to(a, b, a.center, a.radius + radius, wanted);
  return {a, b};
}

TEST(SuperquadricPair, EveryAnswerLiesWithinTheBounds) {
  // The exponents are 2 to 20, the aspect ratios up to 1:20, the size ratios up to 1:100. The bounds come
  // from gjk_td, which shares no formula with this algorithm.
  Random random(401);
  int fallbacks = 0, most = 0;
  Real worst = 0;
  for (int n = 0; n < 4000; ++n) {
    const Pair pair = random_pair(random, n, 20, 100);
    Cache cache;
    const Contact cold = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    const Contact warm = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    const BoundedDistance bounds =
        bounded_distance(pair.a, pair.b, pair.b.center - pair.a.center, 1e-12 * pair.size());
    for (const Contact& c : {cold, warm}) {
      const Real gap = -c.overlap;
      const Real error = std::max(bounds.lower - gap, gap - bounds.upper) / pair.size();
      worst = std::max(worst, error);
      ASSERT_LT(error, 1e-10) << n;
      ASSERT_NEAR(length(c.normal), 1, 1e-12) << n;
      // The certificate states that the planes through the witness points separate the bodies by exactly
      // the gap.
      const Real along = dot(c.normal, pair.b.support(-c.normal) - pair.a.support(c.normal));
      ASSERT_NEAR(along / pair.size(), gap / pair.size(), 1e-10) << n;
      ASSERT_NEAR(length(c.point_a - c.point_b - c.overlap * c.normal), 0, 1e-10 * pair.size()) << n;
      if (std::abs(gap) > 1e-11 * pair.size()) { ASSERT_EQ(c.status == Status::touching, gap < 0) << n; }
    }
    fallbacks += cold.used_fallback ? 1 : 0, most = std::max(most, cold.iterations);
  }
  std::printf("worst error %.1e of the size, %d left to the bounds, at most %d steps\n", worst, fallbacks,
              most);
  EXPECT_LE(fallbacks, 4);
  EXPECT_LT(most, 3000);
}

TEST(SuperquadricPair, TheCommonLevelIsThatOfAnIndependentOptimiser) {
  // For 10 000 pairs, the minimum of max(F_A, F_B), found without derivatives, equals the level that Newton's
  // method finds.
  Random random(402);
  int cut = 0, most = 0, behind = 0;
  for (int n = 0; n < 10'000; ++n) {
    const Pair pair = random_pair(random, n, 4, 4);
    const CommonLevel found = common_level(pair.a, pair.b);
    ASSERT_TRUE(found.found) << n;
    const auto larger = [&](Vec3 x) {
      return std::log(2 + std::max(pair.a.value_at(x), pair.b.value_at(x)));
    };
    Real least = 0;
    least_of(larger, 0.5 * (pair.a.center + pair.b.center), 0.3 * std::min(pair.a.radius, pair.b.radius),
             least);
    const Real ours = std::log(2 + found.level);
    ASSERT_LT(larger(found.point), least + 1e-9) << n;  // Newton's level is never worse
    behind += least - ours > 1e-3 ? 1 : 0;              // the simplex gets stuck on ridges
    // The answer satisfies equations 4 and 5 of the paper.
    const SuperquadricSlope a = pair.a.slope_at(found.point), b = pair.b.slope_at(found.point);
    ASSERT_NEAR(a.value, b.value, 1e-7 * (1 + std::abs(a.value))) << n;
    const Vec3 balance = (1 + found.lambda) * a.gradient + (1 - found.lambda) * b.gradient;
    ASSERT_LT(length(balance), 1e-6 * (length(a.gradient) + length(b.gradient)) + 1e-12) << n;
    cut += found.cuts > 0 ? 1 : 0, most = std::max(most, found.iterations);
  }
  std::printf("ellipsoids needed for %d of 10000, at most %d Newton steps\n", cut, most);
  EXPECT_LE(most, 460);
  EXPECT_LT(behind, 1000);
}

TEST(SuperquadricPair, TheLevelDoesNotDependOnTheStart) {
  Random random(403);
  for (int n = 0; n < 600; ++n) {
    const Pair pair = random_pair(random, n, 20, 100);
    const CommonLevel usual = common_level(pair.a, pair.b);
    const Vec3 start = pair.a.center + random.uniform(0, 5) * pair.size() * random.direction();
    const CommonLevel other = common_level(pair.a, pair.b, start);
    ASSERT_TRUE(usual.found && other.found) << n;
    ASSERT_NEAR(other.level, usual.level, 1e-6 * (1 + std::abs(usual.level))) << n;
  }
}

TEST(SuperquadricPair, TheLevelDistinguishesTouchingFromSeparated) {  // equation 7
  Random random(404);
  for (int n = 0; n < 3000; ++n) {
    const Pair pair = random_pair(random, n, 20, 100);
    Cache cache;
    const Contact contact = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    if (std::abs(contact.overlap) < 1e-10 * pair.size()) continue;
    ASSERT_EQ(common_level(pair.a, pair.b).level<0, contact.overlap> 0) << n;
  }
}

TEST(SuperquadricPair, SpheresHaveAClosedForm) {
  Random random(405);
  for (int n = 0; n < 2000; ++n) {
    const Real ra = random.uniform(0.01, 2), rb = random.uniform(0.01, 2);
    const Vec3 at = random.uniform(0.01, 5) * random.direction();
    const PlacedSuperquadric a(make_superquadric({ra, ra, ra}, 2, 2), {{}, random.rotation()});
    const PlacedSuperquadric b(make_superquadric({rb, rb, rb}, 2, 2), {at, random.rotation()});
    Cache cache;
    const Contact c = SuperquadricPairNewton::collide(a, b, cache);
    EXPECT_NEAR(c.overlap, ra + rb - length(at), 1e-14);
    EXPECT_LT(length(c.normal - normalized(at)), 1e-15);
    // The ellipsoids are not recognized as spheres, because their half lengths differ in the last digit.
    const PlacedSuperquadric nearly(make_superquadric({ra, ra, ra * (1 + 1e-15)}, 2, 2),
                                    {{}, random.rotation()});
    Cache other;
    EXPECT_NEAR(SuperquadricPairNewton::collide(nearly, b, other).overlap, c.overlap, 1e-13 * (ra + rb));
    const CommonLevel level = common_level(a, b);  // the midpoint for equal spheres, as the paper says
    if (std::abs(ra - rb) < 1e-3) { EXPECT_LT(length(level.point - 0.5 * at), 1e-2); }
  }
}

TEST(SuperquadricPair, AnswersFollowSwapsRigidMotionsAndScales) {
  Random random(406);
  for (int n = 0; n < 500; ++n) {
    const Pair pair = random_pair(random, n, 5, 5);
    Cache cache, swapped_cache, moved_cache;
    const Contact c = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    const Contact swapped = SuperquadricPairNewton::collide(pair.b, pair.a, swapped_cache);
    ASSERT_NEAR(swapped.overlap, c.overlap, 1e-11 * pair.size()) << n;
    const Pose motion{10 * random.direction(), random.rotation()};
    const Real scale = std::pow(10, random.uniform(-6, 6));
    const auto moved = [&](PlacedSuperquadric s) {
      s.shape.half_length = scale * s.shape.half_length, s.radius *= scale;
      s.center = scale * transform(motion, s.center);
      s.rotation = to_matrix(motion.orientation) * s.rotation;
      return s;
    };
    const Contact m = SuperquadricPairNewton::collide(moved(pair.a), moved(pair.b), moved_cache);
    ASSERT_NEAR(m.overlap / scale, c.overlap, 1e-10 * pair.size()) << n;
    if (c.overlap < 0) {
      ASSERT_LT(length(m.normal - rotate(motion.orientation, c.normal)), 1e-5) << n;
      ASSERT_LT(length(swapped.normal + c.normal), 1e-5) << n;
    }
  }
}

TEST(SuperquadricPair, MovingAlongTheNormalSeparates) {
  Random random(407);
  for (int n = 0; n < 500; ++n) {
    Pair pair = random_pair(random, 2, 5, 5);  // the pair overlaps
    Cache cache;
    const Contact c = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    if (!(c.overlap > 1e-8 * pair.size())) continue;
    const Vec3 before = pair.b.center;
    pair.b.center = before + (c.overlap + 1e-9 * pair.size()) * c.normal;
    Cache out;
    EXPECT_EQ(SuperquadricPairNewton::collide(pair.a, pair.b, out).status, Status::separated);
    pair.b.center = before + (c.overlap - 1e-9 * pair.size()) * c.normal;
    Cache in;
    EXPECT_EQ(SuperquadricPairNewton::collide(pair.a, pair.b, in).status, Status::touching);
  }
}

TEST(SuperquadricPair, TheCertificateCanFail) {
  const PlacedSuperquadric a(make_superquadric({1, 2, 3}, 4, 6), {});
  const PlacedSuperquadric b(make_superquadric({1, 1, 2}, 2, 2), {{2.2, 1, 1}, {}});
  Cache cache;
  const Contact c = SuperquadricPairNewton::collide(a, b, cache);
  const Vec3 wrong = normalized(c.normal + Vec3{0, 0.05, 0});
  EXPECT_GT(std::abs(dot(wrong, b.support(-wrong) - a.support(wrong)) + c.overlap), 1e-4);
}

TEST(SuperquadricPair, PublishedOverlapIsNearTheLeastTranslationWhenShallow) {
  Random random(408);
  for (int n = 0; n < 500; ++n) {
    Pair pair = random_pair(random, 0, 2, 2);
    pair.b = moved_to(pair.a, pair.b, pair.a.center, pair.size(), -1e-4);
    Cache cache;
    const Contact exact = SuperquadricPairNewton::collide(pair.a, pair.b, cache);
    const Contact paper = SuperquadricPairPublished::collide(pair.a, pair.b, cache);
    ASSERT_EQ(paper.status, Status::touching);
    ASSERT_NEAR(paper.overlap / exact.overlap, 1, 0.3) << n;
  }
}

TEST(ClosestPoint, IsFoundOnSpheresAndSuperquadrics) {
  Random random(409);
  for (int n = 0; n < 2000; ++n) {
    const Vec3 v = random.uniform(0.2, 4) * random.direction();
    const ClosestPoint on_sphere = closest_on_surface(make_superquadric({2, 2, 2}, 2, 2), v, {1, 2, 3});
    if (length(v) > 2.5) { EXPECT_NEAR(on_sphere.height, length(v) - 2, 1e-14); }
    const Superquadric s = random_superquadric(random, 10);
    const Vec3 outside = (1.05 + random.uniform(0, 3)) * support(s, random.direction());
    const ClosestPoint closest = closest_on_surface(s, outside, outside);
    ASSERT_TRUE(closest.converged) << n;
    ASSERT_NEAR(inside_outside(s, closest.point), 0, 1e-9) << n;
    // The point is optimal: the vector to it is along the normal, and no support point lies beyond the plane.
    ASSERT_LT(length(outside - closest.point - closest.height * closest.normal), 1e-8) << n;
    ASSERT_LE(dot(closest.normal, support(s, closest.normal) - closest.point), 1e-8) << n;
  }
}

TEST(SuperquadricPlane, NewtonAgreesWithTheClosedForm) {
  Random random(410);
  int failed = 0;
  for (int n = 0; n < 2000; ++n) {
    const Superquadric shape = random_superquadric(random, 5);
    const PlacedSuperquadric s(shape, {3 * random.direction(), random.rotation()});
    const Vec3 outward = random.direction();
    const LowestPoint closed = lowest_over_plane(s, outward, 0.3);
    // The support point lies on the surface, and the gradient there is opposite to the normal.
    const SuperquadricSlope at = s.slope_at(closed.point);
    ASSERT_NEAR(at.value, 0, 1e-11) << n;
    ASSERT_LT(length(at.gradient / length(at.gradient) + outward), 1e-8) << n;
    LowestPoint newton;
    if (!lowest_over_plane_by_newton(s, outward, 0.3, newton)) {
      ++failed;
      continue;
    }
    ASSERT_NEAR(newton.height, closed.height, 1e-7) << n;
  }
  std::printf("Newton's method alone failed on %d of 2000 planes\n", failed);
  EXPECT_LT(failed, 200);  // Newton's method only serves as a cross-check
}

TEST(SuperquadricSegment, FindsTheLeastFAlongASegment) {
  Random random(411);
  for (int n = 0; n < 2000; ++n) {
    const PlacedSuperquadric s(random_superquadric(random, 10), {random.direction(), random.rotation()});
    const Vec3 p = 3 * random.direction(), q = 3 * random.direction();
    const LeastPoint closest = least_on_segment(s, p, q);
    ASSERT_GE(closest.parameter, 0);
    ASSERT_LE(closest.parameter, 1);
    ASSERT_NEAR(closest.value, s.value_at(closest.point), 1e-9 * (1 + std::abs(closest.value)));
    Real least = 1e300;
    for (int k = 0; k <= 200; ++k) least = std::min(least, s.value_at(p + (k / 200.0) * (q - p)));
    ASSERT_LE(closest.value, least + 1e-12 * (1 + std::abs(least))) << n;
  }
}

TEST(SuperquadricPair, HandlesCoincidentAndNestedCentres) {
  const Superquadric big = make_superquadric({3, 2, 1}, 8, 4),
                     small = make_superquadric({0.1, 0.2, 0.3}, 2, 2);
  for (const Vec3 at : {Vec3{}, Vec3{1e-14, 0, 0}, Vec3{0.5, 0.3, 0.1}}) {
    Cache cache;
    const PlacedSuperquadric a(big, {}), b(small, {at, {}});
    const Contact c = SuperquadricPairNewton::collide(a, b, cache);
    EXPECT_EQ(c.status, Status::touching);
    EXPECT_NEAR(c.overlap, 1.3 - at.z, 1e-6);  // the body leaves along z, the shortest direction
    const Contact same = SuperquadricPairNewton::collide(a, PlacedSuperquadric(big, {at, {}}), cache);
    EXPECT_NEAR(same.overlap, 2 - at.z, 1e-6);
  }
}

}  // namespace
}  // namespace scree
