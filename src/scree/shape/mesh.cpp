#include "scree/shape/mesh.hpp"

#include "scree/shape/surface/check.hpp"

#include <algorithm>

namespace scree {

Mesh make_mesh(const Surface& surface) {
  Mesh m;
  m.topology = build_topology(surface);
  const MassProperties mass = integrate_mass(surface);
  check_solid(surface, mass);

  Surface body = surface;
  m.mass = move_to_body_frame(body, mass);
  m.triangles = triangulate(body);
  const Bvh triangle_bvh(triangle_boxes(body, m.triangles));
  check_self_contact(body, m.triangles, triangle_bvh);
  check_shells(surface, m.topology);  // after the check of self-contact: it needs shells that do not cross

  for (const Vec3 v : body.vertices) m.bounding_radius = std::max(m.bounding_radius, length(v));
  for (int f = 0; f < body.face_count(); ++f) {
    m.face_normal.push_back(normalized(area_vector(body.vertices, body.face(f))));
    m.face_offset.push_back(dot(m.face_normal[f], body.vertices[body.face(f)[0]]));
  }
  m.face_box = face_boxes(body);
  m.faces = Bvh(m.face_box);
  m.layer_thickness = layer_thickness(body, m.triangles, triangle_bvh);
  m.shells = 1 + std::ranges::max(shell_of_faces(m.topology));
  m.vertices = std::move(body.vertices);
  return m;
}

Surface to_surface(const Mesh& mesh) {
  Surface surface;
  surface.origin = mesh.mass.body_in_input.position;
  for (const Vec3 v : mesh.vertices) {
    surface.vertices.push_back(rotate(mesh.mass.body_in_input.orientation, v));
  }
  surface.face_begin = mesh.topology.face_begin;
  surface.corner = mesh.topology.origin;
  return surface;
}

}  // namespace scree
