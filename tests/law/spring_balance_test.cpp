// The kick of a contact does exactly the work that its springs have given back. It keeps momentum and angular
// momentum, and is zero if the force has already done that work.
#include "scree/law/spring_balance.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

namespace scree::test {
namespace {

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// A contact over a step: two bodies with their velocities in the middle of the step, and its springs before
/// and after it.
struct Case {
  static constexpr Real dt = 0.01;
  StepMotion a, b;
  SpringState before, now;
  Vec3 middle, momentum_a, momentum_b;

  explicit Case(Random& random) {
    for (StepMotion* m : {&a, &b}) {
      m->position = random_vector(random);
      m->orientation = random.rotation();
      m->inverse_mass = random.uniform(0.5, 2);
      m->inverse_inertia = {random.uniform(1, 9), random.uniform(1, 9), random.uniform(1, 9)};
      m->velocity = random_vector(random);
      m->spin = m->spin_before = random_vector(random);
    }
    middle = 0.5 * (a.position + b.position) + 0.1 * random_vector(random);
    before.force = random_vector(random);
    before.moment = cross(middle - a.position, before.force);
    now.force = before.force + 0.2 * random_vector(random);
    now.moment = cross(middle - a.position, now.force);
    before.energy = 1, now.energy = 1 + 0.001 * random.uniform(-1, 1);
    predict();
  }

  /// Predicts the end of the step as the engine does: half a step with the old force.
  void predict() {
    const Vec3 moment = before.moment - cross(dt * a.velocity, before.force);
    push(a, -before.force, -moment);
    push(b, before.force, moment - cross(b.position - a.position, before.force));
  }
  static void push(StepMotion& m, Vec3 force, Vec3 torque) {
    m.end_velocity = m.velocity + 0.5 * dt * m.inverse_mass * force;
    m.end_spin = m.spin + 0.5 * dt * m.inertial(torque);
  }
  Kick kick() const { return balancing_kick(before, now, middle, a, b, dt); }
};

/// Kinetic energy: half of m v^2 + spin . inertia . spin.
Real kinetic(const StepMotion& m, Vec3 velocity, Vec3 spin) {
  const Vec3 s = rotate(conjugate(m.orientation), spin), i = m.inverse_inertia;
  return 0.5 *
         (length_squared(velocity) / m.inverse_mass + s.x * s.x / i.x + s.y * s.y / i.y + s.z * s.z / i.z);
}

/// Kinetic energy at the end of the step with the new force and a kick.
Real kinetic_at_end(const Case& c, Vec3 impulse, Vec3 point) {
  const Vec3 apart = c.b.position - c.a.position;
  const auto end = [&](const StepMotion& m, Real sign, Vec3 torque) {
    const Vec3 velocity = m.velocity + m.inverse_mass * sign * (0.5 * c.dt * c.now.force + impulse);
    const Vec3 spin = m.spin + m.inertial(0.5 * c.dt * torque + sign * cross(point - m.position, impulse));
    return kinetic(m, velocity, spin);
  };
  return end(c.a, -1, -c.now.moment) + end(c.b, 1, c.now.moment - cross(apart, c.now.force));
}

TEST(SpringBalance, TheKickDoesTheMissingWork) {
  Random random(1);
  int done = 0;
  for (int i = 0; i < 1000; ++i) {
    const Case c(random);
    const Kick kick = c.kick();
    const Real most = 0.5 * c.dt * (length(c.before.force) + length(c.now.force));
    ASSERT_LE(length(kick.impulse), most * (1 + 1e-12));
    if (length(kick.impulse) > 0.999 * most) continue;
    const Real missing = missing_work(c.before, c.now, c.a, c.b, c.dt);
    const Real work = kinetic_at_end(c, kick.impulse, kick.point) - kinetic_at_end(c, {}, {});
    EXPECT_NEAR(work, missing, 1e-12) << i;
    // Counter-check: nine tenths of the kick do not do the work.
    const Real less = kinetic_at_end(c, 0.9 * kick.impulse, kick.point) - kinetic_at_end(c, {}, {});
    EXPECT_GT(std::abs(less - missing), 0.01 * std::abs(missing)) << i;
    ++done;
  }
  EXPECT_GT(done, 800);
}

TEST(SpringBalance, NothingIsMissingWhereTheTrapezoidalRuleIsExact) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    Case c(random);
    // A linear spring along x between two centroids: its force is linear in the displacement, so the rule
    // is exact.
    const Real stiffness = 10, overlap = 0.3, closing = c.a.velocity.x - c.b.velocity.x;
    const Real later = overlap + c.dt * closing;
    c.before = {{stiffness * overlap, 0, 0}, {}, 0.5 * stiffness * overlap * overlap};
    c.now = {{stiffness * later, 0, 0}, {}, 0.5 * stiffness * later * later};
    for (StepMotion* m : {&c.a, &c.b}) m->spin = m->spin_before = {};
    EXPECT_NEAR(missing_work(c.before, c.now, c.a, c.b, c.dt), 0, 1e-15);
    // Counter-check: a spring that stores more has work to do.
    c.before.energy *= 1.01;
    EXPECT_GT(missing_work(c.before, c.now, c.a, c.b, c.dt), 1e-3);
  }
}

