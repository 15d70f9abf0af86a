#include "scree/world/measure.hpp"

#include "scree/math/random.hpp"

#include <algorithm>

namespace scree {
namespace {

bool contains(const World& w, int body, Vec3 point_world) {
  const Bodies& b = w.bodies;
  const Vec3 from_center = point_world - b.position[body];
  if (length_squared(from_center) > b.radius[body] * b.radius[body]) return false;
  const Shape& shape = w.shapes[b.shape[body]];
  if (shape.kind == ShapeKind::sphere) return true;
  const Polyhedron& p = w.shapes.polyhedra[shape.index];
  const Vec3 local = (1 / b.scale[body]) * rotate(conjugate(b.orientation[body]), from_center);
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
  const Polyhedron& p = w.shapes.polyhedra[shape.index];
  const Vec3 up = rotate(conjugate(b.orientation[body]), {0, 0, 1});
  Real highest = -std::numeric_limits<Real>::infinity();
  for (int v = 0; v < p.vertex_count(); ++v) highest = std::max(highest, dot(up, p.vertex(v)));
  return b.position[body].z + b.scale[body] * highest;
}

}  // namespace scree
