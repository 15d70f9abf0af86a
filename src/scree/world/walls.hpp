// Walls: surfaces that hold bodies in, fixed or moving, which nothing pushes away. What touches them is
// recorded as force and torque. Each wall is a rigid frame with some surfaces in it.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/shape/half_space.hpp"

#include <limits>
#include <string>
#include <vector>

namespace scree {

struct Wall {
  std::string name;
  int material = 0;
  Pose pose;            // of its frame, now
  Vec3 velocity, spin;  // of the frame, about its origin
  bool present = true;
  Real removed_at = std::numeric_limits<Real>::infinity();  // s, see remove_walls()
  Vec3 force, torque;  // by the bodies in the last step; the torque about the frame's origin

  Vec3 velocity_at(Vec3 point_world) const { return velocity + cross(spin, point_world - pose.position); }
};

/// Half-spaces in the frames of their walls.
struct PlaneSurface {
  int wall = 0;
  HalfSpace plane;
};

struct Walls {
  std::vector<Wall> all;
  std::vector<PlaneSurface> planes;

  int add(std::string name, int material) {
    Wall wall;
    wall.name = std::move(name), wall.material = material;
    all.push_back(std::move(wall));
    return static_cast<int>(all.size()) - 1;
  }
  int add_plane(std::string name, int material, const HalfSpace& plane) {
    const int wall = add(std::move(name), material);
    planes.push_back({wall, plane});
    return wall;
  }
  /// In the frame of the world.
  HalfSpace plane_world(int plane) const {
    const PlaneSurface& s = planes[plane];
    const Pose& pose = all[s.wall].pose;
    const Vec3 normal = rotate(pose.orientation, s.plane.normal);
    return {normal, s.plane.offset + dot(normal, pose.position)};
  }
};

}  // namespace scree
