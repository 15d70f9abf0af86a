// A convex polyhedron: the shape of the contact algorithms of Scree. It is stored at its centroid along its
// principal axes, immutable, in flat arrays.
#pragma once

#include "scree/math/simd.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/topology.hpp"

#include <vector>

namespace scree {

struct Polyhedron {
  // Coordinates for the support scan: split by component and padded with copies of the last vertex to whole
  // SIMD vectors.
  SimdReals vertex_x, vertex_y, vertex_z;
  Topology topology;
  std::vector<Vec3> face_normal;      // unit, outward
  std::vector<Real> face_offset;      // face_normal . x: offset on the face, no more at any vertex
  std::vector<Real> layer_thickness;  // thickness of the solid behind the face, see triangulate.hpp
  BodyMass mass;
  Real bounding_radius = 0;   // about the centroid
  Real unevenness = 0;        // largest distance of a corner from its face, or of a vertex above any face
  Real inscribed_radius = 0;  // radius of the largest sphere about the centroid inside the body

  int vertex_count() const { return topology.vertex_count(); }
  int edge_count() const { return topology.edge_count(); }
  int face_count() const { return topology.face_count(); }
  Vec3 vertex(int v) const { return {vertex_x[v], vertex_y[v], vertex_z[v]}; }
};

/// Returns the index of a vertex farthest along a direction by a plain scan. Faster searches are tested
/// against it.
int support_vertex(const Polyhedron& polyhedron, Vec3 direction);

/// Makes a polyhedron from a surface that `clean` has prepared (files, library, hull). Throws an Error that
/// names the face and the cause unless the surface is one sphere-like shell with planar faces, outward
/// normals and a positive volume, and is convex.
Polyhedron make_polyhedron(const Surface& surface);

/// Makes a polyhedron from vertices and faces computed in double precision; merges coplanar neighbours.
Polyhedron polyhedron_from_faces(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& faces);

/// Makes the convex hull of points.
Polyhedron polyhedron_from_points(std::span<const Vec3> points);

/// Returns the vertices and faces in the frame of the input.
Surface to_surface(const Polyhedron& polyhedron);

}  // namespace scree
