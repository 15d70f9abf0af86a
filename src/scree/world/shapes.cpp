#include "scree/world/shapes.hpp"

#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// Makes principal moments of inertia equal if they differ only by rounding, as for cubes and dodecahedra.
/// Such a body rotates like a sphere, which is cheaper to compute.
Vec3 without_rounding(Vec3 moments) {
  const Real mean = (moments.x + moments.y + moments.z) / 3;
  for (int c = 0; c < 3; ++c) {
    if (std::abs(moments[c] - mean) > 1e-12 * mean) return moments;
  }
  return {mean, mean, mean};
}

/// Under a push along a normal n, a point p of the body moves as if the mass were
/// m / (1 + m (p x n) . I^-1 (p x n)). The trace of the last term, as a quadratic form in n, is an upper
/// bound on the term and is at most twice too large. The function returns half of the trace.
Real lever_of(const Shape& shape, Vec3 p) {
  const Vec3 i = shape.inertia;
  const Real trace =
      (p.y * p.y + p.z * p.z) / i.x + (p.x * p.x + p.z * p.z) / i.y + (p.x * p.x + p.y * p.y) / i.z;
  return 0.5 * shape.volume * trace;
}

Real equivalent_radius(Real volume) { return std::cbrt(3 * volume / (4 * std::numbers::pi)); }

}  // namespace

int Shapes::add(Shape shape) {
  shape.cube_edge = std::cbrt(shape.volume);
  all.push_back(std::move(shape));
  return static_cast<int>(all.size()) - 1;
}

int Shapes::add_sphere(std::string name, Real radius) {
  const Sphere sphere = make_sphere(radius);
  Shape shape;
  shape.name = std::move(name);
  shape.kind = ShapeKind::sphere;
  shape.volume = volume(sphere);
  const Real moment = inertia(sphere);
  shape.inertia = {moment, moment, moment};
  shape.bounding_radius = shape.equivalent_radius = radius;
  shape.half_extent = {radius, radius, radius};
  shape.lever = shape.volume * radius * radius / moment;
  return add(std::move(shape));
}

int Shapes::add_polyhedron(std::string name, Polyhedron polyhedron) {
  Shape shape;
  shape.name = std::move(name);
  shape.kind = ShapeKind::polyhedron;
  shape.index = static_cast<int>(polyhedra.size());
  shape.volume = polyhedron.mass.volume;
  shape.inertia = without_rounding(polyhedron.mass.inertia);
  shape.bounding_radius = polyhedron.bounding_radius;
  shape.equivalent_radius = equivalent_radius(shape.volume);
  shape.body_in_input = polyhedron.mass.body_in_input;
  for (int v = 0; v < polyhedron.vertex_count(); ++v) {
    const Vec3 p = polyhedron.vertex(v);
    shape.half_extent = max(shape.half_extent, max(p, -p));
    shape.lever = std::max(shape.lever, lever_of(shape, p));
  }
  polyhedra.push_back(std::move(polyhedron));
  return add(std::move(shape));
}

int Shapes::add_mesh(std::string name, FacetBody mesh) {
  Shape shape;
  shape.name = std::move(name);
  shape.kind = ShapeKind::mesh;
  shape.index = static_cast<int>(meshes.size());
  const BodyMass& mass = mesh.mesh.mass;
  shape.volume = mass.volume;
  shape.inertia = without_rounding(mass.inertia);
  shape.bounding_radius = mesh.mesh.bounding_radius;
  shape.equivalent_radius = equivalent_radius(shape.volume);
  shape.body_in_input = mass.body_in_input;
  for (const Vec3 p : mesh.mesh.vertices) {
    shape.half_extent = max(shape.half_extent, max(p, -p));
    shape.lever = std::max(shape.lever, lever_of(shape, p));
  }
  meshes.push_back(std::move(mesh));
  return add(std::move(shape));
}

int Shapes::add_polygon(std::string name, Polygon polygon, Real thickness) {
  Shape shape;
  shape.name = std::move(name);
  shape.kind = ShapeKind::polygon;
  shape.index = static_cast<int>(polygons.size());
  shape.thickness = thickness;
  shape.volume = thickness * polygon.area;
  // A polygon rotates about z only. With three equal moments it rotates like a sphere, which is cheaper
  // to compute.
  const Real moment = thickness * polygon.polar_inertia;
  shape.inertia = {moment, moment, moment};
  shape.bounding_radius = polygon.bounding_radius;
  shape.equivalent_radius = std::sqrt(polygon.area / std::numbers::pi);
  shape.body_in_input.position = {polygon.centroid_in_input.x, polygon.centroid_in_input.y, 0};
  for (const Vec2 p : polygon.vertices)
    shape.half_extent = max(shape.half_extent, {std::abs(p.x), std::abs(p.y), 0});
  shape.lever = shape.volume * polygon.bounding_radius * polygon.bounding_radius / moment;
  polygons.push_back(std::move(polygon));
  return add(std::move(shape));
}

int Shapes::add_disc(std::string name, Real radius, Real thickness) {
  const int index = add_sphere(std::move(name), radius);
  Shape& shape = all[index];
  shape.thickness = thickness;
  shape.volume = thickness * std::numbers::pi * radius * radius;
  shape.cube_edge = std::cbrt(shape.volume);
  const Real moment = 0.5 * shape.volume * radius * radius;
  shape.inertia = {moment, moment, moment};
  shape.lever = 2;
  return index;
}

int Shapes::add_superquadric(std::string name, const Superquadric& superquadric) {
  const Superquadric s = make_superquadric(superquadric.half_length, superquadric.n1, superquadric.n2);
  Shape shape;
  shape.name = std::move(name);
  shape.kind = ShapeKind::superquadric;
  shape.index = static_cast<int>(superquadrics.size());
  shape.volume = volume(s);
  shape.inertia = without_rounding(inertia(s));
  shape.bounding_radius = bounding_radius(s);
  shape.equivalent_radius = equivalent_radius(shape.volume);
  shape.half_extent = s.half_length;
  constexpr int steps = 8;  // directions in one octant; the others are symmetric
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; i + j <= steps; ++j) {
      const Vec3 direction{static_cast<Real>(i), static_cast<Real>(j), static_cast<Real>(steps - i - j)};
      shape.lever = std::max(shape.lever, lever_of(shape, support(s, direction)));
    }
  }
  superquadrics.push_back(s);
  return add(std::move(shape));
}

}  // namespace scree
