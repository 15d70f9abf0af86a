// A picture of a run at one moment: bodies, ground and walls, lit from above with shadows.
#pragma once

#include "scree/io/encode/png.hpp"
#include "scree/io/view/run_view.hpp"
#include "scree/io/view/view_walls.hpp"

namespace scree {

enum class ColorBy : unsigned char { shape, speed, size, contacts, material, id };

/// Where a picture is cut open: bodies whose centroid lies between this plane and the eye are left out.
struct Cut {
  int axis = 0;  // x, y, z
  Real place = 0;
};

struct RenderOptions {
  int width = 1600, height = 1000;
  Real lens = 0.3;                 // half the angle of view upwards, rad
  Real yaw = -0.55, pitch = 0.38;  // rad: where the eye stands, as on the replay page
  Real zoom = 1;
  ColorBy color = ColorBy::shape;
  bool dark = false, walls = true;
  bool chains = false;  // the forces between the bodies instead of the bodies
  std::optional<Cut> cut = {};
};

/// `frame` is the number of the moment in the poses of the walls.
Image render(const ViewFrame& frame, const ViewCast& cast, const std::vector<WallTrack>& walls,
             std::size_t number, const RenderOptions& options);

}  // namespace scree