TEST(SpringBalance, TheMissingWorkIsTheSameWhereverTheOriginsLie) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Case c(random);
    // B as a wall whose frame lies elsewhere: the same motion, given at another point of the wall.
    Case moved = c;
    const Vec3 by = random_vector(random);
    moved.b.position += by;
    moved.b.velocity += cross(c.b.spin, by);
    moved.b.end_velocity += cross(c.b.end_spin, by);
    // A rotating frame moves along a circle, a point of it along its chord: they agree to first order in
    // the step.
    moved.b.spin_before = moved.b.spin;
    const Real missing = missing_work(c.before, c.now, c.a, c.b, c.dt);
    EXPECT_NEAR(missing_work(moved.before, moved.now, moved.a, moved.b, c.dt), missing, 10 * c.dt * c.dt)
        << i;
  }
}

TEST(SpringBalance, APartingKickGivesTheRestBackAndNeverPulls) {
  Random random(4);
  int whole = 0;
  for (int i = 0; i < 1000; ++i) {
    Case c(random);
    c.now = {};
    const Real work_done = -missing_work({c.before.force, c.before.moment, 0}, {}, c.a, c.b, c.dt);
    c.before.energy = work_done + 0.001 * random.uniform(-1, 1);
    const Kick kick = parting_kick(c.before, c.a, c.b, c.dt);
    const Real along = dot(kick.impulse, c.before.force) / length_squared(c.before.force);
    EXPECT_NEAR(length(cross(kick.impulse, c.before.force)), 0, 1e-12);
    EXPECT_GE(0.5 * c.dt + along, -1e-15) << "over the last step the contact pulled";
    if (std::abs(along) > 0.499 * c.dt) continue;
    const Real work = kinetic_at_end(c, kick.impulse, kick.point) - kinetic_at_end(c, {}, {});
    EXPECT_NEAR(work, missing_work(c.before, {}, c.a, c.b, c.dt), 1e-4 * std::abs(work) + 1e-12) << i;
    ++whole;
  }
  EXPECT_GT(whole, 300);
}

TEST(SpringBalance, AtRestThereIsNoKick) {
  Random random(5);
  Case c(random);
  for (StepMotion* m : {&c.a, &c.b})
    m->velocity = m->spin = m->spin_before = m->end_velocity = m->end_spin = {};
  c.now = c.before;
  EXPECT_EQ(c.kick().impulse, Vec3{});
  EXPECT_EQ(parting_kick({}, c.a, c.b, c.dt).impulse, Vec3{});
}

}  // namespace
}  // namespace scree::test
