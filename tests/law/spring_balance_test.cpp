// The corrective impulse of a contact does exactly the work that its springs have released. It conserves
// momentum and angular momentum, and is zero if the force has done that work already.
#include "scree/law/spring_balance.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace scree::test {
namespace {

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// A contact over a step: two bodies with their velocities at the middle of the step, and its springs before
/// and after it.
struct Case {
  static constexpr Real dt = 0.01;
  StepMotion a, b;
  EndMotion end_a, end_b;
  SpringState before, now;
  Vec3 middle;

  explicit Case(Random& random) {
    for (const auto& [m, end] : {std::pair{&a, &end_a}, std::pair{&b, &end_b}}) {
      m->position = random_vector(random);
      m->velocity = random_vector(random);
      m->spin = m->spin_before = random_vector(random);
      end->position = m->position;
      end->orientation = random.rotation();
      end->inverse_mass = random.uniform(0.5, 2);
      end->inverse_inertia = {random.uniform(1, 9), random.uniform(1, 9), random.uniform(1, 9)};
    }
    middle = 0.5 * (a.position + b.position) + 0.1 * random_vector(random);
    before.force = random_vector(random);
    before.moment = cross(middle - a.position, before.force);
    now.force = before.force + 0.2 * random_vector(random);
    now.moment = cross(middle - a.position, now.force);
    before.energy = 1;
    now.energy = 1 + 0.001 * random.uniform(-1, 1);
    push_by(now);
  }

  /// Applies a force during the last half of the step.
  void push_by(const SpringState& springs) {
    const auto push = [](const StepMotion& m, EndMotion& end, Vec3 force, Vec3 torque) {
      end.velocity = m.velocity + 0.5 * dt * end.inverse_mass * force;
      end.spin = m.spin + end.spin_change(0.5 * dt * torque);
    };
    push(a, end_a, -springs.force, -springs.moment);
    push(b, end_b, springs.force, springs.moment - cross(b.position - a.position, springs.force));
  }
  MissingWork missing() const { return missing_work(before, now, middle, a, b, dt); }
};

Real kinetic(const EndMotion& m) {
  const Vec3 s = rotate(conjugate(m.orientation), m.spin), i = m.inverse_inertia;
  return 0.5 *
         (length_squared(m.velocity) / m.inverse_mass + s.x * s.x / i.x + s.y * s.y / i.y + s.z * s.z / i.z);
}

EndMotion pushed(EndMotion m, Vec3 impulse, Vec3 point) {
  m.velocity += m.inverse_mass * impulse;
  m.spin += m.spin_change(cross(point - m.position, impulse));
  return m;
}

/// Returns the kinetic energy that an impulse on B at a point, and the opposite impulse on A, adds.
Real work_of(const Case& c, Vec3 impulse, Vec3 point) {
  return kinetic(pushed(c.end_a, -impulse, point)) + kinetic(pushed(c.end_b, impulse, point)) -
         kinetic(c.end_a) - kinetic(c.end_b);
}

bool is_cut_short(const Kick& kick, const MissingWork& missing) {
  return length(kick.impulse) > 0.999 * missing.most;
}

TEST(SpringBalance, KickDoesTheMissingWork) {
  Random random(1);
  int done = 0;
  for (int i = 0; i < 1000; ++i) {
    const Case c(random);
    const MissingWork missing = c.missing();
    const Kick kick = kick_for(missing, c.end_a, c.end_b);
    const Real work = work_of(c, kick.impulse, missing.point);
    EXPECT_NEAR(work, kick.work, 1e-14) << i;
    ASSERT_LE(length(kick.impulse), missing.most * (1 + 1e-12)) << i;
    if (is_cut_short(kick, missing)) continue;
    EXPECT_NEAR(work, missing.energy, 1e-14) << i;
    // Negative control: 0.9 of the impulse misses the required work by more than 1 %.
    const Real less = work_of(c, 0.9 * kick.impulse, missing.point);
    EXPECT_GT(std::abs(less - missing.energy), 0.01 * std::abs(missing.energy)) << i;
    ++done;
  }
  EXPECT_GT(done, 800);
}

TEST(SpringBalance, WholeStepWithItsKickClosesTheEnergyOfTwoBodies) {
  Random random(6);
  int done = 0;
  for (int i = 0; i < 1000; ++i) {
    const Case c(random);
    const MissingWork missing = c.missing();
    const Kick kick = kick_for(missing, c.end_a, c.end_b);
    if (is_cut_short(kick, missing)) continue;
    // Work of the old force in the first half of the step. Terms that are quadratic in the forces cancel over
    // a contact, so both sides omit them.
    const Vec3 a_to_b = c.b.position - c.a.position, velocity = c.b.velocity - c.a.velocity;
    const auto half_step = [&](const SpringState& s, Vec3 between) {
      return 0.5 * c.dt *
             (dot(s.force, velocity) - dot(s.moment, c.a.spin) +
              dot(s.moment - cross(between, s.force), c.b.spin));
    };
    const Real gained = half_step(c.before, a_to_b - c.dt * velocity) + half_step(c.now, a_to_b) +
                        work_of(c, kick.impulse, missing.point);
    EXPECT_NEAR(gained, c.before.energy - c.now.energy, 1e-14) << i;
    ++done;
  }
  EXPECT_GT(done, 800);
}

TEST(SpringBalance, NoWorkIsMissingWhereTheTrapezoidalRuleIsExact) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    Case c(random);
    // A linear spring along x connects two centroids, so its force is linear in the displacement.
    const Real stiffness = 10, overlap = 0.3, closing = c.a.velocity.x - c.b.velocity.x;
    const Real later = overlap + c.dt * closing;
    c.before = {{stiffness * overlap, 0, 0}, {}, 0.5 * stiffness * overlap * overlap};
    c.now = {{stiffness * later, 0, 0}, {}, 0.5 * stiffness * later * later};
    for (StepMotion* m : {&c.a, &c.b}) m->spin = m->spin_before = {};
    EXPECT_NEAR(c.missing().energy, 0, 1e-15);
    // Negative control: if the spring stored more energy before, work is missing.
    c.before.energy *= 1.01;
    EXPECT_GT(c.missing().energy, 1e-3);
  }
}

