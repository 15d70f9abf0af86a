#include "reproduce/peng/spheres.hpp"

#include "scree/shape/library.hpp"

#include <numbers>

namespace scree::reproduce {

std::span<const std::string_view> solid_names() {
  static constexpr std::string_view names[] = {"tetrahedron", "cube", "octahedron", "dodecahedron",
                                               "icosahedron"};
  return names;
}

Polyhedron solid(std::string_view name) {
  return make_polyhedron(library_shape(name, {}, {Size::By::diameter, 2 * std::sqrt(3.0)}));
}

Volumes exact_volumes(const Polyhedron& body) {
  const PolyhedronView v = view(body);
  Real edges = 0;
  for (int h = 0; h < v.halfedge_count; ++h) {
    if (h > v.twin[h]) continue;
    const Vec3 n = v.face_normal[v.face[h]], m = v.face_normal[v.face[v.twin[h]]];
    const Real exterior_angle = std::atan2(length(cross(n, m)), dot(n, m));  // pi minus the dihedral angle
    edges += length(v.vertex(v.target(h)) - v.vertex(v.origin[h])) * exterior_angle / 2;
  }
  const Real touching = body.mass.area + edges + 4 * std::numbers::pi / 3;
  const Real all = cube_of_centres * cube_of_centres * cube_of_centres;
  return {all - touching - body.mass.volume, touching, body.mass.volume};
}

PlacedSuperquadric sphere_at(Random& random) {
  const Real half = cube_of_centres / 2;
  const Real x = random.uniform(-half, half), y = random.uniform(-half, half),
             z = random.uniform(-half, half);
  return PlacedSuperquadric(Superquadric{}, {{x, y, z}, {}}, 1);
}

}  // namespace scree::reproduce
