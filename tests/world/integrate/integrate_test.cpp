// Bodies without contacts: free fall, prescribed motion, and the tumbling of an asymmetric body.
#include "world/scenes.hpp"

#include "scree/world/integrate/integrate.hpp"

namespace scree::test {
namespace {

TEST(Integrate, FreeFallIsExact) {
  World w = world_of(smooth());
  w.settings.gravity = {0.3, 0, -9.81};
  w.settings.dt = 1e-3;
  add_body(w, w.shapes.add_sphere("ball", 0.1), {1, 2, 3}, {}, {4, 5, 6}, {1, 0, 0});
  prepare(w);
  run(w, 1000);
  const Vec3 expected = Vec3{1, 2, 3} + w.time * Vec3{4, 5, 6} + (0.5 * w.time * w.time) * w.settings.gravity;
  // Velocity Verlet integrates a constant acceleration without error, so only the rounding of 1000
  // steps remains.
  EXPECT_LT(length(w.bodies.position[0] - expected), 1e-12);
  EXPECT_LT(length(w.bodies.velocity[0] - (Vec3{4, 5, 6} + w.time * w.settings.gravity)), 1e-12);
  w.update_ledger();
  EXPECT_LT(std::abs(w.ledger.error(w.first_total)), 1e-12 * w.first_total);
}

TEST(Integrate, PrescribedBodiesKeepTheirMotionAndFixedOnesStay) {
  World w = world_of(smooth());
  w.settings.gravity = {0, 0, -9.81};
  w.settings.dt = 1e-3;
  const int ball = w.shapes.add_sphere("ball", 0.1);
  add_body(w, ball, {}, {}, {1, 0, 0}, {0, 0, 2}, Freedom::prescribed);
  add_body(w, ball, {0.15, 0, 0}, {}, {1, 0, 0}, {}, Freedom::fixed);
  prepare(w);
  run(w, 500);
  EXPECT_LT(length(w.bodies.position[0] - Vec3{0.5, 0, 0}), 1e-13);
  EXPECT_EQ(w.bodies.velocity[0], (Vec3{1, 0, 0}));
  const Quat turned = axis_angle({0, 0, 1}, 1);
  // The relative error of the angle of the Cayley map is (spin dt)^2 / 12.
  EXPECT_NEAR(w.bodies.orientation[0].w, turned.w, 4e-7);
  EXPECT_NEAR(w.bodies.orientation[0].z, turned.z, 4e-7);
  EXPECT_EQ(w.bodies.position[1], (Vec3{0.15, 0, 0}));
  EXPECT_EQ(w.bodies.velocity[1], (Vec3{}));
}

/// A brick that spins nearly about its middle axis. This rotation is unstable, so the brick flips over
/// and over.
struct Tumbling {
  World w;
  Vec3 moment;  // principal moments of inertia

