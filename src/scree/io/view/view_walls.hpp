// Walls of a run as rigid meshes: each mesh is stored once, with its pose at each frame. Frames store walls
// as polygons, and show a plane only as far as the bodies reach at that time. Here a plane is one polygon
// that contains all of these, so that it does not grow and shrink during the replay.
#pragma once

#include "scree/io/view/run_view.hpp"

#include <array>

namespace scree {

struct WallTrack {
  int wall = 0;
  std::vector<Vec3> vertices;  // positions at the frame in which the wall first appears
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;   // outlines and creases, drawn as lines
  std::vector<std::optional<Pose>> poses;  // for each frame; none: the wall is absent
};

/// Recognizes moving walls by their corners; a wall that changes its form starts another track.
std::vector<WallTrack> track_walls(const std::vector<std::vector<ViewPolygon>>& frames);

}  // namespace scree
