#include "scree/shape/polyhedron.hpp"

#include "scree/error.hpp"
#include "scree/shape/clean/hull.hpp"
#include "scree/shape/surface/check.hpp"

#include <algorithm>
#include <cstdint>

namespace scree {

int support_vertex(const Polyhedron& polyhedron, Vec3 direction) {
  int best = 0;
  Real farthest = dot(direction, polyhedron.vertex(0));
  for (int v = 1; v < polyhedron.vertex_count(); ++v) {
    const Real along = dot(direction, polyhedron.vertex(v));
    if (along > farthest) farthest = along, best = v;
  }
  return best;
}

Polyhedron make_polyhedron(const Surface& surface) {
  Polyhedron p;
  p.topology = build_topology(surface);
  const MassProperties mass = integrate_mass(surface);
  check_solid(surface, mass);
  const std::string reason = why_not_convex(surface, p.topology, mass, rounding_distance(surface));
  if (!reason.empty())
    fail("{}: the body is not convex. Take its convex hull, or, in a scene, law = \"pressure\".", reason);

  Surface body = surface;
  p.mass = move_to_body_frame(body, mass);

  const auto padding = static_cast<std::size_t>(padded(body.vertex_count()));
  for (const Vec3 v : body.vertices) {
    p.vertex_x.push_back(v.x);
    p.vertex_y.push_back(v.y);
    p.vertex_z.push_back(v.z);
    p.bounding_radius = std::max(p.bounding_radius, length(v));
  }
  for (auto* coordinate : {&p.vertex_x, &p.vertex_y, &p.vertex_z})
    coordinate->resize(padding, coordinate->back());

  p.inscribed_radius = p.bounding_radius;
  // The comparison of every vertex with every face takes too long for bodies with tens of thousands of them.
  // For such bodies the unevenness is set to the bounding radius instead.
  const bool compared = static_cast<std::int64_t>(body.face_count()) * body.vertex_count() <= 4'000'000;
  if (!compared) p.unevenness = p.bounding_radius;
  for (int f = 0; f < body.face_count(); ++f) {
    const Vec3 normal = normalized(area_vector(body.vertices, body.face(f)));
    Real offset = -p.bounding_radius;
    for (const int v : body.face(f)) offset = std::max(offset, dot(normal, body.vertices[v]));
    p.face_normal.push_back(normal);
    p.face_offset.push_back(offset);
    p.inscribed_radius = std::min(p.inscribed_radius, offset);
    if (!compared) continue;
    for (const int v : body.face(f))
      p.unevenness = std::max(p.unevenness, offset - dot(normal, body.vertices[v]));
    for (const Vec3 v : body.vertices) p.unevenness = std::max(p.unevenness, dot(normal, v) - offset);
  }
  const Triangles triangles = triangulate(body);
  p.layer_thickness = layer_thickness(body, triangles, Bvh(triangle_boxes(body, triangles)));
  return p;
}

Polyhedron polyhedron_from_faces(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& faces) {
  Surface surface;
  surface.vertices = std::move(vertices);
  for (const auto& loop : faces) surface.add_face(loop);
  clean(surface, computed);
  restore_convexity(surface, computed);
  return make_polyhedron(surface);
}

Polyhedron polyhedron_from_points(std::span<const Vec3> points) {
  return make_polyhedron(convex_hull(points));
}

Surface to_surface(const Polyhedron& polyhedron) {
  Surface surface;
  surface.origin = polyhedron.mass.body_in_input.position;
  for (int v = 0; v < polyhedron.vertex_count(); ++v) {
    surface.vertices.push_back(rotate(polyhedron.mass.body_in_input.orientation, polyhedron.vertex(v)));
  }
  surface.face_begin = polyhedron.topology.face_begin;
  surface.corner = polyhedron.topology.origin;
  return surface;
}

}  // namespace scree
