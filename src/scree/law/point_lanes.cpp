#include "scree/law/point_lanes.hpp"

#include "scree/math/simd_widths.hpp"

namespace scree {
namespace {

template <class Law>
inline void answer(PointColumns& c, int i, Real dt) {
  ContactProperties p;
  p.normal_stiffness = c.normal_stiffness[i], p.tangential_stiffness = c.tangential_stiffness[i];
  p.young = c.young[i], p.shear = c.shear[i];
  p.damping_ratio = c.damping_ratio[i], p.friction = c.friction[i];
  const Law law(p, c.radius[i], {c.normal_compliance[i], c.tangential_compliance[i]});
  const Response r = law.at(c.overlap[i]);
  const PointMotion motion{c.normal[i], c.velocity[i], c.spin[i], c.weight[i], c.overlap[i]};
  PointHistory history{0, c.spring[i], c.spring_stiffness[i], c.normal_force[i], c.friction_force[i]};
  const PointForce f = point_force(p, r, motion, dt, history);
  c.spring.set(i, history.spring), c.friction_force.set(i, history.friction);
  c.spring_stiffness[i] = history.stiffness, c.normal_force[i] = history.normal_force;
  c.energy[i] = r.energy, c.response_stiffness[i] = r.tangential_stiffness;
  c.force.set(i, f.force), c.pressing[i] = f.normal;
  c.elastic[i] = f.elastic, c.tangential[i] = f.tangential;
  c.damping[i] = f.damping, c.sliding[i] = f.sliding;
}

// `flatten` takes everything into the loop, which then is of vectors.
template <class Law>
__attribute__((flatten)) void narrow(PointColumns& columns, int count, Real dt) {
  for (int i = 0; i < count; ++i) answer<Law>(columns, i, dt);
}

#if defined(__x86_64__)
template <class Law>
__attribute__((flatten, target("avx2"))) void avx2(PointColumns& columns, int count, Real dt) {
  for (int i = 0; i < count; ++i) answer<Law>(columns, i, dt);
}

template <class Law>
__attribute__((flatten, target("avx512f,prefer-vector-width=512"))) void avx512(PointColumns& columns,
                                                                                int count, Real dt) {
  for (int i = 0; i < count; ++i) answer<Law>(columns, i, dt);
}
#endif

}  // namespace

template <class Law>
const PointLanes* point_lanes() {
#if defined(__x86_64__)
  static const SimdWidths<PointLanes> all(narrow<Law>, avx2<Law>, avx512<Law>);
#else
  static const SimdWidths<PointLanes> all(narrow<Law>);
#endif
  return all.known;
}

template const PointLanes* point_lanes<LinearLaw>();
template const PointLanes* point_lanes<HertzMindlinLaw>();

}  // namespace scree
