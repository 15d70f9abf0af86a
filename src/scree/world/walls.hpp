// Walls: fixed or moving surfaces that contain bodies and that no body can push. The force and the torque of
// the bodies on a wall are recorded. Each wall is a rigid frame with some surfaces in it.
#pragma once

#include "scree/contact/wall/cylinder.hpp"
#include "scree/planar/wall/polyline.hpp"
#include "scree/shape/facet_mesh.hpp"

#include <limits>
#include <string>
#include <vector>

namespace scree {

struct Wall {
  std::string name;
  int material = 0;
  Pose pose;            // current pose of the frame
  Vec3 velocity, spin;  // velocity of the frame's origin, and spin of the frame
  bool present = true;
  Real appears_at = -std::numeric_limits<Real>::infinity(),
       removed_at = std::numeric_limits<Real>::infinity();
  Vec3 force, torque;  // exerted by the bodies in the last step; the torque is about the frame's origin

  Vec3 velocity_at(Vec3 point_world) const { return velocity + cross(spin, point_world - pose.position); }
};

/// A half-space in the frame of its wall.
struct PlaneSurface {
  int wall = 0;
  HalfSpace plane;
};

/// A cylinder in the frame of its wall, with the bodies inside.
struct CylinderSurface {
  int wall = 0;
  Cylinder cylinder;
  int sides = 96;  // number of planar strips that replace the cylinder for meshes; they enclose it
};

/// A planar patch of a mesh. The mesh is given in the frame of its wall.
struct PlanarPatchSurface {
  int wall = 0, mesh = 0, patch = 0;
};

/// A segment of a 2D line, in the frame of its wall.
struct LineSurface {
  int wall = 0;
  LineSegment segment;
};

struct Walls {
  std::vector<Wall> all;
  std::vector<PlaneSurface> planes;
  std::vector<CylinderSurface> cylinders;
  std::vector<PlanarPatchSurface> planar_patches;  // planar patches, mesh by mesh
  std::vector<FacetMesh> meshes;
  std::vector<LineSurface> lines;

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
  /// Adds a cylinder between two points of its axis, with the bodies inside. Its ends are open, or closed
  /// by planes.
  int add_cylinder(std::string name, int material, Vec3 from, Vec3 to, Real radius, bool closed,
                   int sides = 96);
  /// Adds a wall of facets, for instance make_facet_mesh(read_wall_surface(file)).
  int add_mesh(std::string name, int material, FacetMesh mesh);
  /// Adds a 2D line, for instance make_polyline(points).
  int add_line(std::string name, int material, const std::vector<LineSegment>& line);
  /// Returns the plane in the frame of the world.
  HalfSpace plane_world(int plane) const { return to_world(planes[plane].wall, planes[plane].plane); }
  HalfSpace patch_world(int planar_patch) const {
    const PlanarPatchSurface& s = planar_patches[planar_patch];
    return to_world(s.wall, meshes[s.mesh].planar_patches[s.patch].plane);
  }

 private:
  HalfSpace to_world(int wall, const HalfSpace& plane) const {
    const Pose& pose = all[wall].pose;
    const Vec3 normal = rotate(pose.orientation, plane.normal);
    return {normal, plane.offset + dot(normal, pose.position)};
  }
};

}  // namespace scree
