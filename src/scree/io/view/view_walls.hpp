// Walls through a run as rigid meshes: each once, and where it is at each frame. Frames hold walls as
// polygons, and show a plane only as far as the bodies reach at the time; here it is one polygon that holds
// them all, so that it does not grow and shrink as a run is played.
#pragma once

#include "scree/io/view/run_view.hpp"

#include <array>

namespace scree {

struct WallTrack {
  int wall = 0;
  std::vector<Vec3> vertices;  // where they are at the frame in which the wall is first there
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;   // outlines and folds, to be drawn as lines
  std::vector<std::optional<Pose>> poses;  // at each frame; none: not there
};

/// Moving walls are recognised by their corners; one that changes its form begins another track.
std::vector<WallTrack> track_walls(const std::vector<std::vector<ViewPolygon>>& frames);

}  // namespace scree
