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

/// Neighbours within `reach` of one plane become one polygon, where that has a single simple boundary.
/// (merge.cpp)
void merge_coplanar(Surface& surface, const Topology& topology, Real reach, Notes& notes);

/// Corners within `reach` of the plane of their polygon are moved onto it. (flatten.cpp)
void flatten(Surface& surface, Real size, Real reach, Notes& notes);

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
