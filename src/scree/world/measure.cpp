#include "scree/world/measure.hpp"

#include "scree/math/random.hpp"
#include "scree/planar/pair/polygon_pair.hpp"
#include "scree/shape/superquadric_derivatives.hpp"

#include <algorithm>

namespace scree {
namespace {

/// True if the body contains the point: the nearest facet along a ray from the point shows its inner side.
bool contains(const FacetBody& body, Vec3 point) {
  const Vec3 ray = normalized(Vec3{0.3, 0.2, 1});
  Real nearest = std::numeric_limits<Real>::infinity();
  bool inside = false;
  body.tree.cast_ray(point, ray, [&](int f) {
    const Vec3 normal = body.normal[f];
    const Real along = dot(normal, ray), distance = (body.offset[f] - dot(normal, point)) / along;
    if (!(distance > 0) || !(distance < nearest)) return nearest;
    const Vec3 hit = point + distance * ray;
    for (int c = body.begin[f]; c < body.begin[f + 1]; ++c) {
      const Vec3 from = body.corner[c], to = body.corner[c + 1 < body.begin[f + 1] ? c + 1 : body.begin[f]];
      if (dot(normal, cross(to - from, hit - from)) < 0) return nearest;
    }
    nearest = distance, inside = along > 0;
    return nearest;
  });
  return inside;
}

bool contains(const World& w, int body, Vec3 point_world) {
  const Bodies& b = w.bodies;
  const Vec3 from_center = point_world - b.position[body];
  if (length_squared(from_center) > b.radius[body] * b.radius[body]) return false;
  const Shape& shape = w.shapes[b.shape[body]];
  if (shape.kind == ShapeKind::sphere) return true;
  const Vec3 local = (1 / b.scale[body]) * rotate(conjugate(b.orientation[body]), from_center);
  if (shape.kind == ShapeKind::superquadric) return gauge(w.shapes.superquadrics[shape.index], local) <= 1;
  if (shape.kind == ShapeKind::mesh) return contains(w.shapes.meshes[shape.index], local);
  if (shape.kind == ShapeKind::polygon) {
    const PolygonView p = view(w.shapes.polygons[shape.index]);
    for (int e = 0; e < p.vertex_count; ++e) {
      if (dot(p.edge_normal[e], Vec2{local.x, local.y}) > p.edge_offset(e)) return false;
    }
    return true;
  }
  const Polyhedron& p = w.shapes.polyhedra[shape.index];
  for (int f = 0; f < p.face_count(); ++f) {
    if (dot(p.face_normal[f], local) > p.face_offset[f]) return false;
  }
  return true;
}

}  // namespace

Real solid_fraction(const World& w, Vec3 lower, Vec3 upper, int points) {
  std::vector<int> near;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Vec3 p = w.bodies.position[i];
    bool reaches = true;
    for (int c = 0; c < 3; ++c)
      reaches = reaches && p[c] > lower[c] - w.bodies.radius[i] && p[c] < upper[c] + w.bodies.radius[i];
    if (reaches) near.push_back(i);
  }
  Random random(1);
  int inside = 0;
  for (int n = 0; n < points; ++n) {
    Vec3 point;
    for (int c = 0; c < 3; ++c) point[c] = random.uniform(lower[c], upper[c]);
    inside += std::any_of(near.begin(), near.end(), [&](int i) { return contains(w, i, point); }) ? 1 : 0;
  }
  return static_cast<Real>(inside) / points;
}

Real top_of(const World& w, int body) {
  const Bodies& b = w.bodies;
  const Shape& shape = w.shapes[b.shape[body]];
  if (shape.kind == ShapeKind::sphere) return b.position[body].z + b.radius[body];
  const Vec3 up = rotate(conjugate(b.orientation[body]), {0, 0, 1});
  Real highest = -std::numeric_limits<Real>::infinity();
  if (shape.kind == ShapeKind::superquadric) {
    highest = dot(up, support(w.shapes.superquadrics[shape.index], up));
  } else if (shape.kind == ShapeKind::mesh) {
    for (const Vec3 v : w.shapes.meshes[shape.index].mesh.vertices) highest = std::max(highest, dot(up, v));
  } else if (shape.kind == ShapeKind::polygon) {
    highest = 0;
  } else {
    const Polyhedron& p = w.shapes.polyhedra[shape.index];
    for (int v = 0; v < p.vertex_count(); ++v) highest = std::max(highest, dot(up, p.vertex(v)));
  }
  return b.position[body].z + b.scale[body] * highest;
}

}  // namespace scree
