// Draws pairs of polygons as SVG, as in Figure 13 of Nezami et al. 2006: bodies, common line, shortest link.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

#include <span>
#include <string>

namespace scree {

/// Pair to be drawn, all in the frame of A. The common line bisects the segment between the witness points;
/// for overlapping bodies this segment shows the overlap.
struct PlanarDrawing {
  const Polygon& a;
  const Polygon& b;
  PlanarPose b_in_a;
  PlanarContact contact;
  std::string title, note;  // text above and below the drawing
};

/// Draws the pairs side by side, `columns` in a row. The same pairs give the same bytes.
std::string draw(std::span<const PlanarDrawing> drawings, int columns = 3);

}  // namespace scree
