// A small world with many features: spheres and polyhedra of several shapes and scales fall into a box, slide
// and roll, and one wall moves.
#pragma once

#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"
#include "scree/world/world.hpp"

#include "scree/parallel.hpp"

namespace scree::test {

/// Sets one thread, because child processes may use only one. The number of threads only affects the
/// run time.
inline void use_one_thread() { set_thread_count(1); }

inline World small_world(int bodies = 60, Real friction = 0.4) {
  World world;
  world.settings.dt = 5e-5;
  world.settings.gravity = {0, 0, -60};  // strong gravity, so that the bodies settle in few steps
  world.materials.materials.resize(2);
  world.materials.materials[0] = {.name = "rock",
                                  .normal_stiffness = 2e4,
                                  .tangential_stiffness = 1.6e4,
                                  .friction = friction,
                                  .rolling_friction = 0.05};
  world.materials.materials[1] = {.name = "wall",
                                  .normal_stiffness = 2e4,
                                  .tangential_stiffness = 1.6e4,
                                  .friction = 0.3,
                                  .rolling_friction = 0.05};
  world.materials.combine_all(world.settings.law);
  for (const char* name : {"cube", "tetrahedron", "dodecahedron"}) {
    world.shapes.add_polyhedron(name, make_polyhedron(library_shape(name, {}, {Size::By::diameter, 0.02})));
  }
  world.shapes.add_sphere("ball", 0.009);
  world.walls.add_plane("floor", 1, make_half_space({0, 0, 1}, {}));
  world.walls.add_plane("left", 1, make_half_space({1, 0, 0}, {-0.045, 0, 0}));
  world.walls.add_plane("right", 1, make_half_space({-1, 0, 0}, {0.045, 0, 0}));
  world.walls.add_plane("front", 1, make_half_space({0, 1, 0}, {0, -0.045, 0}));
  world.walls.add_plane("back", 1, make_half_space({0, -1, 0}, {0, 0.045, 0}));
  Random random(7);
  for (int i = 0; i < bodies; ++i) {
    BodyState body;
    body.shape = i % 4;
    body.scale = random.uniform(0.7, 1.1);
    body.pose.position = {-0.033 + 0.022 * (i % 4), -0.033 + 0.022 * (i / 4 % 4), 0.012 + 0.022 * (i / 16)};
    body.pose.orientation = random.rotation();
    body.velocity = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), -1};
    body.spin = 5 * random.direction();
    world.add_body(body);
  }
  prepare(world);
  return world;
}

inline void run(World& world, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) step(world);
}

}  // namespace scree::test
