// A solid bounded by a closed polygonal surface, convex or concave, which may have holes through it or
// cavities in it. It is stored at its centroid along its principal axes. Faces are planar polygons, stored
// with their triangles and boxes.
#pragma once

#include "scree/shape/surface/bvh.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/topology.hpp"
#include "scree/shape/surface/triangulate.hpp"

#include <vector>

namespace scree {

struct Mesh {
  std::vector<Vec3> vertices;
  Topology topology;
  std::vector<Vec3> face_normal;  // unit, outward
  std::vector<Real> face_offset;  // face_normal . x = face_offset on the face
  std::vector<Box> face_box;
  std::vector<Real> layer_thickness;  // thickness of the solid behind the face, see triangulate.hpp
  Triangles triangles;
  Bvh faces;  // hierarchy of the boxes in face_box
  BodyMass mass;
  Real bounding_radius = 0;  // about the centroid
  int shells = 1;

  int vertex_count() const { return topology.vertex_count(); }
  int edge_count() const { return topology.edge_count(); }
  int face_count() const { return topology.face_count(); }
};

/// Makes a mesh from a surface that `clean` has prepared. Throws an Error that names the face and the cause
/// if a face is not planar, or if the surface is inside out, is flat, or crosses or touches itself.
Mesh make_mesh(const Surface& surface);

/// Returns the vertices and faces in the frame of the input.
Surface to_surface(const Mesh& mesh);

}  // namespace scree
