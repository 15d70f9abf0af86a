#include "scree/law/point_lanes.hpp"

#include "support/support.hpp"

#include <memory>

namespace scree::test {
namespace {

/// Fills the columns with contacts of all kinds: at rest and sliding, just closed and about to open, new and
/// old, with walls and with bodies of every inertia.
void fill(PointColumns& c, Random& random) {
  const auto side = [&](PointColumns::BodyColumns& s, int i) {
    s.origin.set(i, random.uniform(0, 1) * random.direction());
    s.velocity.set(i, random.uniform(0, 0.5) * random.direction());
    s.spin.set(i, random.uniform(0, 5) * random.direction());
    s.orientation.set(i, random.rotation());
    const bool wall = random.uniform(0, 1) < 0.2, round = random.uniform(0, 1) < 0.4;
    const Real x = random.uniform(1, 100);
    s.inverse_mass[i] = wall ? 0 : random.uniform(0.1, 10);
    s.inverse_inertia.set(i, wall    ? Vec3{}
                             : round ? Vec3{x, x, x}
                                     : Vec3{x, random.uniform(1, 100), random.uniform(1, 100)});
  };
  for (int i = 0; i < PointColumns::capacity; ++i) {
    side(c.a, i), side(c.b, i);
    c.a.inverse_mass[i] = random.uniform(0.1, 10);  // at most one of the two bodies is a wall
    c.position.set(i, c.a.origin[i] + 0.1 * random.direction());
    c.middle.set(i, c.position[i] + 0.01 * random.direction());
    c.normal.set(i, random.direction());
    c.contact_normal.set(i, random.direction());
    c.weight_gradient.set(i, random.direction());
    c.normal_stiffness[i] = random.uniform(1e4, 1e6);
    c.tangential_stiffness[i] = random.uniform(1e4, 1e6);
    c.young[i] = random.uniform(1e6, 1e9);
    c.shear[i] = random.uniform(1e6, 1e9);
    c.radius[i] = random.uniform(1e-3, 1);
    c.damping_ratio[i] = random.uniform(0, 0.5);
    c.friction[i] = random.uniform(0, 1);
    c.weight[i] = random.uniform(0.01, 1);
    c.overlap[i] = std::pow(10, random.uniform(-7, -2));
    const bool fresh = random.uniform(0, 1) < 0.3;
    c.spring.set(i, fresh ? Vec3{} : random.uniform(0, 1e-4) * random.direction());
    c.friction_force.set(i, fresh ? Vec3{} : random.uniform(0, 10) * random.direction());
    c.spring_stiffness[i] = fresh ? 0 : random.uniform(0, 1e6);
    c.normal_force[i] = fresh ? 0 : random.uniform(0, 100);
  }
}

struct Answer {
  PointForce force;
  PointHistory history;
  Vec3 moment;
  Real stiffness;
};

/// Computes one point on its own.
template <class Law>
Answer alone(const PointColumns& c, int i, Real dt) {
  const ContactBody a = c.a[i], b = c.b[i];
  ContactProperties p;
  p.normal_stiffness = c.normal_stiffness[i];
  p.tangential_stiffness = c.tangential_stiffness[i];
  p.young = c.young[i], p.shear = c.shear[i];
  p.damping_ratio = c.damping_ratio[i];
  p.friction = c.friction[i];
  const Compliance move_a = a.compliance(c.middle[i], c.contact_normal[i]),
                   move_b = b.compliance(c.middle[i], c.contact_normal[i]);
  const Response r =
      Law(p, c.radius[i], {move_a.normal + move_b.normal, move_a.tangential + move_b.tangential})
          .at(c.overlap[i]);
  const Vec3 arm = c.position[i] - a.origin;
  const Vec3 velocity = b.velocity_at(a.origin) - a.velocity + cross(b.spin - a.spin, arm);
  Answer out;
  out.history = {0, c.spring[i], c.spring_stiffness[i], c.normal_force[i], c.friction_force[i]};
  out.force = point_force(p, r, {c.normal[i], velocity, 0.5 * (a.spin + b.spin), c.weight[i], c.overlap[i]},
                          dt, out.history);
  out.moment = cross(arm, out.force.force) - r.energy * c.weight_gradient[i];
  out.stiffness = c.weight[i] * r.tangential_stiffness;
  return out;
}

template <class Law>
void expect_bits_of_points_alone() {
  constexpr Real dt = 1e-4;
  Random random(4711);
  int slipping = 0, met = 0, new_points = 0, checked = 0;
  for (const PointLanes* lanes = point_lanes<Law>(); *lanes != nullptr; ++lanes) {
    for (int round = 0; round < 200; ++round) {
      const auto columns = std::make_unique<PointColumns>();
      fill(*columns, random);
      const auto before = std::make_unique<PointColumns>(*columns);
      const int count = 1 + static_cast<int>(random.uniform(0, PointColumns::capacity - 1e-9));
      (*lanes)(*columns, count, dt);
      const PointColumns& c = *columns;
      for (int i = 0; i < count; ++i, ++checked) {
        const Answer one = alone<Law>(*before, i, dt);
        ASSERT_EQ(c.force[i], one.force.force) << "width " << lanes - point_lanes<Law>() << ", point " << i;
        ASSERT_EQ(c.moment[i], one.moment);
        ASSERT_EQ(c.pressing[i], one.force.normal);
        ASSERT_EQ(c.stiffness[i], one.stiffness);
        ASSERT_EQ(c.elastic[i], one.force.elastic);
        ASSERT_EQ(c.tangential[i], one.force.tangential);
        ASSERT_EQ(c.damping[i], one.force.damping);
        ASSERT_EQ(c.sliding[i], one.force.sliding);
        ASSERT_EQ(c.spring[i], one.history.spring);
        ASSERT_EQ(c.friction_force[i], one.history.friction);
        ASSERT_EQ(c.spring_stiffness[i], one.history.stiffness);
        ASSERT_EQ(c.normal_force[i], one.history.normal_force);
        const Real limit = before->friction[i] * one.force.normal;
        slipping += length(one.history.friction) > 0.999 * limit ? 1 : 0;
        new_points += before->normal_force[i] == 0 ? 1 : 0;
        met += before->normal_force[i] == 0 && before->overlap[i] < 1e-5 ? 1 : 0;
      }
    }
  }
  // Checks that all branches of the law were taken often.
  EXPECT_GT(slipping, checked / 20);
  EXPECT_LT(slipping, checked - checked / 20);
  EXPECT_GT(new_points, checked / 10);
  EXPECT_GT(met, checked / 20);
}

TEST(PointLanes, EveryWidthGivesTheSameBitsForTheLinearLaw) { expect_bits_of_points_alone<LinearLaw>(); }

TEST(PointLanes, EveryWidthGivesTheSameBitsForHertzMindlin) {
  expect_bits_of_points_alone<HertzMindlinLaw>();
}

}  // namespace
}  // namespace scree::test
