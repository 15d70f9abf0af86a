// Reads a scene from bytes. The scene must be refused with an Error or accepted; a small accepted scene must
// also be built. The resolved text of a scene must be read as the same scene.
#pragma once

#include "scree/error.hpp"
#include "scree/io/scene/scene.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace scree::fuzz {

/// True if building the scene takes little time and memory.
inline bool is_small(const Scene& scene) {
  const auto few = [](int n) { return n <= 200; };
  const bool shapes = std::ranges::all_of(scene.shapes, [&](const SceneShape& s) {
    return few(s.parameters.vertices) && few(s.parameters.sides) && s.parameters.level <= 2 && few(s.sides);
  });
  const bool walls = std::ranges::all_of(scene.walls, [&](const SceneWall& w) {
    const SceneCylinder* cylinder = std::get_if<SceneCylinder>(&w.shape);
    return cylinder == nullptr || few(cylinder->sides);
  });
  const bool inserts = std::ranges::all_of(scene.inserts, [&](const SceneInsert& i) {
    return i.insertion.count > 0 && few(i.insertion.count) && i.insertion.solid_fraction == 0;
  });
  return shapes && walls && inserts && scene.bodies.size() <= 200 && scene.inserts.size() <= 4;
}

inline void scene_from_bytes(std::string_view text) {
  const std::filesystem::path file = "/nonexistent/scene.toml";
  Scene scene;
  try {
    scene = parse_scene(text, file);
  } catch (const Error&) { return; }
  try {
    const Scene again = parse_scene(scene.resolved_toml, file);
    if (again.resolved_toml != scene.resolved_toml) {
      std::fprintf(stderr, "the resolved scene resolves to another one\n");
      std::abort();
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "the resolved scene is refused: %s\n", error.what());
    std::abort();
  }
  if (!is_small(scene)) return;
  try {
    const World world = build(scene);
    if (!(world.settings.dt > 0)) std::abort();
  } catch (const Error&) {
    // for example bodies without a size, walls without a motion's target, a step that is too long
  }
}

}  // namespace scree::fuzz
