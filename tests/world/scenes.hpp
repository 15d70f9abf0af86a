// Small worlds for the tests of the engine, with one material, few bodies and one thread.
#pragma once

#include "scree/shape/library.hpp"
#include "scree/world/world.hpp"

#include <gtest/gtest.h>
#include "scree/parallel.hpp"

#include <numbers>

namespace scree::test {

inline constexpr Real pi = std::numbers::pi;

/// Returns a frictionless material. It is elastic by default, and so dense that no mass is tiny.
inline Material smooth(Real restitution = 1) {
  Material m;
  m.name = "smooth";
  m.density = 2500;
  m.restitution = restitution;
  m.friction = 0;
  return m;
}

/// Returns an empty world without gravity. It runs on one thread, because in a small world threads that wait
/// for each other cost more time than a step.
inline World world_of(const Material& material, LawKind law = LawKind::linear) {
  set_thread_count(1);
  World w;
  w.settings.law = law;
  w.settings.gravity = {};
  w.materials.materials.push_back(material);
  w.materials.combine_all(law);
  return w;
}

inline Polyhedron box(Vec3 lengths) { return make_polyhedron(library_shape("box", {.lengths = lengths})); }

inline int add_floor(World& w) {
  return w.walls.add_plane("floor", 0, make_half_space({0, 0, 1}, {0, 0, 0}));
}

inline int add_body(World& w, int shape, Vec3 position, Quat orientation = {}, Vec3 velocity = {},
                    Vec3 spin = {}, Freedom freedom = Freedom::free, Real scale = 1) {
  return w.add_body({shape, 0, scale, {position, orientation}, velocity, spin, freedom});
}

inline void run(World& w, int steps) {
  for (int i = 0; i < steps; ++i) step(w);
}

/// Runs steps until bodies have touched and separated again, or until `most` steps are done. Returns the
/// number of steps.
inline int run_impact(World& w, int most) {
  bool touched = false;
  for (int i = 1; i <= most; ++i) {
    step(w);
    const bool touching = w.contacts.touching_count() > 0;
    if (touched && !touching) return i;
    touched = touched || touching;
  }
  return most;
}

inline Vec3 momentum(const World& w) {
  Vec3 sum;
  for (int i = 0; i < w.bodies.count(); ++i) sum += w.bodies.mass[i] * w.bodies.velocity[i];
  return sum;
}

/// Returns the angular momentum about the origin.
inline Vec3 angular_momentum(const World& w) {
  Vec3 sum;
  for (int i = 0; i < w.bodies.count(); ++i)
    sum +=
        w.bodies.mass[i] * cross(w.bodies.position[i], w.bodies.velocity[i]) + w.bodies.angular_momentum[i];
  return sum;
}

}  // namespace scree::test
