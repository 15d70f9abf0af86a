#include "scree/world/bodies.hpp"

namespace scree {

int Bodies::add(const BodyState& s, const Shapes& shapes, Real density) {
  const Shape& kind = shapes[s.shape];
  const Real factor = kind.volume_factor(s.scale), m = density * kind.volume * factor;
  const Vec3 i = (density * factor * s.scale * s.scale) * kind.inertia;
  const bool moves = s.freedom == Freedom::free;
  position.push_back(s.pose.position);
  orientation.push_back(s.pose.orientation);
  velocity.push_back(s.freedom == Freedom::fixed ? Vec3{} : s.velocity);
  spin.push_back(s.freedom == Freedom::fixed ? Vec3{} : s.spin);
  half_velocity.push_back(velocity.back());
  const Vec3 local = rotate(conjugate(s.pose.orientation), spin.back());
  angular_momentum.push_back(rotate(s.pose.orientation, {i.x * local.x, i.y * local.y, i.z * local.z}));
  force.push_back({});
  torque.push_back({});
  mass.push_back(m);
  inverse_mass.push_back(moves ? 1 / m : 0);
  inertia.push_back(i);
  inverse_inertia.push_back(moves ? Vec3{1 / i.x, 1 / i.y, 1 / i.z} : Vec3{});
  radius.push_back(s.scale * kind.bounding_radius);
  scale.push_back(s.scale);
  path_bound.push_back(0);
  shape.push_back(s.shape);
  material.push_back(s.material);
  id.push_back(next_id++);
  freedom.push_back(s.freedom);
  return count() - 1;
}

Real Bodies::kinetic_energy() const {
  Real energy = 0;
  for (int i = 0; i < count(); ++i) {
    if (freedom[i] != Freedom::free) continue;
    energy += 0.5 * (mass[i] * length_squared(velocity[i]) + dot(spin[i], angular_momentum[i]));
  }
  return energy;
}

}  // namespace scree
