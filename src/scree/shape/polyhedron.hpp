// A convex polyhedron: the shape that the contact algorithms of Scree are about.
// Stored at its centroid along its principal axes, immutable, in flat arrays.
#pragma once

#include "scree/math/simd.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/topology.hpp"

#include <vector>

namespace scree {

struct Polyhedron {
  // Split by coordinate and padded with copies of the last vertex to whole SIMD vectors, for the support
  // scan.
  SimdReals vertex_x, vertex_y, vertex_z;
  Topology topology;
  std::vector<Vec3> face_normal;  // unit, outward
  std::vector<Real> face_offset;  // face_normal . x = face_offset on the face, and below it for every vertex
  std::vector<Real> layer_thickness;  // solid behind the face, see triangulate.hpp
  BodyMass mass;
  Real bounding_radius = 0;   // about the centroid
  Real unevenness = 0;        // how far corners lie off their faces and vertices above any face, at most
  Real inscribed_radius = 0;  // of the largest sphere about the centroid inside

  int vertex_count() const { return topology.vertex_count(); }
  int edge_count() const { return topology.edge_count(); }
  int face_count() const { return topology.face_count(); }
  Vec3 vertex(int v) const { return {vertex_x[v], vertex_y[v], vertex_z[v]}; }
};

/// The index of a vertex farthest along a direction: the plain scan that faster ones are tested against.
int support_vertex(const Polyhedron& polyhedron, Vec3 direction);

/// From a surface that `clean` has passed (files, library, hull). Throws an Error that names the face and the
/// cause when it is not one shell, sphere-like, planar, convex, outward and of positive volume.
Polyhedron make_polyhedron(const Surface& surface);

/// From vertices and faces computed in double precision; coplanar neighbours are merged.
Polyhedron polyhedron_from_faces(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& faces);

/// The convex hull of points.
Polyhedron polyhedron_from_points(std::span<const Vec3> points);

/// Vertices and faces again, in the frame of the input.
Surface to_surface(const Polyhedron& polyhedron);

}  // namespace scree
