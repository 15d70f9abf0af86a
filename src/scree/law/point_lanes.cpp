#include "scree/law/point_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

template <class Law>
inline void press_point(PointColumns& c, int i, Real dt) {
  const ContactBody a = c.a[i], b = c.b[i];
  // The dashpots are designed for the effective mass of the bodies at the middle of the contact.
  const Compliance move_a = a.compliance(c.middle[i], c.contact_normal[i]),
                   move_b = b.compliance(c.middle[i], c.contact_normal[i]);
  ContactProperties p;
  if constexpr (Law::needs_radius) {
    p.young = c.young[i], p.shear = c.shear[i];
  } else {
    p.normal_stiffness = c.normal_stiffness[i];
    p.tangential_stiffness = c.tangential_stiffness[i];
  }
  p.damping_ratio = c.damping_ratio[i];
  p.friction = c.friction[i];
  const Law law(p, Law::needs_radius ? c.radius[i] : 0,
                {move_a.normal + move_b.normal, move_a.tangential + move_b.tangential});
  const Response r = law.at(c.overlap[i]);
  // Relative to the origin of A, the velocity of B against A is base + relative_spin x arm.
  const Vec3 base = b.velocity_at(a.origin) - a.velocity, relative_spin = b.spin - a.spin,
             arm = c.position[i] - a.origin;
  const PointMotion motion{c.normal[i], base + cross(relative_spin, arm), 0.5 * (a.spin + b.spin),
                           c.weight[i], c.overlap[i]};
  PointHistory history{0, c.spring[i], c.spring_stiffness[i], c.normal_force[i], c.friction_force[i]};
  const PointForce f = point_force(p, r, motion, dt, history);
  c.spring.set(i, history.spring);
  c.friction_force.set(i, history.friction);
  c.spring_stiffness[i] = history.stiffness;
  c.normal_force[i] = history.normal_force;
  c.force.set(i, f.force);
  c.moment.set(i, cross(arm, f.force) - r.energy * c.weight_gradient[i]);  // includes a couple (manifold.hpp)
  c.pressing[i] = f.normal;
  c.stiffness[i] = c.weight[i] * r.tangential_stiffness;
  c.elastic[i] = f.elastic, c.tangential[i] = f.tangential;
  c.damping[i] = f.damping, c.sliding[i] = f.sliding;
}

template <class Law>
struct AnswerGroups {
  static void run(PointColumns& columns, int count, Real dt) {
    for (int first = 0; first < count; first += PointColumns::group)
      for (int i = first; i < first + PointColumns::group; ++i) press_point<Law>(columns, i, dt);
  }
};

}  // namespace

template <class Law>
const PointLanes* point_lanes() {
  return LoopWidths<AnswerGroups<Law>, PointColumns&, int, Real>::known();
}

template const PointLanes* point_lanes<LinearLaw>();
template const PointLanes* point_lanes<HertzMindlinLaw>();

}  // namespace scree