  explicit Tumbling(Real dt) : w(world_of(smooth())) {
    w.settings.dt = dt;
    add_body(w, w.shapes.add_polyhedron("brick", box({3, 2, 1})), {}, {}, {}, {0.01, 1, 0.01});
    moment = w.bodies.inertia[0];
    prepare(w);
  }
  /// Computes the angular momentum from orientation and spin alone, without the data that the
  /// integrator stores.
  Vec3 angular_momentum() const {
    const Quat q = w.bodies.orientation[0];
    const Vec3 s = rotate(conjugate(q), w.bodies.spin[0]);
    return rotate(q, {moment.x * s.x, moment.y * s.y, moment.z * s.z});
  }
  Real energy() const { return 0.5 * dot(angular_momentum(), w.bodies.spin[0]); }
  /// Returns the fraction of the angular momentum along the middle axis. It changes from 1 to -1 in a flip.
  Real upright() const {
    const Vec3 l = rotate(conjugate(w.bodies.orientation[0]), angular_momentum());
    return l.y / length(l);
  }
};

/// Solution of Euler's equations and of the orientation by the classical Runge-Kutta method, which is a
/// different method with far finer steps.
struct Motion {
  Vec3 spin;  // in the frame of the body
  Quat q;
};
Motion reference_tumbling(Vec3 moment, Vec3 spin, Real time, int steps) {
  const auto rate = [&](const Motion& m) {
    const Vec3 s = m.spin;
    const Quat turning = m.q * Quat{0, 0.5 * s.x, 0.5 * s.y, 0.5 * s.z};
    return Motion{{(moment.y - moment.z) / moment.x * s.y * s.z, (moment.z - moment.x) / moment.y * s.z * s.x,
                   (moment.x - moment.y) / moment.z * s.x * s.y},
                  turning};
  };
  const auto moved = [](const Motion& m, Real h, const Motion& r) {
    return Motion{m.spin + h * r.spin,
                  {m.q.w + h * r.q.w, m.q.x + h * r.q.x, m.q.y + h * r.q.y, m.q.z + h * r.q.z}};
  };
  Motion m{spin, {}};
  const Real h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const Motion a = rate(m), b = rate(moved(m, h / 2, a)), c = rate(moved(m, h / 2, b)),
                 d = rate(moved(m, h, c));
    m = moved(moved(moved(moved(m, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
  }
  return m;
}

TEST(Integrate, TumblingConvergesAtSecondOrder) {
  constexpr Real time = 40;  // three flips
  Real error[3];
  for (int i = 0; i < 3; ++i) {
    const int steps = 2000 << i;
    Tumbling t(time / steps);
    run(t.w, steps);
    const Motion exact = reference_tumbling(t.moment, {0.01, 1, 0.01}, time, 40000);
    const Quat rotation = t.w.bodies.orientation[0] * conjugate(normalized(exact.q));
    error[i] = 2 * std::sqrt(rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z);
  }
  std::printf("tumbling: error of the angle %.3g, %.3g, %.3g rad\n", error[0], error[1], error[2]);
  EXPECT_LT(error[0], 0.05);
  EXPECT_NEAR(error[0] / error[1], 4, 0.3);
  EXPECT_NEAR(error[1] / error[2], 4, 0.3);
}

TEST(Integrate, TumblingKeepsMomentumAndEnergyForever) {
  Real swing[2];
  for (int i = 0; i < 2; ++i) {
    Tumbling t(i == 0 ? 0.02 : 0.01);
    const Vec3 momentum = t.angular_momentum();
    const Real energy = t.energy();
    Real most = 0, lowest = 1, early = 0;
    const int steps = 30000 << i;  // 600 s, in which the body flips some 45 times
    for (int k = 0; k < steps; ++k) {
      step(t.w);
      EXPECT_LT(length(t.angular_momentum() - momentum), 1e-13 * length(momentum));
      most = std::max(most, std::abs(t.energy() / energy - 1));
      if (k == steps / 20) early = most;
      lowest = std::min(lowest, t.upright());
    }
    EXPECT_LT(lowest, -0.99);  // the body has flipped
    // The error is bounded: over the whole run it exceeds the error of the first twentieth by less than
    // a tenth.
    EXPECT_LT(most, 1.1 * early);
    swing[i] = most;
  }
  std::printf("tumbling: energy within %.3g, %.3g of itself\n", swing[0], swing[1]);
  EXPECT_LT(swing[0], 1e-4);
  EXPECT_NEAR(swing[0] / swing[1], 4, 0.4);
}

TEST(Integrate, RotationWithoutSplittingDriftsInEnergy) {
  // Advances the orientation with the spin at the start of the step, as is often done. The energy
  // then drifts.
  Tumbling t(0.02);
  const Vec3 momentum = t.angular_momentum();
  const Real energy = t.energy();
  Real most = 0;
  for (int k = 0; k < 20000; ++k) {
    Quat& q = t.w.bodies.orientation[0];
    const Vec3 h = 0.01 * t.w.bodies.spin[0];
    q = normalized(Quat{1, h.x, h.y, h.z} * q);
    t.w.bodies.spin[0] = apply_inverse_inertia(q, t.w.bodies.inverse_inertia[0], momentum);
    most = std::max(most, std::abs(t.energy() / energy - 1));
  }
  EXPECT_GT(most, 0.1);
}

}  // namespace
}  // namespace scree::test
