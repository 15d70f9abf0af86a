// The two sides of a pair as the laws see them.
#pragma once

#include "scree/law/side.hpp"
#include "scree/world/world.hpp"

namespace scree {

inline Side side_of_body(const World& w, int i) {
  const Bodies& b = w.bodies;
  return {b.position[i], b.velocity[i], b.spin[i], b.orientation[i], b.inverse_mass[i], b.inverse_inertia[i]};
}

inline Side side_of_wall(const World& w, int index) {
  const Wall& wall = w.walls.all[index];
  return {wall.pose.position, wall.velocity, wall.spin, wall.pose.orientation, 0, {}};
}

inline Side second_side(const World& w, const ListedPair& pair) {
  return with_wall(pair.kind) ? side_of_wall(w, wall_of(w.walls, pair)) : side_of_body(w, pair.b);
}

/// A body over the step that ends now, while its forces are being found.
inline StepMotion step_motion_of_body(const World& w, int i) {
  const Bodies& b = w.bodies;
  StepMotion m;
  m.position = b.position[i], m.orientation = b.orientation[i];
  m.end_velocity = b.velocity[i], m.end_spin = b.spin[i];
  m.velocity = m.end_velocity, m.spin = m.spin_before = m.end_spin;
  if (b.freedom[i] != Freedom::free) return m;
  m.inverse_mass = b.inverse_mass[i], m.inverse_inertia = b.inverse_inertia[i];
  m.velocity = b.half_velocity[i], m.spin = m.inertial(b.angular_momentum[i]);
  m.spin_before = m.spin;
  if (!all_equal(m.inverse_inertia))  // to first order: the orientation has turned by dt * spin
    m.spin_before += w.settings.dt * m.inertial(cross(m.spin, b.angular_momentum[i]));
  return m;
}

inline StepMotion step_motion_of_wall(const World& w, int index) {
  const Wall& wall = w.walls.all[index];
  StepMotion m;
  m.position = wall.pose.position, m.orientation = wall.pose.orientation;
  m.velocity = m.end_velocity = wall.velocity;
  m.spin = m.spin_before = m.end_spin = wall.spin;
  return m;
}

inline StepMotion second_step_motion(const World& w, const ListedPair& pair) {
  return with_wall(pair.kind) ? step_motion_of_wall(w, wall_of(w.walls, pair))
                              : step_motion_of_body(w, pair.b);
}

inline const ContactProperties& properties_of(const World& w, const ListedPair& pair) {
  const int b =
      with_wall(pair.kind) ? w.walls.all[wall_of(w.walls, pair)].material : w.bodies.material[pair.b];
  return w.materials.of(w.bodies.material[pair.a], b);
}

}  // namespace scree
