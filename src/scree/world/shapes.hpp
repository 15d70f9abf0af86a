// The shapes of a world. They are immutable and shared by all bodies that use them. A body scales its shape
// by one number.
#pragma once

#include "scree/shape/facet_body.hpp"
#include "scree/shape/polygon.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/sphere.hpp"
#include "scree/shape/superquadric.hpp"

#include <string>
#include <vector>

namespace scree {

/// Kinds of shapes. Polyhedra and concave bodies are meshes if contacts press over polygons
/// (LawKind::pressure). The bodies of 2D worlds are polygons and discs. A disc has the kind `sphere` and
/// touches like a sphere.
enum class ShapeKind : unsigned char { sphere, polyhedron, superquadric, mesh, polygon };

/// Data that the engine needs about any shape, at scale 1.
struct Shape {
  std::string name;
  ShapeKind kind = ShapeKind::sphere;
  int index = 0;  // index among the shapes of its kind
  Real volume = 0;
  Vec3 inertia;              // principal moments of inertia for density 1
  Real bounding_radius = 0;  // radius about the centroid
  // Radius of the sphere of equal volume; in 2D, of the disc of equal area.
  Real equivalent_radius = 0;
  Real cube_edge = 0;  // edge of the cube of equal volume
  Vec3 half_extent;    // half the edges of the box along the principal axes
  Pose body_in_input;  // transforms from the body's frame to the frame of its file
  Real lever = 0;      // the effective mass at surface points is about m / (1 + lever), see critical_step()
  Real thickness = 0;  // thickness of polygons and discs, which the scale does not change; 0: a 3D body

  bool planar() const { return thickness > 0; }
  /// Returns the factor by which a scale multiplies the volume.
  Real volume_factor(Real scale) const { return planar() ? scale * scale : scale * scale * scale; }
};

struct Shapes {
  std::vector<Shape> all;
  std::vector<Polyhedron> polyhedra;
  std::vector<Superquadric> superquadrics;
  std::vector<FacetBody> meshes;
  std::vector<Polygon> polygons;

  int add_sphere(std::string name, Real radius);
  int add_polyhedron(std::string name, Polyhedron polyhedron);
  int add_superquadric(std::string name, const Superquadric& superquadric);
  int add_mesh(std::string name, FacetBody mesh);
  int add_polygon(std::string name, Polygon polygon, Real thickness);
  int add_disc(std::string name, Real radius, Real thickness);
  const Shape& operator[](int shape) const { return all[shape]; }

 private:
  int add(Shape shape);
};

}  // namespace scree
