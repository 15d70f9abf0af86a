#include "scree/world/integrate/rigid_motion_lanes.hpp"

#include "support/support.hpp"

namespace scree::test {
namespace {

constexpr int group = MotionColumns::group;

RigidMotion random_motion(Random& random, bool round) {
  RigidMotion f;
  f.position = random.uniform(0, 1) * random.direction();
  f.velocity = random.uniform(0, 2) * random.direction();
  f.angular_momentum = random.uniform(0, 0.1) * random.direction();
  f.orientation = random.rotation();
  f.force = random.uniform(0, 10) * random.direction();
  f.torque = random.uniform(0, 1) * random.direction();
  const Real x = random.uniform(1, 1000);
  f.inverse_inertia = round ? Vec3{x, x, x} : Vec3{x, random.uniform(1, 1000), random.uniform(1, 1000)};
  f.inverse_mass = random.uniform(0.1, 100);
  f.radius = random.uniform(1e-3, 0.1);
  return f;
}

template <bool round>
void expect_bits_of_bodies_alone() {
  Random random(round ? 81 : 82);
  for (const MotionLanes* lanes = motion_lanes<round>(); *lanes != nullptr; ++lanes) {
    for (int n = 0; n < 500; ++n) {
      const Push push{{0, 0, -9.81}, std::pow(10, random.uniform(-6, -3)), n % 2 == 0 ? 0.5 : 0.0};
      RigidMotion alone[group];
      MotionColumns c;
      for (int i = 0; i < group; ++i) {
        // Without `round`, the groups contain both kinds of bodies.
        const RigidMotion& f = alone[i] = random_motion(random, round || random.uniform(0, 1) < 0.3);
        c.position.set(i, f.position);
        c.velocity.set(i, f.velocity);
        c.angular_momentum.set(i, f.angular_momentum);
        c.orientation.set(i, f.orientation);
        c.force.set(i, f.force);
        c.torque.set(i, f.torque);
        c.inverse_inertia.set(i, f.inverse_inertia);
        c.inverse_mass[i] = f.inverse_mass;
        c.radius[i] = f.radius;
      }
      (*lanes)(c, push);
      for (int i = 0; i < group; ++i) {
        RigidMotion& f = alone[i];
        move_freely<false>(f, push);
        ASSERT_EQ(c.position[i], f.position) << "width " << lanes - motion_lanes<round>() << ", body " << i;
        ASSERT_EQ(c.velocity[i], f.velocity);
        ASSERT_EQ(c.half_velocity[i], f.half_velocity);
        ASSERT_EQ(c.angular_momentum[i], f.angular_momentum);
        ASSERT_EQ(c.spin[i], f.spin);
        const Quat q = c.orientation[i], p = f.orientation;
        ASSERT_TRUE(q.w == p.w && q.x == p.x && q.y == p.y && q.z == p.z);
        ASSERT_EQ(c.displacement_bound[i], f.displacement_bound);
      }
    }
  }
}

TEST(MotionLanes, EveryWidthGivesTheSameBitsForPolyhedra) { expect_bits_of_bodies_alone<false>(); }

TEST(MotionLanes, EveryWidthGivesTheSameBitsForSpheres) { expect_bits_of_bodies_alone<true>(); }

}  // namespace
}  // namespace scree::test
