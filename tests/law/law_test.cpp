// Laws without a world: the damping that gives a restitution, the rules for two materials, Hertz's formulas,
// and a contact of one point as an oscillator.
#include "scree/law/contact_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree::test {
namespace {

constexpr Real restitutions[] = {0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1};

/// Returns the fraction of its speed that a unit mass keeps after an impact. Integrates the law with tiny
/// steps of a fourth-order method.
template <class Law>
Real restitution(const ContactProperties& p, Real speed) {
  const auto push = [&](Real d, Real v) {
    if (d <= 0) return 0.0;
    const Response r = Law(p, 1, {}).at(d);
    return std::max(0.0, r.force + r.damping * v);
  };
  Real d = 0, v = speed;
  // The step is at most a thousandth of the contact time.
  const Response at = Law(p, 1, {}).at(1e-6);
  const Real h = 1e-3 * std::sqrt(1e-6 / at.force) * (p.young > 0 ? 0.05 : 1);
  for (int i = 0; i < 400000; ++i) {
    const Real a1 = -push(d, v), v1 = v, a2 = -push(d + h / 2 * v1, v + h / 2 * a1), v2 = v + h / 2 * a1,
               a3 = -push(d + h / 2 * v2, v + h / 2 * a2), v3 = v + h / 2 * a2,
               a4 = -push(d + h * v3, v + h * a3), v4 = v + h * a3;
    d += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (v < 0 && push(d, v) == 0) break;
  }
  return -v / speed;
}

TEST(Law, LinearDampingGivesTheRequestedRestitution) {
  for (const Real e : restitutions) {
    ContactProperties p;
    p.restitution = e;
    finish(p, LawKind::linear);
    EXPECT_NEAR(restitution<LinearLaw>(p, 1), e, 2e-4) << e;
  }
}

TEST(Law, HertzDampingGivesTheRequestedRestitutionAtAnySpeed) {
  for (const Real e : restitutions) {
    ContactProperties p;
    p.young = 1e5, p.shear = 1e5;
    p.restitution = e;
    finish(p, LawKind::hertz_mindlin);
    for (const Real speed : {0.01, 1.0}) EXPECT_NEAR(restitution<HertzMindlinLaw>(p, speed), e, 1e-3) << e;
  }
}

TEST(Law, DampingDoesNotExceedThatOfRestitutionOneHundredth) {
  for (const Real e : {0.0, 1e-6, 0.001, 0.0099, 0.01}) {
    ContactProperties p;
    p.restitution = e;
    finish(p, LawKind::linear);
    EXPECT_EQ(p.damping_ratio, linear_damping_ratio(0.01)) << e;
    EXPECT_NEAR(restitution<LinearLaw>(p, 1), 0.01, 2e-4) << e;
    p.young = 1e5, p.shear = 1e5;
    finish(p, LawKind::hertz_mindlin);
    EXPECT_EQ(p.damping_ratio, hertz_damping_ratio(0.01)) << e;
    EXPECT_NEAR(restitution<HertzMindlinLaw>(p, 1), 0.01, 1e-3) << e;
    finish(p, LawKind::pressure);
    EXPECT_EQ(p.sphere_damping_ratio, square_damping_ratio(0.01)) << e;
  }
  EXPECT_LT(linear_damping_ratio(0.01), 5);
  EXPECT_GT(linear_damping_ratio(0.001), 15);
}

TEST(Law, CriticalDampingHasItsClosedForm) {
  // The contact does not pull, so a damping ratio of 1 leaves exp(-2) of the speed.
  EXPECT_NEAR(linear_damping_ratio(std::exp(-2.0)), 1, 1e-9);
  EXPECT_EQ(linear_damping_ratio(1), 0);
  EXPECT_EQ(hertz_damping_ratio(1), 0);
  EXPECT_GT(linear_damping_ratio(0.01), 1);
}

TEST(Law, EqualMaterialsKeepTheirStiffness) {
  Material m;
  m.normal_stiffness = 3e4;
  m.tangential_stiffness = 2e4;
  m.young = 70e9;
  m.poisson = 0.2;
  Material soft = m;
  soft.normal_stiffness = 1e4;
  soft.friction = 0.2;
  soft.restitution = 0.1;
  const ContactProperties same = combine(m, m), mixed = combine(m, soft), swapped = combine(soft, m);
  EXPECT_DOUBLE_EQ(same.normal_stiffness, 3e4);
  EXPECT_DOUBLE_EQ(same.tangential_stiffness, 2e4);
  EXPECT_DOUBLE_EQ(same.young, 70e9 / (2 * (1 - 0.04)));
  EXPECT_DOUBLE_EQ(same.shear, 70e9 / 2.4 / (2 * 1.8));
  EXPECT_DOUBLE_EQ(mixed.normal_stiffness, 1.5e4);
  EXPECT_EQ(mixed.friction, 0.2);
  EXPECT_EQ(mixed.restitution, 0.1);
  EXPECT_EQ(mixed.normal_stiffness, swapped.normal_stiffness);
}

TEST(Law, HertzForceAgreesWithEnergyAndStiffness) {
  ContactProperties p;
  p.young = 25e9, p.shear = 9e9;
  const Real radius = 5e-3, d = 1e-4, h = 1e-9;
  const auto at = [&](Real overlap) { return HertzMindlinLaw(p, radius, {}).at(overlap); };
  EXPECT_DOUBLE_EQ(at(d).force, 4.0 / 3 * 25e9 * std::sqrt(radius) * std::pow(d, 1.5));
  EXPECT_NEAR((at(d + h).energy - at(d - h).energy) / (2 * h), at(d).force, 1e-6 * at(d).force);
  EXPECT_DOUBLE_EQ(at(d).tangential_stiffness, 8 * 9e9 * std::sqrt(radius * d));
}

/// One point with a history. The bodies are at rest except for a tangential speed.
struct Sticking {
  ContactProperties p;
  PointHistory history;

