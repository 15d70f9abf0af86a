// The steps of `clean`, one file each; nothing else includes this.
#pragma once

#include "scree/shape/surface.hpp"
#include "scree/shape/topology.hpp"

#include <string>
#include <vector>

namespace scree {

using Notes = std::vector<std::string>;

/// Vertices within `reach` become one; faces that shrink to nothing go. (weld.cpp)
void weld(Surface& surface, Real reach, Notes& notes);

/// Neighbours within `reach` of one plane become one polygon, where that has a single simple boundary and can
/// be made planar; slivers join the face beside them. Returns how far corners moved. (merge.cpp)
Real merge_coplanar(Surface& surface, const Topology& topology, Real size, Real reach, Notes& notes);

/// Moves corners onto the planes of their polygons, by twice `reach` at most. Triangles are planar as they
/// are. (flatten.cpp)
struct Flattened {
  std::vector<int> bent;  // the polygons that stay bent, ascending
  Real moved = 0;         // how far the corner that moved most did
};
Flattened flatten_polygons(Surface& surface, Real size, Real reach);

/// The corners of a polygon that lie farther than `reach` inside the line between their neighbours.
std::vector<int> dents(std::span<const Vec3> vertices, std::span<const int> loop, Real reach);

/// Cuts the faces given (ascending) into triangles. (flatten.cpp)
void cut_into_triangles(Surface& surface, const std::vector<int>& faces);

/// New faces for a surface, each with the place of an old one.
struct Loops {
  std::vector<int> begin = {0}, corner, old_face;

  void add(std::span<const int> loop, int from) {
    corner.insert(corner.end(), loop.begin(), loop.end());
    begin.push_back(static_cast<int>(corner.size()));
    old_face.push_back(from);
  }
};
void replace_faces(Surface& surface, Loops loops);

/// Keeps the vertices that faces use, in their order; returns how many went.
int drop_unused_vertices(Surface& surface);

}  // namespace scree