TEST(SpringBalance, KickOfASeparatingContactReturnsTheRestAndNeverPulls) {
  Random random(4);
  int whole = 0;
  for (int i = 0; i < 1000; ++i) {
    Case c(random);
    c.push_by({});
    const Real done = -missing_at_parting({c.before.force, c.before.moment, 0}, c.a, c.b, c.dt).energy;
    c.before.energy = done + 0.001 * random.uniform(-1, 1);
    const MissingWork missing = missing_at_parting(c.before, c.a, c.b, c.dt);
    const Kick kick = kick_for(missing, c.end_a, c.end_b);
    const Real along = dot(kick.impulse, c.before.force) / length_squared(c.before.force);
    EXPECT_NEAR(length(cross(kick.impulse, c.before.force)), 0, 1e-15);
    EXPECT_GE(0.5 * c.dt + along, -1e-15) << "over the last step the contact pulled";
    if (is_cut_short(kick, missing)) continue;
    const Real work = work_of(c, kick.impulse, missing.point);
    const bool at_least_energy = work_of(c, 1.01 * kick.impulse, missing.point) > work &&
                                 work_of(c, 0.99 * kick.impulse, missing.point) > work;
    if (work > missing.energy + 1e-14 && at_least_energy) continue;  // no impulse removes that much energy
    EXPECT_NEAR(work, missing.energy, 1e-14) << i;
    ++whole;
  }
  EXPECT_GT(whole, 300);
}

TEST(SpringBalance, BodiesAtRestGetNoKick) {
  Random random(5);
  Case c(random);
  for (StepMotion* m : {&c.a, &c.b}) m->velocity = m->spin = m->spin_before = {};
  c.now = c.before;
  EXPECT_EQ(c.missing().energy, 0);
  EXPECT_EQ(kick_for(c.missing(), c.end_a, c.end_b).impulse, Vec3{});
  EXPECT_EQ(kick_for(missing_at_parting({}, c.a, c.b, c.dt), c.end_a, c.end_b).impulse, Vec3{});
}

}  // namespace
}  // namespace scree::test
