#include "scree/world/walls.hpp"

#include "scree/error.hpp"

namespace scree {

int Walls::add_cylinder(std::string name, int material, Vec3 from, Vec3 to, Real radius, bool closed,
                        int sides) {
  const Real height = length(to - from);
  if (!(radius > 0) || !std::isfinite(radius))
    fail("wall '{}': the radius of a cylinder must be greater than 0, not {}.", name, radius);
  if (!(height > 0) || !std::isfinite(height))
    fail("wall '{}': the two ends of a cylinder must be two different points.", name);
  if (sides < 8) fail("wall '{}': a cylinder needs at least 8 sides, not {}.", name, sides);
  const int wall = add(std::move(name), material);
  const Vec3 axis = (to - from) / height;
  // The end planes of a closed cylinder contain the bodies. The cylinder extends beyond these planes, so
  // corners that sink into a plane are still inside the cylinder.
  const Real margin = closed ? radius : 0;
  cylinders.push_back({wall, {from, axis, radius, -margin, height + margin}, sides});
  if (closed) {
    planes.push_back({wall, make_half_space(axis, from)});
    planes.push_back({wall, make_half_space(-axis, to)});
  }
  return wall;
}

int Walls::add_mesh(std::string name, int material, FacetMesh mesh) {
  const int wall = add(std::move(name), material);
  for (int f = 0; f < static_cast<int>(mesh.planar_patches.size()); ++f)
    planar_patches.push_back({wall, static_cast<int>(meshes.size()), f});
  meshes.push_back(std::move(mesh));
  return wall;
}

int Walls::add_line(std::string name, int material, const std::vector<LineSegment>& line) {
  const int wall = add(std::move(name), material);
  for (const LineSegment& segment : line) lines.push_back({wall, segment});
  return wall;
}

}  // namespace scree
