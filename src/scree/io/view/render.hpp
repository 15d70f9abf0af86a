// Renders a picture of a run at one moment: bodies, ground and walls, lit from above with shadows.
#pragma once

#include "scree/io/encode/png.hpp"
#include "scree/io/view/run_view.hpp"
#include "scree/io/view/view_walls.hpp"

namespace scree {

enum class ColorBy : unsigned char { shape, speed, size, contacts, material, id };

/// Clipping plane of a picture: bodies whose centroid lies between this plane and the eye are left out.
struct Cut {
  int axis = 0;       // x, y, z
  Real position = 0;  // coordinate on this axis, m
};

struct RenderOptions {
  int width = 1600, height = 1000;
  Real lens = 0.3;                 // half the vertical angle of view, rad
  Real yaw = -0.55, pitch = 0.38;  // rad: direction of the eye, as on the replay page
  Real zoom = 1;
  ColorBy color = ColorBy::shape;
  bool dark = false, walls = true;
  bool chains = false;  // draws the forces between the bodies instead of the bodies
  std::optional<Cut> cut = {};
};

/// Renders a frame. `number` is the index of the frame in the poses of the walls.
Image render(const ViewFrame& frame, const ViewCast& cast, const std::vector<WallTrack>& walls,
             std::size_t number, const RenderOptions& options);

}  // namespace scree
