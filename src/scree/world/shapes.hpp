// The shapes of a world: immutable, shared by all bodies that have them. A body scales its shape by one
// number.
#pragma once

#include "scree/shape/facet_body.hpp"
#include "scree/shape/polygon.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/sphere.hpp"
#include "scree/shape/superquadric.hpp"

#include <string>
#include <vector>

namespace scree {

/// Meshes are what polyhedra and concave bodies are where contacts press over polygons (LawKind::pressure).
/// In the plane there are polygons, and discs, which touch as spheres do.
enum class ShapeKind : unsigned char { sphere, polyhedron, superquadric, mesh, polygon };

/// What the engine needs of any shape, at scale 1.
struct Shape {
  std::string name;
  ShapeKind kind = ShapeKind::sphere;
  int index = 0;  // among the shapes of its kind
  Real volume = 0;
  Vec3 inertia;                // principal moments for density 1
  Real bounding_radius = 0;    // about the centroid
  Real equivalent_radius = 0;  // of the sphere of equal volume; in the plane of the disc of equal area
  Vec3 half_extent;            // of the box along the principal axes
  Pose body_in_input;          // from the body's frame to that of its file
  Real lever = 0;              // how much lighter than the body its surface can be, see critical_step()
  Real thickness = 0;          // of polygons and discs, which their scale leaves as it is; 0: a body in space

  bool planar() const { return thickness > 0; }
  /// By how much the scale multiplies the volume.
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
};

}  // namespace scree
