// The two sides of a contact as the laws see them.
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// One side of a contact: a body, or a wall, which no force moves.
struct Side {
  Vec3 origin, velocity, spin;
  Quat orientation;
  Real inverse_mass = 0;
  Vec3 inverse_inertia;

  Vec3 velocity_at(Vec3 x) const { return velocity + cross(spin, x - origin); }
  /// How easily a push at x moves it, along n and on average across it.
  Compliance compliance(Vec3 x, Vec3 n) const {
    if (inverse_mass == 0) return {0, 0};
    const Vec3 i = inverse_inertia;
    if (all_equal(i)) {
      const Vec3 arm = x - origin;
      const Real all = i.x * length_squared(arm), along = i.x * length_squared(cross(arm, n));
      return {inverse_mass + along, inverse_mass + all - 0.5 * along};
    }
    const Vec3 arm = rotate(conjugate(orientation), x - origin);
    const Vec3 turn = cross(arm, rotate(conjugate(orientation), n));
    const Vec3 squared{arm.x * arm.x, arm.y * arm.y, arm.z * arm.z};
    const Real along = turn.x * turn.x * i.x + turn.y * turn.y * i.y + turn.z * turn.z * i.z;
    const Real trace =
        i.x * (squared.y + squared.z) + i.y * (squared.x + squared.z) + i.z * (squared.x + squared.y);
    return {inverse_mass + along, inverse_mass + 0.5 * (trace - along)};
  }
};

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

inline const ContactProperties& properties_of(const World& w, const ListedPair& pair) {
  const int b =
      with_wall(pair.kind) ? w.walls.all[wall_of(w.walls, pair)].material : w.bodies.material[pair.b];
  return w.materials.of(w.bodies.material[pair.a], b);
}

}  // namespace scree
