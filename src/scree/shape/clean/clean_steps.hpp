// Steps of `clean`, each in a file of its own. Only those files include this header.
#pragma once

#include "scree/shape/surface/surface.hpp"
#include "scree/shape/surface/topology.hpp"

#include <string>
#include <vector>

namespace scree {

using Notes = std::vector<std::string>;

/// Merges vertices that are within `reach` of each other; removes faces that shrink to nothing. (weld.cpp)
void weld(Surface& surface, Real reach, Notes& notes);

/// Merges neighbours within `reach` of one plane into one polygon, if the polygon has one simple boundary and
/// can be made planar. Slivers join a neighbour. Returns the largest displacement of a corner. (merge.cpp)
Real merge_coplanar(Surface& surface, const Topology& topology, Real size, Real reach, Notes& notes);

/// Moves corners onto the planes of their polygons, by at most twice `reach`. Triangles are already
/// planar. (flatten.cpp)
struct Flattened {
  std::vector<int> bent;  // the polygons that stay bent, ascending
  Real moved = 0;         // largest displacement of a corner
};
Flattened flatten_polygons(Surface& surface, Real size, Real reach);

/// Finds the corners of a polygon that lie inside the line between their neighbours by more than `reach`.
std::vector<int> dents(std::span<const Vec3> vertices, std::span<const int> loop, Real reach);

/// Cuts the given faces (ascending) into triangles. (flatten.cpp)
void cut_into_triangles(Surface& surface, const std::vector<int>& faces);

/// New faces for a surface, each with the location of an old face.
struct Loops {
  std::vector<int> begin = {0}, corner, old_face;

  void add(std::span<const int> loop, int from) {
    corner.insert(corner.end(), loop.begin(), loop.end());
    begin.push_back(static_cast<int>(corner.size()));
    old_face.push_back(from);
  }
};
void replace_faces(Surface& surface, Loops loops);

/// Keeps the vertices that faces use, in their order; returns the number of vertices removed.
int drop_unused_vertices(Surface& surface);

}  // namespace scree
