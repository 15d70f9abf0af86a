// Cuts planar polygons, convex or concave, into triangles, and makes the triangles of a whole surface with
// their boxes.
#pragma once

#include "scree/shape/surface/bvh.hpp"
#include "scree/shape/surface/surface.hpp"

#include <array>
#include <vector>

namespace scree {

/// Cuts a simple polygon into size - 2 triangles by clipping ears. Returns false if its edges cross.
bool triangulate(std::span<const Vec3> vertices, std::span<const int> loop,
                 std::vector<std::array<int, 3>>& triangles);

struct Triangles {
  std::vector<int> face_begin;  // triangles of face f: corner[face_begin[f]] .. corner[face_begin[f + 1] - 1]
  std::vector<std::array<int, 3>> corner;
  std::vector<int> face;  // face of each triangle
};

/// Cuts all faces of a surface into triangles. Throws an Error that names a face that crosses itself.
Triangles triangulate(const Surface& surface);

std::vector<Box> face_boxes(const Surface& surface);
std::vector<Box> triangle_boxes(const Surface& surface, const Triangles& triangles);

/// Thickness of the solid behind each face: the length of the ray from the face's centre inwards to the next
/// face (Smeets et al. 2015, section 2.5). The centre is the centroid of the face. If the centroid of a
/// concave face lies outside the face, the centre is the centroid of its largest triangle.
std::vector<Real> layer_thickness(const Surface& surface, const Triangles& triangles,
                                  const Bvh& triangle_bvh);

}  // namespace scree
