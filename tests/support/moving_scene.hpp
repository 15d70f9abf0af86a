// A small scene in which many things happen at once: bodies rain in, a floor vibrates, a side wall approaches
// and turns, a servo presses a lid down, and a wall is removed.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree::test {

inline constexpr int moving_steps = 1500;

inline World moving_world() {
  static constexpr const char* text = R"(
[run]
end = 0.06
step = 4e-5
gravity = [0, 0, -40]
[material.rock]
normal_stiffness = 2e4
tangential_stiffness = 1.6e4
rolling_friction = 0.05
[[wall]]
name = "floor"
[[wall]]
name = "sides"
type = "box"
lower = [0, 0, -1]
upper = [0.06, 0.06, 1]
open = ["z-", "z+"]
remove = {"y+" = 0.045}
[[wall]]
name = "lid"
point = [0, 0, 0.085]
normal = [0, 0, -1]
[[motion]]
wall = "floor"
type = "vibration"
amplitude = [0.0005, 0, 0.0002]
frequency = 80
[[motion]]
wall = "sides.x-"
velocity = [0.2, 0, 0]
spin = [0, 0.5, 0]
begin = 0.01
end = 0.05
[[motion]]
wall = "lid"
type = "servo"
direction = [0, 0, -1]
force = 2
gain = 1
fastest = 1.2
begin = 0.01
[[insert]]
type = "rain"
shapes = ["tetrahedron", "cube", "sphere", "rhombic_dodecahedron"]
count = 60
rate = 1000
sizes = [0.010, 0.016]
lower = [0.012, 0, 0.03]
upper = [0.06, 0.06, 0.08]
velocity = [0, 0, -2]
)";
  return build(parse_scene(text, "moving.toml"));
}

}  // namespace scree::test
