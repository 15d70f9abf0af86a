// A solid bounded by a closed polygonal surface, convex or concave, with holes through it or cavities in it.
// Stored at its centroid along its principal axes; faces are planar polygons, with their triangles and boxes
// beside them.
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
  std::vector<Real> layer_thickness;  // solid behind the face, see triangulate.hpp
  Triangles triangles;
  Bvh faces;  // over face_box
  BodyMass mass;
  Real bounding_radius = 0;  // about the centroid
  int shells = 1;

  int vertex_count() const { return topology.vertex_count(); }
  int edge_count() const { return topology.edge_count(); }
  int face_count() const { return topology.face_count(); }
};

/// From a surface that `clean` has passed. Throws an Error that names the face and the cause when the surface
/// is not planar by faces, not outward, flat, or crosses or touches itself.
Mesh make_mesh(const Surface& surface);

/// Vertices and faces again, in the frame of the input.
Surface to_surface(const Mesh& mesh);

}  // namespace scree