  Sticking() { p.friction = 0.5, p.damping_ratio = 0; }
  PointForce press(Real overlap, Vec3 velocity, Vec3 normal = {0, 0, 1}, Vec3 spin = {}) {
    const Response r = LinearLaw(p, 1, {}).at(overlap);
    return point_force(p, r, {normal, velocity, spin, 1, overlap}, 1e-4, history);
  }
};

TEST(Law, FrictionHoldsUpToCoulombsLimitAndNoFurther) {
  Sticking s;
  const Real normal = 1e5 * 1e-3;
  Real pulled = 0;
  for (int i = 0; i < 2000; ++i) {
    const PointForce f = s.press(1e-3, {1e-2, 0, 0});
    pulled += 1e-4 * 1e-2;
    const Real expected = std::min(8e4 * pulled, 0.5 * normal);
    EXPECT_NEAR(f.force.x, -expected, 1e-9 * normal);
    EXPECT_NEAR(f.force.z, normal, 1e-9 * normal);
    EXPECT_EQ(f.force.y, 0);
  }
  // After the motion reverses, the spring unloads from the limit of friction, not from the displacement of
  // the bodies.
  EXPECT_NEAR(s.press(1e-3, {-1e-2, 0, 0}).force.x, -(0.5 * normal - 8e4 * 1e-6), 1e-9 * normal);
}

TEST(Law, TheSpringRotatesWithThePlaneAndKeepsItsLength) {
  Sticking s;
  s.history.spring = {1e-4, 0, 0};
  s.history.stiffness = 8e4;
  s.history.normal_force = 1e3;
  // The plane and the bodies rotate by a quarter turn about y, so the spring ends along -z.
  constexpr int steps = 10000;
  const Real angle = std::numbers::pi / 2 / steps, rate = angle / 1e-4;
  for (int i = 1; i <= steps; ++i)
    s.press(1e-2, {}, {std::sin(i * angle), 0, std::cos(i * angle)}, {0, rate, 0});
  EXPECT_NEAR(s.history.spring.z, -1e-4, 1e-9);
  EXPECT_NEAR(length(s.history.spring), 1e-4, 1e-15);
  // A rotation of the spring about the normal comes only from the spin of the bodies.
  Sticking t;
  t.history = {0, {1e-4, 0, 0}, 8e4, 1e3};
  for (int i = 1; i <= steps; ++i) t.press(1e-2, {}, {0, 0, 1}, {0, 0, rate});
  EXPECT_NEAR(t.history.spring.y, 1e-4, 1e-8);
  EXPECT_NEAR(length(t.history.spring), 1e-4, 1e-15);
}

TEST(Law, AChangeOfTheWeightNeverGainsEnergy) {
  ContactProperties p;
  p.friction = 10;
  const Response r = LinearLaw(p, 1, {}).at(1e-3);
  for (const Real to : {0.1, 0.3, 0.9}) {
    PointHistory history{0, {1e-5, 2e-5, 0}, 0.3 * 8e4, 100};
    const Real before = 0.5 * history.stiffness * length_squared(history.spring);
    const PointForce f = point_force(p, r, {{0, 0, 1}, {}, {}, to, 1e-3}, 1e-4, history);
    EXPECT_LE(f.tangential, before * (1 + 1e-12)) << to;
  }
}

}  // namespace
}  // namespace scree::test
