// The two bodies of a contact, in the form that the contact laws use.
#pragma once

#include "scree/law/contact_body.hpp"
#include "scree/world/world.hpp"

namespace scree {

inline ContactBody contact_body(const World& w, int i) {
  const Bodies& b = w.bodies;
  return {b.position[i], b.velocity[i], b.spin[i], b.orientation[i], b.inverse_mass[i], b.inverse_inertia[i]};
}

inline ContactBody contact_wall(const World& w, int index) {
  const Wall& wall = w.walls.all[index];
  return {wall.pose.position, wall.velocity, wall.spin, wall.pose.orientation, 0, {}};
}

inline ContactBody second_body(const World& w, const ListedPair& pair) {
  return with_wall(pair.kind) ? contact_wall(w, wall_of(w.walls, pair)) : contact_body(w, pair.b);
}

/// Returns the weighted mean of the points of a contact.
inline Vec3 middle_of(const ManifoldPoint* points, int count) {
  if (count == 1) return points[0].position;
  Vec3 sum;
  Real weight = 0;
  for (int i = 0; i < count; ++i) {
    sum += points[i].weight * points[i].position;
    weight += points[i].weight;
  }
  return (1 / weight) * sum;
}

inline const ContactProperties& properties_of(const World& w, const ListedPair& pair) {
  const int b =
      with_wall(pair.kind) ? w.walls.all[wall_of(w.walls, pair)].material : w.bodies.material[pair.b];
  return w.materials.of(w.bodies.material[pair.a], b);
}

}  // namespace scree
