// Readers of single tables of a scene, which scene.cpp calls in turn. Only the files of the scene include
// this header.
#pragma once

#include "scree/error.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/io/scene/scene_check.hpp"

namespace scree {

/// Returns the given direction. In 2D scenes, replaces the default direction along z by the direction along
/// y.
inline Vec3 in_plane_unless_given(const Scene& scene, Vec3 given, Vec3 in_space) {
  return scene.planar() && given == in_space ? Vec3{0, in_space.z, 0} : given;
}

SceneShape read_shape(const SceneReader& table, std::string name);
/// Reads a disc or a polygon.
SceneShape read_planar_shape(const SceneReader& table, std::string name);

/// Returns the key `merge` of a shape or a wall from a file; 0 if it is not given.
inline Real read_merge(const SceneReader& t) {
  const Real merge = t.maybe_number("merge").value_or(0);
  if (merge > 0.1)
    fail("{} is {:g}. It is a fraction of the size: give 1e-9, and no more than 0.1.", t.location("merge"),
         merge);
  return merge;
}

/// Reads a wall. A wall without a name is named by `index`.
SceneWall read_wall(const SceneReader& table, const Scene& scene, std::size_t index);
SceneMotion read_motion(const SceneReader& table);

/// Adds the bodies of an arch or a wall of bricks, and their shapes.
void read_masonry(const SceneReader& table, Scene& scene, std::size_t index);

}  // namespace scree
